package org.apache.hadoop.hdfs.server.datanode.metrics;

/** What a DataNode has moved. */
public final class MovedBytes {

  private MovedBytes() {}

  /** Bytes that it has read and written for others since it started. */
  public static long of(DataNodeMetrics metrics) {
    return metrics.bytesRead.value() + metrics.bytesWritten.value();
  }
}
