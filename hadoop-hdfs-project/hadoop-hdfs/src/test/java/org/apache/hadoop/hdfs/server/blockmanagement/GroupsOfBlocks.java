package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/** Which parity groups a NameNode takes a block group for a part of. */
public final class GroupsOfBlocks {

  private GroupsOfBlocks() {}

  /** The groups of a block group of a file. */
  public static List<Long> of(FSNamesystem namesystem, BlockInfo block) {
    namesystem.readLock();
    try {
      BlockInfoDecoupled decoupled = (BlockInfoDecoupled) block;
      List<Long> groups = new ArrayList<>();
      GroupHealth.of(namesystem.getBlockManager(), decoupled).orElseThrow()
          .forEachGroup(decoupled, groups::add);
      return groups;
    } finally {
      namesystem.readUnlock();
    }
  }

  /** A block group that says of itself that it belongs to a file, but is not in its lists. */
  public static BlockInfo stray(BlockInfo like, long id, int cellSize) {
    BlockInfo stray = BlockInfoDecoupled.create(new Block(id, 0, 1), cellSize);
    stray.setBlockCollectionId(like.getBlockCollectionId());
    return stray;
  }
}
