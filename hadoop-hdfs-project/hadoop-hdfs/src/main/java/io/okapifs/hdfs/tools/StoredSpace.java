package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import java.util.stream.LongStream;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;

/**
 * What files of one form take on DataNodes, by their lengths: data and parity, without checksums.
 *
 * @param policy whose code it is
 * @param stripeWidth or {@link PolicyName#COUPLED} for HDFS's own striped layout
 * @param blockSize bytes of a full block, whole cells
 */
record StoredSpace(GroupPolicy policy, int stripeWidth, long blockSize) {

  /** Three replicas, which most people compare with. */
  static final double THREE_REPLICAS = 3;

  /** The form that a name tells of a policy. */
  static StoredSpace of(ErasureCodingPolicy policy, int stripeWidth, long blockSize) {
    // Blocks hold whole cells.
    long cells = Math.max(1, blockSize / policy.getCellSize());
    return new StoredSpace(
        PolicyCodecs.groupPolicy(policy), stripeWidth, cells * policy.getCellSize());
  }

  /** Bytes of data and parity. */
  long bytes(long length) {
    return stripeWidth == PolicyName.COUPLED
        ? coupled(length)
        : length + new FileLayout(policy, stripeWidth, blockSize).paritySpace(length);
  }

  private long coupled(long length) {
    long group = policy.k() * blockSize;
    return length / group * consumed(group) + consumed(length % group);
  }

  private long consumed(long length) {
    return StripedBlockUtil.spaceConsumedByStripedBlock(
        length, policy.k(), policy.r(), policy.cellSize());
  }

  /** Bytes stored per byte of data; of an empty file 0. */
  double perByte(long length) {
    return length == 0 ? 0 : (double) bytes(length) / length;
  }

  /** The longest file of whole cells that takes more than so many times its bytes; else 0. */
  long longestAbove(double times) {
    long cells = 2 * policy.k() * blockSize / policy.cellSize();
    return LongStream.iterate(cells, cell -> cell > 0, cell -> cell - 1)
        .map(cell -> cell * policy.cellSize())
        .filter(length -> perByte(length) > times)
        .findFirst().orElse(0);
  }

  @Override
  public String toString() {
    return new PolicyName(policy.name(), stripeWidth).toString();
  }
}
