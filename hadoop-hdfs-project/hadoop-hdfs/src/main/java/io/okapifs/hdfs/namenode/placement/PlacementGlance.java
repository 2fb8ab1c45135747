package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.ReplicaQuestion;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedData;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;

/**
 * Sees at a glance that nothing of a block group could lie better, as is true of nearly all: each
 * block has one good replica, on nodes and racks that all differ or on as many racks as there are.
 * Whatever else it finds is for {@link GroupPlacement} to judge.
 *
 * <p>A NameNode that becomes active looks at every block group this way, so no object is made per
 * replica. Under the namesystem's lock.
 */
public final class PlacementGlance {

  private final BlockManager blocks;
  private final int racks;
  private final boolean hasBadReplicas;

  public PlacementGlance(BlockManager blocks) {
    this.blocks = blocks;
    this.racks = blocks.getDatanodeManager().getNetworkTopology().getNumOfNonEmptyRacks();
    this.hasBadReplicas =
        BlockManagerWindow.hasCorruptReplicas(blocks) || blocks.getExcessBlocksCount() > 0;
  }

  /** Whether a block group lies well among the members of its groups, who are looked at, too. */
  public boolean isPerfect(GroupHealth health, BlockInfoDecoupled block) {
    int index = health.indexOf(block);
    if (index < 0) {
      return false;
    }
    long end = health.endGroup(block, index);
    for (long group = health.firstGroup(block, index); group < end; group++) {
      if (!isPerfect(health, group)) {
        return false;
      }
    }
    if (block instanceof BlockInfoStripedParity) {
      return true;
    }
    return (racks <= 1 || isSpread(block))
        && health.nextAtWork().filter(next -> !isPerfect(next, block)).isEmpty();
  }

  /** Whether a data stripe is whole and well spread, whatever becomes of its groups. */
  public boolean isPerfectAlone(BlockInfoStripedData stripe) {
    return stripe.getCapacity() == stripe.getRealTotalBlockNum() && isSpread(stripe);
  }

  private boolean isPerfect(GroupHealth health, long group) {
    FileLayout layout = health.layout();
    int dataMembers = layout.dataMembers(group, health.length());
    BlockInfoDecoupled[] parityGroups = health.file().parityGroups();
    if (group >= parityGroups.length) {
      return false;
    }
    int r = health.file().r();
    DatanodeDescriptor[] nodes = new DatanodeDescriptor[dataMembers + r];
    long first = group * health.file().k();
    int stripe = (int) layout.stripeOf(first);
    int index = layout.indexInStripe(first);
    BlockInfo[] stripes = health.file().stripes();
    for (int member = 0; member < dataMembers; member++) {
      nodes[member] = holder((BlockInfoStriped) stripes[stripe], index);
      if (++index == layout.stripeWidth()) {
        index = 0;
        stripe++;
      }
    }
    for (int i = 0; i < r; i++) {
      nodes[dataMembers + i] = holder(parityGroups[(int) group], i);
    }
    return areDifferent(nodes) && isSpread(nodes);
  }

  private boolean isSpread(BlockInfoDecoupled stripe) {
    DatanodeDescriptor[] nodes = new DatanodeDescriptor[stripe.getCapacity()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = holder(stripe, i);
    }
    return areDifferent(nodes) && isSpread(nodes);
  }

  /**
   * Of a block's only replica. Null, for speed, where that is not plain or the replica not good.
   */
  private DatanodeDescriptor holder(BlockInfoStriped owner, int index) {
    // Second replicas have slots behind those of the block group.
    if (index >= owner.getCapacity() || owner.getCapacity() > owner.getTotalBlockNum()) {
      return null;
    }
    DatanodeStorageInfo storage = StripedBlockWindow.storageAt(owner, index);
    // Where no replica at all is corrupt or one too many, this one need not be looked up.
    ReplicaQuestion question =
        hasBadReplicas ? ReplicaQuestion.LASTING : ReplicaQuestion.STAYS;
    return storage != null && question.holds(blocks, owner, storage)
        ? storage.getDatanodeDescriptor()
        : null;
  }

  /** Whether there is a node for each, and no two are the same. */
  private static boolean areDifferent(DatanodeDescriptor[] nodes) {
    for (int i = 0; i < nodes.length; i++) {
      if (nodes[i] == null) {
        return false;
      }
      for (int j = 0; j < i; j++) {
        if (nodes[i] == nodes[j]) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isSpread(DatanodeDescriptor[] nodes) {
    int wanted = Math.min(racks, nodes.length);
    int found = 0;
    for (int i = 0; i < nodes.length && found < wanted; i++) {
      boolean isNew = true;
      for (int j = 0; j < i && isNew; j++) {
        isNew = !nodes[i].getNetworkLocation().equals(nodes[j].getNetworkLocation());
      }
      found += isNew ? 1 : 0;
    }
    return found >= wanted;
  }
}
