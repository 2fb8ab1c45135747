package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.namenode.OkapiNameNode;

/** The NameNode around a block manager, which knows it by its DataNodes alone. */
final class OwnNameNode {

  private OwnNameNode() {}

  static Namesystem namesystem(BlockManager blocks) {
    return namesystem(blocks.getDatanodeManager());
  }

  static Namesystem namesystem(DatanodeManager nodes) {
    return nodes.getHeartbeatManager().namesystem;
  }

  static OkapiNameNode state(BlockManager blocks) {
    return OkapiNameNode.of(namesystem(blocks));
  }

  /** Its settings. */
  static Configuration conf(BlockManager blocks) {
    return conf(blocks.getDatanodeManager());
  }

  static Configuration conf(DatanodeManager nodes) {
    // The one part of the block manager that hands it out.
    return nodes.getHostConfigManager().getConf();
  }
}
