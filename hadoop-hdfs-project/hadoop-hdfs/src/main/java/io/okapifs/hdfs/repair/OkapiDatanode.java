package io.okapifs.hdfs.repair;

import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportResponseProto;
import java.io.IOException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.security.KerberosInfo;

/**
 * What DataNodes tell every NameNode, active or not, beside HDFS's own reports. Its name is that of
 * the service, and the key of its ACL is {@link #ACL_KEY}. Any thread may call it.
 */
@KerberosInfo(
    serverPrincipal = DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
    clientPrincipal = DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY)
public interface OkapiDatanode {

  /** Name of the service on the wire: that of this class, which servers load. */
  String NAME = "io.okapifs.hdfs.repair.OkapiDatanode";

  /** Who may call it; not set: everybody who is registered. */
  String ACL_KEY = "security.okapi.datanode.protocol.acl";

  /**
   * Takes a report, which may come twice and in any order.
   *
   * @throws IOException where the sender is not registered as it says, or the report is none
   */
  EcReportResponseProto report(EcReportRequestProto report) throws IOException;
}
