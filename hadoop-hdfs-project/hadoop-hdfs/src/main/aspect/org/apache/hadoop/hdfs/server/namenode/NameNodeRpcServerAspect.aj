package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.ops.DataNodeNotices;
import io.okapifs.hdfs.seam.Release;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.util.VersionInfo;

/**
 * Why: DataNodes tell what they counted of their repairs, and what they still encode, in notices;
 * and which version they are when they register.
 * Ladder: heartbeats have no free field, and the notices of HDFS end in a line of the log.
 * Gone when: heartbeats carry metrics of a DataNode.
 */
aspect NameNodeRpcServerAspect {

  // ops: DataNodes tell what they counted of their repairs in notices
  pointcut notice(NameNodeRpcServer server, DatanodeRegistration node, int code, String message) :
      execution(public void NameNodeRpcServer.errorReport(DatanodeRegistration, int, String))
      && this(server) && args(node, code, message);

  // Such a notice is no error, and nothing else is done with it.
  void around(NameNodeRpcServer server, DatanodeRegistration node, int code, String message)
      throws IOException : notice(server, node, code, message) {
    if (!DataNodeNotices.take(server.namesystem, node, code, message)) {
      proceed(server, node, code, message);
    }
  }

  // ops: a DataNode's version is compared with ours
  pointcut expectedVersion() :
      call(public static String VersionInfo.getVersion())
      && withincode(private void NameNodeRpcServer.verifySoftwareVersion(DatanodeRegistration));

  String around() : expectedVersion() {
    return Release.version();
  }
}
