package org.apache.hadoop.hdfs.server.datanode;

import io.okapifs.hdfs.datanode.repair.OkapiDataNode;
import io.okapifs.hdfs.seam.DaemonStart;
import io.okapifs.hdfs.seam.Release;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.SecureDataNodeStarter.SecureResources;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.util.VersionInfo;

/**
 * Why: a DataNode of which only a part is woven would repair groups wrongly; it must not start. It
 * says which version it is.
 * Ladder: nothing configurable runs before the volumes are opened.
 * Gone when: HDFS needs no weaving for decoupled files.
 */
aspect DataNodeAspect {

  declare parents : DataNode implements OkapiDataNode.Held;

  private final OkapiDataNode DataNode.okapiDataNode = new OkapiDataNode();

  public OkapiDataNode DataNode.okapi() {
    return okapiDataNode;
  }

  // ops: a DataNode that is woven in part must not start
  pointcut instantiateDataNode(Configuration conf) :
      execution(public static DataNode DataNode.instantiateDataNode(
          String[], Configuration, SecureResources))
      && args(*, conf, *);

  before(Configuration conf) throws IOException : instantiateDataNode(conf) {
    DaemonStart.ofDataNode(conf);
  }

  // ops: a NameNode is told what a DataNode is
  pointcut registered(DataNode node, String pool) :
      execution(void DataNode.bpRegistrationSucceeded(DatanodeRegistration, String))
      && this(node)
      && args(*, pool);

  after(DataNode node, String pool) returning : registered(node, pool) {
    OkapiDataNode.registered(node, pool);
  }

  // ops: the NameNode, JMX and dfsadmin are told our version
  pointcut version() : call(public static String VersionInfo.getVersion()) && within(DataNode);

  String around() : version() {
    return Release.version();
  }
}
