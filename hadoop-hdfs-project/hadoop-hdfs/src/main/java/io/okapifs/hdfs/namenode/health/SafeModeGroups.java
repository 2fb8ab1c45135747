package io.okapifs.hdfs.namenode.health;

import io.okapifs.Woven;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
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

  /** The block groups that a report about {@code block} has just made safe, now counted. */
  @Woven
  public static BlockInfo[] newlySafe(BlockManager blocks, BlockInfo block) {
    Set<BlockInfo> safe = new HashSet<>();
    forEachTouched(
        blocks,
        block,
        (health, touched) -> {
          if (touched.isComplete() && !touched.isCountedSafe() && isSafe(health, touched)) {
            touched.setCountedSafe(true);
            safe.add(touched);
          }
        });
    return safe.toArray(BlockInfo[]::new);
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
    forEachTouched(
        blocks,
        block,
        (health, touched) -> {
          if (touched.isCountedSafe() && !isSafe(health, touched)) {
            touched.setCountedSafe(false);
            SafeModeWindow.takeOff(blocks);
          }
        });
    SafeModeWindow.check(blocks);
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

  /** Calls back with every block group that shares a group with {@code block}, and with itself. */
  private static void forEachTouched(
      BlockManager blocks, BlockInfo block, BiConsumer<GroupHealth, BlockInfoDecoupled> visitor) {
    BlockInfoDecoupled decoupled = (BlockInfoDecoupled) block;
    GroupHealth.of(blocks, decoupled)
        .ifPresent(health -> forEachTouched(health, decoupled, visitor));
  }

  private static void forEachTouched(
      GroupHealth health, BlockInfoDecoupled block,
      BiConsumer<GroupHealth, BlockInfoDecoupled> visitor) {
    health.relatives(block).forEach(relative -> visitor.accept(health, relative));
    if (block instanceof BlockInfoStripedData) {
      health.next()
          .ifPresent(
              next ->
                  next.forEachGroup(
                      block,
                      group -> visitor.accept(next, next.file().parityGroups()[(int) group])));
    }
  }
}
