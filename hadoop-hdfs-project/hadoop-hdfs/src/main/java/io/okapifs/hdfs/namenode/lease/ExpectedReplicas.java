package io.okapifs.hdfs.namenode.lease;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * The replicas of a block group under construction. HDFS knows of unfinished replicas nowhere else,
 * so that without this list they would be found, and deleted, by the next full block reports only.
 */
public final class ExpectedReplicas {

  private record Replica(int index, Block block, DatanodeDescriptor node) {}

  private final List<Replica> replicas = new ArrayList<>();

  private ExpectedReplicas() {}

  /** The replicas now expected; none where the group is complete. */
  public static ExpectedReplicas of(BlockInfo group) {
    ExpectedReplicas expected = new ExpectedReplicas();
    BlockUnderConstructionFeature open = group.getUnderConstructionFeature();
    if (open != null) {
      DatanodeStorageInfo[] storages = open.getExpectedStorageLocations();
      byte[] indices = open.getBlockIndices();
      for (int i = 0; i < storages.length; i++) {
        Block block =
            new Block(group.getBlockId() + indices[i], 0, group.getGenerationStamp());
        expected.replicas.add(
            new Replica(indices[i], block, storages[i].getDatanodeDescriptor()));
      }
    }
    return expected;
  }

  /**
   * Has them deleted, under the write lock. Dead nodes will report, and be told, when they return.
   *
   * @param kept by index the nodes whose replicas stay
   */
  public void delete(BlockManager blocks, DatanodeID[] kept) {
    for (Replica each : replicas) {
      boolean stays = each.index < kept.length && each.node.equals(kept[each.index]);
      if (!stays && each.node.isAlive()) {
        BlockManagerWindow.delete(blocks, each.block, each.node);
      }
    }
  }
}
