package org.apache.hadoop.hdfs.server.datanode.metrics;

/** What HDFS keeps private of what a DataNode counts. */
public final class MetricsWindow {

  private MetricsWindow() {}

  /** Bytes that it has read and written for others since it started. */
  public static long movedBytes(DataNodeMetrics metrics) {
    return metrics.bytesRead.value() + metrics.bytesWritten.value();
  }
}
