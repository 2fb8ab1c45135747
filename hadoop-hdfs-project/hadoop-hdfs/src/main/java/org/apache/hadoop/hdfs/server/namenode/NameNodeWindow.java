package org.apache.hadoop.hdfs.server.namenode;

import org.apache.hadoop.ipc.RPC;

/**
 * What HDFS keeps private of a NameNode's servers. No decision is taken here. Any thread may call
 * it.
 */
public final class NameNodeWindow {

  private NameNodeWindow() {}

  /** Whether calls of clients and DataNodes may be answered. */
  public static boolean isStarted(NameNode nameNode) {
    return nameNode.isStarted();
  }

  public static FSNamesystem namesystem(NameNodeRpcServer server) {
    return server.namesystem;
  }

  /** The server that DataNodes call. */
  public static RPC.Server serverOfDataNodes(NameNodeRpcServer server) {
    RPC.Server ofDataNodes = server.getServiceRpcServer();
    return ofDataNodes == null ? server.getClientRpcServer() : ofDataNodes;
  }
}
