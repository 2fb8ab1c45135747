package org.apache.hadoop.hdfs.server.datanode;

import java.util.List;

/** DataNodes that have all the threads for transfers at work that they may have. */
public final class BusyNodes {

  private static final int THREADS = 4096;

  private BusyNodes() {}

  /** Has nodes refuse every transfer, or serve them again. */
  public static void set(List<DataNode> nodes, boolean busy) {
    nodes.forEach(node -> node.getXferServer().maxXceiverCount = busy ? -1 : THREADS);
  }
}
