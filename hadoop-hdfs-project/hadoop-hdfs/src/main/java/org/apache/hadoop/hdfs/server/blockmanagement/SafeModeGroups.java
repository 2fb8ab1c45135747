package org.apache.hadoop.hdfs.server.blockmanagement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.hadoop.hdfs.server.namenode.DecoupledFile;

/**
 * Safe mode counts a decoupled block group as safe when every byte of the groups that it touches
 * can be read or rebuilt, whichever nodes are dead. Each complete block group counts once, as
 * upstream's total does; a flag on the block group remembers whether it is counted.
 *
 * <p>Called under the namesystem's write lock.
 */
public final class SafeModeGroups {

  private static final VarHandle BLOCK_SAFE;

  static {
    try {
      BLOCK_SAFE =
          MethodHandles.privateLookupIn(BlockManagerSafeMode.class, MethodHandles.lookup())
              .findVarHandle(BlockManagerSafeMode.class, "blockSafe", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private SafeModeGroups() {}

  /** Whether safe mode must ask here about a block. */
  public static boolean isGrouped(BlockInfo block) {
    return block instanceof BlockInfoDecoupled && block.isComplete();
  }

  /** The block groups that a report about {@code block} has just made safe, now counted. */
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

  /** The number of storages at which upstream counts a block group as safe. */
  public static int countedAt(BlockInfo block) {
    return ((BlockInfoStriped) block).getRealDataBlockNum();
  }

  /** Takes the block groups off the count that the loss of a replica has made unsafe. */
  public static void afterLoss(
      BlockManager blocks, BlockManagerSafeMode safeMode, BlockInfo block) {
    forEachTouched(
        blocks,
        block,
        (health, touched) -> {
          if (touched.isCountedSafe() && !isSafe(health, touched)) {
            touched.setCountedSafe(false);
            long safe = (long) BLOCK_SAFE.get(safeMode);
            BLOCK_SAFE.set(safeMode, Math.max(0, safe - 1));
          }
        });
    safeMode.checkSafeMode();
  }

  /** Whether a complete block group that is being deleted counts as safe. */
  public static boolean wasCounted(BlockInfo block) {
    return ((BlockInfoDecoupled) block).isCountedSafe();
  }

  /** Parity that nobody wrote yet keeps no cluster in safe mode: whole data is decodable. */
  private static boolean isSafe(GroupHealth health, BlockInfoDecoupled block) {
    return health.isDecodable(block);
  }

  /** Calls back with every block group that shares a group with {@code block}, and with itself. */
  private static void forEachTouched(
      BlockManager blocks, BlockInfo block, BiConsumer<GroupHealth, BlockInfoDecoupled> visitor) {
    BlockInfoDecoupled decoupled = (BlockInfoDecoupled) block;
    GroupHealth health = GroupHealth.of(blocks, decoupled);
    if (health == null) {
      return;
    }
    Set<BlockInfo> touched = new HashSet<>();
    touched.add(block);
    health.forEachGroup(decoupled, group -> addMembers(health.file(), group, touched));
    touched.forEach(other -> visitor.accept(health, (BlockInfoDecoupled) other));
  }

  private static void addMembers(DecoupledFile file, long group, Set<BlockInfo> touched) {
    int width = file.layout().stripeWidth();
    long first = group * file.k();
    BlockInfo[] stripes = file.stripes();
    for (long j = first / width; j < stripes.length && j * width < first + file.k(); j++) {
      touched.add(stripes[(int) j]);
    }
    if (group < file.parityGroups().length) {
      touched.add(file.parityGroups()[(int) group]);
    }
  }
}
