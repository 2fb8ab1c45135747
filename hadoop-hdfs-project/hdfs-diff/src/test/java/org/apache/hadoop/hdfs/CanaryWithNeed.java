package org.apache.hadoop.hdfs;

import java.io.IOException;

/** Uses what only this package may. */
final class CanaryWithNeed {

  private CanaryWithNeed() {}

  static void check(DFSClient client) throws IOException {
    client.checkOpen();
  }
}
