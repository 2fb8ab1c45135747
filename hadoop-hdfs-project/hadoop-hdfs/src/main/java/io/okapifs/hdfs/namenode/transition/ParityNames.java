package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.ReplicaQuestion;
import io.okapifs.hdfs.repair.LinkTask;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped.StorageAndBlockIndex;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;

/**
 * New parity of a file that is adopted, where it need not be encoded. Under the policy that the
 * file has, the parity of its block groups is byte for byte that of its new groups, short last ones
 * included. So each parity block gets a second name, as one of the new group. What has no good
 * replica, or gets no name in time, is encoded. Under the namesystem's write lock.
 */
final class ParityNames {

  /** Beyond the time after which a task counts as lost: a node may have much to do. */
  private static final int TIMEOUTS = 3;

  private final BlockManager blocks;
  private final GroupHealth next;
  private final NamePatience patience;
  private final boolean same;
  private final SecondNames names;

  /**
   * @param next the groups that a file will have
   */
  ParityNames(BlockManager blocks, GroupHealth next, NamePatience patience) {
    this.blocks = blocks;
    this.next = next;
    this.patience = patience;
    this.same = next.file().keepsParity();
    this.names = new SecondNames(blocks);
  }

  /** Whether a group's parity is to get names that it has not yet, rather than be encoded. */
  boolean waits(int group) {
    boolean[] missing = {false};
    forEachMissing(group, (node, link) -> missing[0] = true);
    return missing[0]
        && patience.lasts(next.file().inode().getId(), group, System.nanoTime(), limitNanos());
  }

  private long limitNanos() {
    return TimeUnit.MILLISECONDS.toNanos(TIMEOUTS * RepairQueueWindow.pendingTimeout(blocks));
  }

  /** The same, and notes those names. */
  boolean want(int group) {
    boolean waits = waits(group);
    if (waits) {
      forEachMissing(group, names::add);
    }
    return waits;
  }

  /** Asks for what was noted. */
  void ask() {
    names.ask();
  }

  private void forEachMissing(int group, BiConsumer<DatanodeDescriptor, LinkTask.Link> visitor) {
    if (!same) {
      return;
    }
    int k = next.file().k();
    BlockInfoStriped coupled = (BlockInfoStriped) next.file().stripes()[group];
    BlockInfoStriped parity = next.file().parityGroups()[group];
    BitSet there = new BitSet();
    for (StorageAndBlockIndex at : parity.getStorageAndIndexInfos()) {
      if (ReplicaQuestion.LASTING.holds(blocks, parity, at.getStorage())) {
        there.set(k + at.getBlockIndex());
      }
    }
    for (StorageAndBlockIndex at : coupled.getStorageAndIndexInfos()) {
      int member = at.getBlockIndex();
      DatanodeDescriptor node = at.getStorage().getDatanodeDescriptor();
      if (member >= k
          && !there.get(member)
          && StripedBlockWindow.storageOn(parity, node) == null
          && ReplicaQuestion.LASTING.holds(blocks, coupled, at.getStorage())) {
        visitor.accept(node, link(coupled, parity, member));
      }
    }
  }

  /** The node refuses where its replica has another length or stamp. */
  private LinkTask.Link link(BlockInfoStriped coupled, BlockInfoStriped parity, int member) {
    return new LinkTask.Link(
        coupled.getBlockId() + member, coupled.getGenerationStamp(),
        parity.getBlockId() + member - next.file().k(), parity.getGenerationStamp(),
        parity.getNumBytes());
  }
}
