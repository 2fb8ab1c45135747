package io.okapifs.hdfs.namenode.ops;

import io.okapifs.Woven;
import io.okapifs.hdfs.protocol.OkapiAdminPB;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OkapiAdminProtocol;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.OkapiDatanodeProtocol;
import io.okapifs.hdfs.repair.OkapiDatanodePB;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.hdfs.server.namenode.NameNodeWindow;

/** Our services on the servers of a NameNode. */
public final class OkapiServices {

  private OkapiServices() {}

  /** Adds them to servers that are built and not started. */
  @Woven
  public static void add(NameNodeRpcServer server, NameNode nameNode, Configuration conf)
      throws IOException {
    FSNamesystem namesystem = NameNodeWindow.namesystem(server);
    AdminCalls admin = new AdminCalls(nameNode, namesystem);
    DFSUtil.addPBProtocol(
        conf, OkapiAdminPB.class,
        OkapiAdminProtocol.newReflectiveBlockingService(new OkapiAdminServer(admin)),
        server.getClientRpcServer());
    DataNodeReports reports = new DataNodeReports(nameNode, namesystem, conf);
    DFSUtil.addPBProtocol(
        conf, OkapiDatanodePB.class,
        OkapiDatanodeProtocol.newReflectiveBlockingService(new OkapiDatanodeServer(reports)),
        NameNodeWindow.serverOfDataNodes(server));
  }
}
