package org.apache.hadoop.hdfs.server.blockmanagement;

/** How many DataNodes may get blocks. */
public final class NodesInService {

  private NodesInService() {}

  /**
   * Their number, between two heartbeats: during one HDFS takes its node out of the numbers and
   * puts it back. May be called with the namesystem's lock held.
   */
  public static int count(BlockManager blocks) {
    HeartbeatManager heartbeats = blocks.getDatanodeManager().getHeartbeatManager();
    synchronized (heartbeats) {
      return heartbeats.getNumDatanodesInService();
    }
  }
}
