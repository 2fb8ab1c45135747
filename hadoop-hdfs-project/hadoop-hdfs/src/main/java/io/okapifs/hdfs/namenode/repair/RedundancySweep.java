package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.PlacementCounters;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A slow look at all block groups, for ever: whether one misses blocks and nobody is to repair it.
 * That must not happen; this is the net under bugs that make it happen. What is found is looked at
 * again after a while, since some have reasons that pass, and is then queued, counted and logged.
 *
 * <p>Takes the namesystem's read lock for {@value #PORTION} blocks at a time. Called by {@link
 * RepairRounds} alone, which holds no lock.
 */
public final class RedundancySweep {

  /** Blocks, replicated ones as well, that are looked at in a second; 0: none. */
  public static final String RATE_KEY = "dfs.namenode.ec.redundancy-sweep.blocks-per-second";

  /** A hundred million blocks in less than three hours. */
  public static final int RATE_DEFAULT = 10_000;

  /**
   * How long a block group must have missed blocks without being queued. A pass begins no sooner
   * after the one before: what is found is not looked at again earlier, and to walk through the
   * empty map of a large heap takes a good part of a second.
   */
  public static final String CONFIRM_KEY = "dfs.namenode.ec.redundancy-sweep.confirm";
  public static final long CONFIRM_MILLIS_DEFAULT = 60_000;

  private static final Logger LOG = LoggerFactory.getLogger(RedundancySweep.class);

  /** Looks in one hold of the read lock: few, since writers wait meanwhile. */
  private static final int PORTION = 1000;

  /** More would be one bug that has forgotten many; the next pass finds the others. */
  private static final int MOST_SUSPECTS = 10_000;

  /** What a NameNode that stood still has missed is not made good at once. */
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** When each was first seen, oldest first. */
  private final Map<BlockInfo, Long> suspects = new LinkedHashMap<>();

  private Iterator<BlockInfo> position;
  private GroupTolerances counted = new GroupTolerances();
  private NodeMemberCounts members = new NodeMemberCounts();
  private volatile Pass lastPass;
  private long nextPassNanos = System.nanoTime();
  private long lastNanos = System.nanoTime();

  /**
   * A look at all block groups that came to its end.
   *
   * @param endNanos when, as System.nanoTime tells it
   */
  public record Pass(GroupTolerances tolerances, NodeMemberCounts members, long endNanos) {}

  /** The last one since the NameNode became active, if there was one. Any thread may ask. */
  public static Optional<Pass> lastPass(BlockManager blocks) {
    return Optional.ofNullable(OkapiParts.of(blocks).get(RedundancySweep.class).lastPass);
  }

  /** In every round of a NameNode that repairs. */
  static void step(BlockManager blocks) {
    OkapiParts.of(blocks).get(RedundancySweep.class).stepOn(blocks);
  }

  private void stepOn(BlockManager blocks) {
    long now = System.nanoTime();
    long elapsed = Math.min(now - lastNanos, LONGEST_NANOS);
    lastNanos = now;
    Configuration conf = BlockManagerWindow.conf(blocks);
    long rate = conf.getInt(RATE_KEY, RATE_DEFAULT);
    long confirmNanos =
        TimeUnit.MILLISECONDS.toNanos(
            conf.getTimeDuration(CONFIRM_KEY, CONFIRM_MILLIS_DEFAULT, TimeUnit.MILLISECONDS));
    if (position == null && rate > 0 && now - nextPassNanos >= 0) {
      nextPassNanos = now + confirmNanos;
      begin(blocks);
    }
    if (position != null) {
      look(blocks, rate * elapsed / TimeUnit.SECONDS.toNanos(1), now);
    }
    confirm(blocks, now - confirmNanos);
  }

  private void begin(BlockManager blocks) {
    Namesystem namesystem = BlockManagerWindow.namesystem(blocks);
    namesystem.readLock();
    try {
      // Upstream's scans, too, keep this iterator while blocks come and go.
      position = BlockManagerWindow.allBlocks(blocks);
      counted = new GroupTolerances();
      members = new NodeMemberCounts();
    } finally {
      namesystem.readUnlock();
    }
  }

  private void look(BlockManager blocks, long count, long now) {
    Namesystem namesystem = BlockManagerWindow.namesystem(blocks);
    for (long left = count; left > 0; left -= PORTION) {
      namesystem.readLock();
      try {
        if (!lookAtPortion(blocks, Math.min(left, PORTION), now)) {
          return;
        }
      } finally {
        namesystem.readUnlock();
      }
    }
  }

  /**
   * Looks at some blocks.
   *
   * @return whether there are more
   */
  private boolean lookAtPortion(BlockManager blocks, long count, long now) {
    for (long left = count; left > 0 && position.hasNext(); left--) {
      BlockInfo block = position.next();
      counted.count(blocks, block);
      members.count(block);
      if (suspects.size() < MOST_SUSPECTS && isForgotten(blocks, block)) {
        suspects.putIfAbsent(block, now);
      }
    }
    if (position.hasNext()) {
      return true;
    }
    position = null;
    lastPass = new Pass(counted, members, System.nanoTime());
    return false;
  }

  /** Whether a block group of a closed file misses blocks that nobody is to rebuild. */
  private static boolean isForgotten(BlockManager blocks, BlockInfo block) {
    if (!block.isStriped()
        || block.isDeleted()
        || !block.isComplete()
        || RepairQueueWindow.isQueued(blocks, block)) {
      return false;
    }
    NumberReplicas replicas = blocks.countNodes(block);
    int pending = RepairQueueWindow.pending(blocks, block);
    return replicas.liveReplicas() + pending < blocks.getExpectedLiveRedundancyNum(block, replicas)
        && !RepairQueueWindow.isSufficient(blocks, block, replicas, pending)
        && isOfClosedFile(blocks, block);
  }

  /** What a file will have is asked for by its transition. */
  private static boolean isOfClosedFile(BlockManager blocks, BlockInfo block) {
    if (!(BlockManagerWindow.fileOf(blocks, block) instanceof INodeFile file)
        || file.isUnderConstruction()) {
      return false;
    }
    if (!(block instanceof BlockInfoDecoupled decoupled)) {
      return true;
    }
    return GroupHealth.of(blocks, decoupled)
        .filter(health -> !health.file().isNext())
        .isPresent();
  }

  private void confirm(BlockManager blocks, long before) {
    if (suspects.isEmpty() || suspects.values().iterator().next() - before > 0) {
      return;
    }
    Namesystem namesystem = BlockManagerWindow.namesystem(blocks);
    namesystem.writeLock();
    try {
      Iterator<Map.Entry<BlockInfo, Long>> oldest = suspects.entrySet().iterator();
      for (int left = PORTION; left > 0 && oldest.hasNext(); left--) {
        Map.Entry<BlockInfo, Long> suspect = oldest.next();
        if (suspect.getValue() - before > 0) {
          return;
        }
        oldest.remove();
        if (isForgotten(blocks, suspect.getKey())) {
          queue(blocks, suspect.getKey());
        }
      }
    } finally {
      namesystem.writeUnlock();
    }
  }

  private static void queue(BlockManager blocks, BlockInfo block) {
    LOG.warn(
        "Block group that misses blocks was in no queue; it is repaired now, please report this:"
            + " block={}, replicas={}", block, blocks.countNodes(block));
    PlacementCounters.of(blocks).countUnqueued();
    GroupSiblings.queueIfMisplaced(blocks, block);
  }
}
