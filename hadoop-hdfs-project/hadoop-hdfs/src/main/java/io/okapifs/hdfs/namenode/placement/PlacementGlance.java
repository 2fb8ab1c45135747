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
 * Sees at a glance that nothing of a block group could lie better, as is true of nearly all: no
 * block has two replicas, and the good ones are on nodes that all differ and on as many racks as
 * there are. Whatever else it finds is for {@link GroupPlacement} to judge.
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

  /** Whether a block group and the members of its groups are whole, and lie well. */
  public boolean isPerfect(GroupHealth health, BlockInfoDecoupled block) {
    return look(health, block, true);
  }

  /** Whether what there is of a block group and its groups lies well, as far as a glance tells. */
  public boolean liesWell(GroupHealth health, BlockInfoDecoupled block) {
    return look(health, block, false);
  }

  private boolean look(GroupHealth health, BlockInfoDecoupled block, boolean whole) {
    int index = health.indexOf(block);
    if (index < 0) {
      return false;
    }
    long end = health.endGroup(block, index);
    for (long group = health.firstGroup(block, index); group < end; group++) {
      if (!lookAtGroup(health, group, whole)) {
        return false;
      }
    }
    if (block instanceof BlockInfoStripedParity) {
      return true;
    }
    return (racks <= 1 || isSpread(block, whole))
        && health.nextAtWork().filter(next -> !look(next, block, whole)).isEmpty();
  }

  /** Whether a data stripe is whole and well spread, whatever becomes of its groups. */
  public boolean isPerfectAlone(BlockInfoStripedData stripe) {
    return stripe.getCapacity() == stripe.getRealTotalBlockNum() && isSpread(stripe, true);
  }

  private boolean lookAtGroup(GroupHealth health, long group, boolean whole) {
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
      BlockInfoStriped owner = (BlockInfoStriped) stripes[stripe];
      if (hasSecondReplicas(owner)) {
        return false;
      }
      nodes[member] = holder(owner, index);
      if (++index == layout.stripeWidth()) {
        index = 0;
        stripe++;
      }
    }
    BlockInfoDecoupled parity = parityGroups[(int) group];
    for (int i = 0; i < r; i++) {
      nodes[dataMembers + i] = holder(parity, i);
    }
    return !hasSecondReplicas(parity) && lieWell(nodes, whole);
  }

  private boolean isSpread(BlockInfoDecoupled stripe, boolean whole) {
    DatanodeDescriptor[] nodes = new DatanodeDescriptor[stripe.getCapacity()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = holder(stripe, i);
    }
    return !hasSecondReplicas(stripe) && lieWell(nodes, whole);
  }

  /** They have slots behind those of the block group. */
  private static boolean hasSecondReplicas(BlockInfoStriped owner) {
    return owner.getCapacity() > owner.getTotalBlockNum();
  }

  /** Of a block's only replica. Null, for speed, where there is none, or none that is good. */
  private DatanodeDescriptor holder(BlockInfoStriped owner, int index) {
    if (index >= owner.getCapacity()) {
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

  /** Whether no two nodes are the same, and they are on as many racks as they can be. */
  private boolean lieWell(DatanodeDescriptor[] nodes, boolean whole) {
    int count = 0;
    for (DatanodeDescriptor node : nodes) {
      if (node != null) {
        nodes[count++] = node;
      }
    }
    return (!whole || count == nodes.length)
        && areDifferent(nodes, count)
        && racksOf(nodes, count) >= Math.min(racks, count);
  }

  private static boolean areDifferent(DatanodeDescriptor[] nodes, int count) {
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < i; j++) {
        if (nodes[i] == nodes[j]) {
          return false;
        }
      }
    }
    return true;
  }

  private static int racksOf(DatanodeDescriptor[] nodes, int count) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      boolean isNew = true;
      for (int j = 0; j < i && isNew; j++) {
        isNew = !nodes[i].getNetworkLocation().equals(nodes[j].getNetworkLocation());
      }
      found += isNew ? 1 : 0;
    }
    return found;
  }
}
