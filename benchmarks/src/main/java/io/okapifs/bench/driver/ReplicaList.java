package io.okapifs.bench.driver;

import java.util.Arrays;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;

/** The finished replicas of a DataNode, in the order in which it got them. Used by one thread. */
final class ReplicaList {

  private static final int LONGS = 3;
  private static final int FIRST = 64;

  /** Id, length and stamp of each. */
  private long[] values = new long[FIRST * LONGS];

  private int size;

  void add(Block replica) {
    if (values.length < (size + 1) * LONGS) {
      values = Arrays.copyOf(values, 2 * values.length);
    }
    int at = size * LONGS;
    values[at] = replica.getBlockId();
    values[at + 1] = replica.getNumBytes();
    values[at + 2] = replica.getGenerationStamp();
    size++;
  }

  int size() {
    return size;
  }

  long blockId(int replica) {
    return values[replica * LONGS];
  }

  /** What of the heap it takes, in bytes, but for headers. */
  long heapBytes() {
    return (long) values.length * Long.BYTES;
  }

  /** As a full report has them. */
  BlockListAsLongs report() {
    BlockListAsLongs.Builder report = BlockListAsLongs.builder();
    for (int at = 0; at < size * LONGS; at += LONGS) {
      report.add(new FinalizedReplica(values[at], values[at + 1], values[at + 2], null, null));
    }
    return report.build();
  }
}
