package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.ReplicaQuestion;
import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import io.okapifs.hdfs.namenode.repair.GroupSiblings;
import java.util.BitSet;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * How far the new parity groups of a file in transition are. First the data members move where they
 * need to: one that goes while it is read costs the whole group. Then parity is encoded, or gets
 * second names ({@link ParityNames}). A group is ready when all its members are proven to be there,
 * each in one place, and none can move to a better one.
 *
 * <p>Under the namesystem's write lock.
 */
public final class TransitionProgress {

  private final BlockManager blocks;
  private final GroupHealth health;

  TransitionProgress(BlockManager blocks, GroupHealth health) {
    this.blocks = blocks;
    this.health = health;
  }

  /** Takes the new groups of a file, if it will have any, out of the queue of repairs. */
  public static void rest(BlockManager blocks, INodeFile file) {
    DecoupledFile.next(file)
        .ifPresent(
            next -> {
              for (BlockInfoStripedParity parity : next.parityGroups()) {
                RepairQueueWindow.remove(blocks, parity);
              }
            });
  }

  /**
   * The first new group from one on that is not ready, or their count; asks for what it lacks.
   *
   * @param from groups before it are taken for ready
   */
  static int advance(BlockManager blocks, INodeFile file, int from, NamePatience patience) {
    GroupHealth next = GroupHealth.ofNext(blocks, file).orElseThrow();
    return new TransitionProgress(blocks, next)
        .advance(from, CommitProof.of(blocks, file), new ParityNames(blocks, next, patience));
  }

  /** Whether the data of a new group lies where it will stay. */
  public static boolean isPlaced(BlockManager blocks, GroupHealth next, int group) {
    return group >= 0 && new TransitionProgress(blocks, next).isPlaced(group);
  }

  private int advance(int from, CommitProof proof, ParityNames names) {
    int count = health.file().parityGroups().length;
    int first = count;
    int asked = 0;
    for (int group = from;
        group < Math.min(count, first + TransitionPace.GROUPS_LOOKED_AT)
            && asked < TransitionPace.GROUPS_ASKED;
        group++) {
      if (!isWhole(group)) {
        first = Math.min(first, group);
        if (!isPlaced(group) || !names.want(group)) {
          ask(group);
          asked++;
        }
      } else if (!proof.holds(group)) {
        first = Math.min(first, group);
      }
    }
    names.ask();
    return first;
  }

  /**
   * Queues what a group lacks and can get now. Parity whose data has to move first would be looked
   * at in the queue again and again, before that of other groups.
   */
  private void ask(int group) {
    for (BlockInfoStriped block : health.blocksOf(group)) {
      if (!RepairQueueWindow.isQueued(blocks, block)
          && (!(block instanceof BlockInfoStripedParity) || isPlaced(group))) {
        GroupSiblings.queueIfMisplaced(blocks, block);
      }
    }
  }

  /** Whether all members of a group are there, as far as is known, and each where it will stay. */
  boolean isWhole(int group) {
    return hasOnce(group, health.layout().policy().n())
        && health.blocksOf(group).stream().allMatch(this::liesWell);
  }

  /** Parity may lie badly, and moves when data cannot that it shares a node with. */
  private boolean isPlaced(int group) {
    return hasOnce(group, health.file().k())
        && health.blocksOf(group).stream()
            .filter(block -> !(block instanceof BlockInfoStripedParity))
            .allMatch(this::liesWell);
  }

  /**
   * HDFS's own block groups lie as HDFS wants them: they are adopted once nothing is done there.
   */
  private boolean liesWell(BlockInfoStriped block) {
    return block instanceof BlockInfoDecoupled decoupled
        ? GroupPlacement.findMisplaced(blocks, decoupled).isEmpty()
        : StripeAdoption.isAtRest(blocks, block);
  }

  /**
   * Whether the first members of a group are there. A second replica means that a move is under
   * way: nobody knows yet which one will stay. Those on nodes that leave stay there beside their
   * copies.
   */
  private boolean hasOnce(int group, int members) {
    int k = health.file().k();
    BitSet good = new BitSet();
    BitSet once = new BitSet();
    BitSet twice = new BitSet();
    good.set(health.layout().dataMembers(group, health.length()), k);
    health.forEachReplica(
        group,
        (member, block, index, storage) -> {
          boolean counts =
              member < k
                  ? ReplicaQuestion.SOURCE.holds(blocks, block, storage)
                  : isLasting(block, storage);
          boolean stays = storage.getDatanodeDescriptor().isInService();
          if (counts && stays) {
            twice.set(member, once.get(member) || twice.get(member));
            once.set(member);
          }
          good.set(member, counts || good.get(member));
        });
    return twice.get(0, members).isEmpty() && good.nextClearBit(0) >= members;
  }

  /** Whether a replica is there, and on a node that stays. */
  boolean isLasting(BlockInfo block, DatanodeStorageInfo storage) {
    return ReplicaQuestion.LASTING.holds(blocks, block, storage);
  }
}
