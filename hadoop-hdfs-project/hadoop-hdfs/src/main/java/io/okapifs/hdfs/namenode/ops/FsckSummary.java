package io.okapifs.hdfs.namenode.ops;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.namenode.health.CorruptMembers;
import io.okapifs.hdfs.namenode.health.FileTolerance;
import java.io.PrintWriter;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FsckWindow;
import org.apache.hadoop.hdfs.server.namenode.NamenodeFsck;

/** What the file system check says of a decoupled file beside what it says of every file. */
public final class FsckSummary {

  private FsckSummary() {}

  /**
   * Prints a line for a closed file: where the check has one for every file, what it has left to
   * lose; elsewhere only that it has corrupt replicas, if it has.
   *
   * @param path of the file
   * @param blocks data stripes and parity groups
   * @param sums where the file's groups are counted
   * @return how many parity groups HDFS has not counted as block groups
   */
  @Woven
  public static int print(
      NamenodeFsck fsck, String path, HdfsFileStatus file, LocatedBlocks blocks, FsckGroups sums) {
    if (blocks.isUnderConstruction() || !StripeView.isView(file.getErasureCodingPolicy())) {
      return 0;
    }
    FSNamesystem namesystem = FsckWindow.nameNode(fsck).getNamesystem();
    long corrupt = corruptReplicas(namesystem, blocks);
    FileTolerance tolerance = tolerance(namesystem, blocks);
    sums.add(tolerance);
    PrintWriter out = FsckWindow.out(fsck);
    if (FsckWindow.showsFiles(fsck)) {
      StripeView view = StripeView.of(file.getErasureCodingPolicy());
      out.println(
          " Decoupled: policy=" + view.group().name() + ", stripe width=" + view.stripeWidth()
              + ", " + tolerance + ", corrupt replicas=" + corrupt);
    } else if (corrupt > 0) {
      out.println("\n" + path + ": corrupt replicas=" + corrupt);
    }
    return blocks instanceof FsckBlocks shown ? shown.parityGroups() : 0;
  }

  private static FileTolerance tolerance(FSNamesystem namesystem, LocatedBlocks blocks) {
    return blocks.getLocatedBlocks().isEmpty()
        ? FileTolerance.ofEmptyFile()
        : FileTolerance.of(
            namesystem.getBlockManager(), blocks.get(0).getBlock().getLocalBlock());
  }

  private static long corruptReplicas(FSNamesystem namesystem, LocatedBlocks blocks) {
    BlockManager manager = namesystem.getBlockManager();
    long count = 0;
    namesystem.readLock();
    try {
      for (LocatedBlock block : blocks.getLocatedBlocks()) {
        BlockInfo stored = manager.getStoredBlock(block.getBlock().getLocalBlock());
        count += stored == null ? 0 : CorruptMembers.count(manager, stored);
      }
    } finally {
      namesystem.readUnlock("fsckCountCorrupt");
    }
    return count;
  }
}
