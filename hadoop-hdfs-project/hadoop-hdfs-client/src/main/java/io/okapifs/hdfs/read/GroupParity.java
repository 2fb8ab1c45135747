package io.okapifs.hdfs.read;

import io.okapifs.hdfs.layout.GroupPolicy;

/**
 * How a group is coded now.
 *
 * @param policy its policy
 * @param parityGroup id of the block group of its parity blocks, of no other one ever; 0 where it
 *     has none
 * @param length P, bytes of each parity block; 0 where it has none
 */
public record GroupParity(GroupPolicy policy, long parityGroup, long length) {}
