package io.okapifs.hdfs.protocol;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OkapiAdminProtocol;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenSelector;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.token.TokenInfo;

/** {@link OkapiAdmin} as HDFS's RPC carries it. */
@ProtocolInfo(protocolName = OkapiAdmin.NAME, protocolVersion = 1)
@KerberosInfo(serverPrincipal = HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY)
@TokenInfo(DelegationTokenSelector.class)
public interface OkapiAdminPB extends OkapiAdminProtocol.BlockingInterface {}
