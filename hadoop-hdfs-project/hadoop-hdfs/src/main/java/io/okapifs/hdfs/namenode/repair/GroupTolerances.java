package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;

/**
 * How many groups of closed files survive how many more losses, as one pass of the sweep met them.
 * One thread fills it; it does not change once that is done.
 */
public final class GroupTolerances {

  /** Of a group of which something cannot be rebuilt now. */
  public static final int LOST = -1;

  private final Map<String, Map<Integer, Long>> byPolicy = new TreeMap<>();

  /** Counts a group where it meets its parity; under the namesystem's lock. */
  void count(BlockManager blocks, BlockInfo block) {
    if (block instanceof BlockInfoStripedParity parity && parity.isComplete()) {
      GroupHealth.of(blocks, parity)
          .filter(health -> !health.file().isNext())
          .filter(health -> !health.file().inode().isUnderConstruction())
          .ifPresent(health -> count(health, health.indexOf(parity)));
    }
  }

  private void count(GroupHealth health, int group) {
    if (group >= 0) {
      byPolicy
          .computeIfAbsent(health.layout().policy().name(), any -> new TreeMap<>())
          .merge(Math.max(health.margin(group), LOST), 1L, Long::sum);
    }
  }

  /** Groups by the name of their policy and the number of losses. */
  public Map<String, Map<Integer, Long>> byPolicy() {
    return byPolicy;
  }
}
