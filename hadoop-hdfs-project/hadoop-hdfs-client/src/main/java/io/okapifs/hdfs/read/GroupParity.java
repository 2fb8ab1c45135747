package io.okapifs.hdfs.read;

import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.List;

/**
 * How a group is coded now.
 *
 * @param policy its policy
 * @param parityGroup id of the block group of its parity blocks, of no other one ever; 0 where it
 *     has none
 * @param length P, bytes of each parity block; 0 where it has none
 * @param ranks per parity block, 0 for the one to read first; none where all are alike
 */
public record GroupParity(
    GroupPolicy policy, long parityGroup, long length, List<Integer> ranks) {

  public GroupParity {
    ranks = List.copyOf(ranks);
  }

  /** Parity blocks are all alike. */
  public GroupParity(GroupPolicy policy, long parityGroup, long length) {
    this(policy, parityGroup, length, List.of());
  }
}
