package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.ops.OkapiAdminServer;
import io.okapifs.hdfs.namenode.ops.OkapiDatanodeServer;
import io.okapifs.hdfs.protocol.OkapiAdminPB;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OkapiAdminProtocol;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.OkapiDatanodeProtocol;
import io.okapifs.hdfs.repair.OkapiDatanodePB;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.ipc.RPC;

/** Our services on the servers of a NameNode. */
public final class OkapiServices {

  private OkapiServices() {}

  /** Adds them to servers that are built and not started. */
  @Woven
  public static void add(NameNodeRpcServer server, NameNode nameNode, Configuration conf)
      throws IOException {
    AdminCalls admin = new AdminCalls(nameNode, server.namesystem);
    DFSUtil.addPBProtocol(
        conf, OkapiAdminPB.class,
        OkapiAdminProtocol.newReflectiveBlockingService(new OkapiAdminServer(admin)),
        server.getClientRpcServer());
    DataNodeReports reports = new DataNodeReports(nameNode, server.namesystem, conf);
    RPC.Server ofDataNodes = server.getServiceRpcServer();
    DFSUtil.addPBProtocol(
        conf, OkapiDatanodePB.class,
        OkapiDatanodeProtocol.newReflectiveBlockingService(new OkapiDatanodeServer(reports)),
        ofDataNodes == null ? server.getClientRpcServer() : ofDataNodes);
  }
}
