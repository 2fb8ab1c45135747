package io.okapifs.hdfs.repair;

import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.OkapiDatanodeProtocol;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;

/** {@link OkapiDatanode} as HDFS's RPC carries it. */
@ProtocolInfo(protocolName = OkapiDatanode.NAME, protocolVersion = 1)
@KerberosInfo(
    serverPrincipal = DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
    clientPrincipal = DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY)
public interface OkapiDatanodePB extends OkapiDatanodeProtocol.BlockingInterface {}
