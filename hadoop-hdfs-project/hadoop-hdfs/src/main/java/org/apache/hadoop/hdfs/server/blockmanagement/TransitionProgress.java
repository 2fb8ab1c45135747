package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.BitSet;
import org.apache.hadoop.hdfs.server.namenode.DecoupledFile;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;

/**
 * How far the new parity groups of a file in transition are. First the data members move where they
 * need to: one that goes while it is read costs the whole group. Then parity is encoded. A group
 * is ready when all its members can be read, its parity is on nodes that stay and have reported,
 * and no member can move to a better place.
 *
 * <p>Under the namesystem's write lock.
 */
public final class TransitionProgress {

  /** Groups behind the first one that is not ready whose missing blocks are asked for again. */
  private static final int NUDGED = 16;

  private final BlockManager blocks;
  private final GroupHealth next;

  TransitionProgress(BlockManager blocks, GroupHealth next) {
    this.blocks = blocks;
    this.next = next;
  }

  /** Asks for the parity of all new groups; a file that will have none is passed over. */
  public static void begin(BlockManager blocks, INodeFile file) {
    for (BlockInfoStripedParity parity : newGroups(file)) {
      GroupSiblings.queueIfMisplaced(blocks, parity);
    }
  }

  /** Takes the new groups out of the queue of repairs, which would pass over them again and again. */
  public static void rest(BlockManager blocks, INodeFile file) {
    for (BlockInfoStripedParity parity : newGroups(file)) {
      blocks.neededReconstruction.remove(parity, LowRedundancyBlocks.LEVEL);
    }
  }

  private static BlockInfoStripedParity[] newGroups(INodeFile file) {
    DecoupledFile next = DecoupledFile.next(file);
    return next == null ? new BlockInfoStripedParity[0] : next.parityGroups();
  }

  /**
   * The first new group from one on that is not ready, or their count; asks for what it lacks.
   *
   * @param from groups before it are taken for ready
   */
  public static int advance(BlockManager blocks, INodeFile file, int from) {
    return new TransitionProgress(blocks, GroupHealth.ofNext(blocks, file)).advance(from);
  }

  /** Whether a new group may be encoded: its data lies where it will stay, and it need not rest. */
  static boolean mayEncode(BlockManager blocks, GroupHealth next, int group) {
    return !rests(blocks, next) && new TransitionProgress(blocks, next).isPlaced(group);
  }

  /** Whether nothing is to be encoded or moved for new groups for now. */
  static boolean rests(BlockManager blocks, GroupHealth next) {
    return next.file().isPaused()
        || OwnNameNode.state(blocks).isResting(next.file().inode().getId());
  }

  private int advance(int from) {
    int groups = next.file().parityGroups().length;
    int group = from;
    while (group < groups && isReady(group)) {
      group++;
    }
    for (int g = group; g < Math.min(groups, group + NUDGED); g++) {
      next.blocksOf(g).forEach(block -> GroupSiblings.queueIfMisplaced(blocks, block));
    }
    return group;
  }

  /** Whether all members of a group are there, and each where it will stay. */
  boolean isReady(int group) {
    return hasOnce(group, next.layout().policy().n()) && liesWell(group);
  }

  private boolean isPlaced(int group) {
    return hasOnce(group, next.file().k()) && liesWell(group);
  }

  private boolean liesWell(int group) {
    return next.blocksOf(group).stream().allMatch(this::liesWell);
  }

  /** HDFS's own block groups lie as HDFS wants them: they are adopted once nothing is done there. */
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
    int k = next.file().k();
    BitSet good = new BitSet();
    BitSet once = new BitSet();
    BitSet twice = new BitSet();
    good.set(next.layout().dataMembers(group, next.length()), k);
    next.forEachReplica(
        group,
        (member, block, index, storage) -> {
          boolean counts = member < k ? isReadable(block, storage) : isLasting(block, storage);
          boolean stays = storage.getDatanodeDescriptor().isInService();
          if (counts && stays) {
            twice.set(member, once.get(member) || twice.get(member));
            once.set(member);
          }
          good.set(member, counts || good.get(member));
        });
    return twice.get(0, members).isEmpty() && good.nextClearBit(0) >= members;
  }

  private boolean isReadable(BlockInfo block, DatanodeStorageInfo storage) {
    DatanodeDescriptor node = storage.getDatanodeDescriptor();
    return next.isReadable(block, storage) && node.isAlive() && !blocks.isExcess(node, block);
  }

  /** Whether a replica is there, and on a node that stays. */
  boolean isLasting(BlockInfo block, DatanodeStorageInfo storage) {
    DatanodeDescriptor node = storage.getDatanodeDescriptor();
    return isReadable(block, storage)
        && storage.getState() == DatanodeStorage.State.NORMAL
        && node.isInService()
        && !storage.areBlockContentsStale();
  }
}
