package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.ops.OkapiServices;
import io.okapifs.hdfs.seam.Release;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.util.VersionInfo;

/**
 * Why: clients ask for transitions, and DataNodes tell of their repairs, by services of their own
 * on the NameNode's ports; and DataNodes tell which version they are when they register.
 * Ladder: the servers are built in a constructor that takes no more services.
 * Gone when: HDFS changes the policy of stored files, and heartbeats carry metrics of a DataNode.
 */
aspect NameNodeRpcServerAspect {

  // ops: clients and DataNodes have services of their own
  pointcut construct(NameNodeRpcServer server, Configuration conf, NameNode nameNode) :
      execution(public NameNodeRpcServer.new(Configuration, NameNode))
      && this(server) && args(conf, nameNode);

  after(NameNodeRpcServer server, Configuration conf, NameNode nameNode) returning
      throws IOException : construct(server, conf, nameNode) {
    OkapiServices.add(server, nameNode, conf);
  }

  // ops: a DataNode's version is compared with ours
  pointcut expectedVersion() :
      call(public static String VersionInfo.getVersion())
      && withincode(private void NameNodeRpcServer.verifySoftwareVersion(DatanodeRegistration));

  String around() : expectedVersion() {
    return Release.version();
  }
}
