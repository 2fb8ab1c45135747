package io.okapifs.hdfs.namenode.ops;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.namenode.health.CorruptMembers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;

/**
 * The answer to who asks for corrupt replicas. A listing leaves them out, so that a corrupt block
 * looks like one that nobody has.
 */
public final class CorruptListing {

  private CorruptListing() {}

  /**
   * Adds the block groups of a striped file that have corrupt replicas, located there alone, where
   * the offset asks for them. Called under the lock of the namesystem.
   *
   * @param blocks the file's data stripes, or block groups in HDFS's own layout
   * @param listed the answer without
   */
  @Woven
  public static LocatedBlocks added(
      FSDirectory directory, BlockInfo[] blocks, long offset, LocatedBlocks listed) {
    if (!ParityRequests.isCorruptListing(offset)) {
      return listed;
    }
    FSNamesystem namesystem = NamespaceWindow.namesystem(directory);
    BlockManager manager = namesystem.getBlockManager();
    INodeFile file = NamespaceWindow.fileOf(namesystem, blocks[0]);
    List<LocatedStripedBlock> corrupt =
        Stream.concat(Stream.of(blocks), Stream.of(ParityGroupsFeature.groupsOf(file)))
            .map(block -> CorruptMembers.locate(manager, namesystem.getBlockPoolId(), block))
            .filter(located -> located != null)
            .toList();
    return new LocatedBlocks(
        listed.getFileLength(), false, new ArrayList<>(corrupt), null, true, null,
        listed.getErasureCodingPolicy());
  }
}
