package io.okapifs.hdfs.namenode.health;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.fix.SafeModeReplicas;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedData;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.SafeModeWindow;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * Safe mode counts a decoupled block group as safe when every byte of the groups that it touches
 * can be read or rebuilt, whichever nodes are dead. Each complete block group counts once, as
 * upstream's total does; a flag on the block group remembers whether it is counted.
 *
 * <p>HDFS leaves safe mode when so many of all complete blocks have been reported once. With a dead
 * node many data stripes are never whole, though nothing is lost. So a report of one member may
 * make several block groups safe at once, all that share a group with it; and the loss of one may
 * take several off the count. New parity of a transition protects nothing yet, and counts as safe
 * without replicas.
 *
 * <p>An XOR of two blocks at width 3; blocks 2 and 5 are on a dead node, in brackets:
 *
 * <pre>
 *             stripe 0          stripe 1
 *   data      0    1   [2]      3    4   [5]
 *   group     `-- 0 -´  `-- 1 --´    `- 2 -´
 *   parity       P0        P1          P2
 * </pre>
 *
 * With all reported but P1, group 1 lacks block 2 and so does stripe 0; stripe 1 lacks group 1 as
 * well. When P1 comes, block 2 can be rebuilt: P1 itself, stripe 0 and stripe 1 are safe at once.
 *
 * <p>Called under the namesystem's write lock.
 */
public final class SafeModeGroups {

  private static final BlockInfo[] NONE = {};

  private SafeModeGroups() {}

  /** Whether safe mode must ask here about a block. */
  @Woven
  public static boolean isGrouped(BlockInfo block) {
    return block instanceof BlockInfoDecoupled && block.isComplete();
  }

  /**
   * The block groups that a report about {@code block} has just made safe, now counted. While a
   * NameNode starts that is asked for every replica there is, so a group that cannot be decoded yet
   * ends the matter.
   */
  @Woven
  public static BlockInfo[] newlySafe(BlockManager blocks, BlockInfo block) {
    BlockInfoDecoupled decoupled = (BlockInfoDecoupled) block;
    return GroupHealth.of(blocks, decoupled)
        .map(health -> newlySafe(health, decoupled))
        .orElse(NONE);
  }

  private static BlockInfo[] newlySafe(GroupHealth health, BlockInfoDecoupled decoupled) {
    List<BlockInfo> safe = new ArrayList<>(0);
    if (health.file().isNext() || health.indexOf(decoupled) < 0) {
      countIfSafe(health, decoupled, safe);
    } else if (!decoupled.isCountedSafe()) {
      // Else its groups can be decoded, and what shares them was looked at when they could.
      health.forEachGroup(
          decoupled,
          group -> {
            if (health.isDecodable(group)) {
              health.forEachBlock(
                  group, each -> countIfSafe(health, (BlockInfoDecoupled) each, safe));
            }
          });
    }
    forEachComing(health, decoupled, (next, parity) -> countIfSafe(next, parity, safe));
    return safe.isEmpty() ? NONE : safe.toArray(BlockInfo[]::new);
  }

  private static void countIfSafe(
      GroupHealth health, BlockInfoDecoupled block, List<BlockInfo> safe) {
    if (block.isComplete() && !block.isCountedSafe() && isSafe(health, block)) {
      block.setCountedSafe(true);
      safe.add(block);
    }
  }

  /**
   * The new parity groups of a file that is being adopted which a report about a block group of
   * HDFS's own layout has just made safe, now counted.
   */
  @Woven
  public static BlockInfo[] newlySafeOfAdoption(BlockManager blocks, BlockInfo block) {
    Optional<GroupHealth> next =
        block.isStriped() && BlockManagerWindow.fileOf(blocks, block) instanceof INodeFile file
            ? GroupHealth.ofNext(blocks, file)
            : Optional.empty();
    int group = next.map(view -> Arrays.binarySearch(view.file().stripes(), block)).orElse(-1);
    if (group < 0) {
      return NONE;
    }
    BlockInfoStripedParity parity = next.get().file().parityGroups()[group];
    if (parity.isCountedSafe()) {
      return NONE;
    }
    parity.setCountedSafe(true);
    return new BlockInfo[] {parity};
  }

  /** The number of storages at which upstream counts a block group as safe. */
  @Woven
  public static int countedAt(BlockInfo block) {
    return ((BlockInfoStriped) block).getRealDataBlockNum();
  }

  /** Takes the block groups off the count that the loss of a replica has made unsafe. */
  @Woven
  public static void afterLoss(BlockManager blocks, BlockInfo block) {
    BlockInfoDecoupled decoupled = (BlockInfoDecoupled) block;
    GroupHealth.of(blocks, decoupled)
        .ifPresent(health -> uncountUnsafe(blocks, health, decoupled));
    SafeModeWindow.check(blocks);
  }

  private static void uncountUnsafe(
      BlockManager blocks, GroupHealth health, BlockInfoDecoupled block) {
    health.relatives(block).forEach(relative -> uncountIfUnsafe(blocks, health, relative));
    forEachComing(health, block, (next, parity) -> uncountIfUnsafe(blocks, next, parity));
  }

  private static void uncountIfUnsafe(
      BlockManager blocks, GroupHealth health, BlockInfoDecoupled block) {
    if (block.isCountedSafe() && !isSafe(health, block)) {
      block.setCountedSafe(false);
      SafeModeWindow.takeOff(blocks);
    }
  }

  /** Counts a block whose replica was taken off its storage, as upstream does for others. */
  public static void countLoss(BlockManager blocks, BlockInfo block) {
    SafeModeWindow.decrement(blocks, block);
  }

  /** Whether a complete block group that is being deleted counts as safe. */
  @Woven
  public static boolean wasCounted(BlockInfo block) {
    return ((BlockInfoDecoupled) block).isCountedSafe();
  }

  /** Takes a complete block group of HDFS's own layout off the counts, which is to be adopted. */
  public static void uncount(BlockManager blocks, BlockInfoStriped group) {
    if (SafeModeWindow.isCounting(blocks)) {
      int replicas = SafeModeReplicas.count(blocks, group, group.numNodes());
      SafeModeWindow.adjust(blocks, blocks.hasMinStorage(group, replicas) ? -1 : 0, -1);
    }
  }

  /** Counts a data stripe that was adopted. */
  public static void count(BlockManager blocks, BlockInfoDecoupled stripe) {
    count(blocks, stripe, countedAt(stripe));
  }

  /** Counts a block group of HDFS's own layout that is complete from now on. */
  public static void countComplete(BlockManager blocks, BlockInfoStriped group) {
    count(blocks, group, Math.min(group.numNodes(), countedAt(group)));
  }

  private static void count(BlockManager blocks, BlockInfo block, int storages) {
    if (SafeModeWindow.isCounting(blocks)) {
      SafeModeWindow.adjust(blocks, 0, 1);
      SafeModeWindow.increment(blocks, storages, block);
    }
  }

  /** Parity that nobody wrote yet keeps no cluster in safe mode: whole data is decodable. */
  private static boolean isSafe(GroupHealth health, BlockInfoDecoupled block) {
    return health.file().isNext() || health.isDecodable(block);
  }

  /** Calls back with the parity groups that a data stripe will have. */
  private static void forEachComing(
      GroupHealth health, BlockInfoDecoupled block,
      BiConsumer<GroupHealth, BlockInfoDecoupled> visitor) {
    if (block instanceof BlockInfoStripedData) {
      health
          .next()
          .ifPresent(
              next ->
                  next.forEachGroup(
                      block,
                      group -> visitor.accept(next, next.file().parityGroups()[(int) group])));
    }
  }
}
