package org.apache.hadoop.hdfs;

/** Uses what everybody may. */
final class CanaryWithoutNeed {

  private CanaryWithoutNeed() {}

  static boolean isRunning(DFSClient client) {
    return client.isClientRunning();
  }
}
