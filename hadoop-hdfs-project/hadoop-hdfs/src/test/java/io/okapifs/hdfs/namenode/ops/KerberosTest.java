package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.PbCall;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EncodingsProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.SenderProto;
import io.okapifs.hdfs.repair.OkapiDatanode;
import io.okapifs.hdfs.repair.OkapiDatanodePB;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.FileLife;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HDFSPolicyProvider;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenSelector;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;
import org.apache.hadoop.security.token.TokenInfo;
import org.apache.hadoop.test.Whitebox;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users, NameNode and DataNodes know each other by Kerberos, and what they transfer is encrypted. */
class KerberosTest {

  private static MiniKdc kdc;
  private static BlockFileCluster cluster;
  private static UserGroupInformation user;
  private static String usersKeytab;

  @BeforeAll
  static void start(@TempDir java.nio.file.Path directory) throws Exception {
    kdc = new MiniKdc(MiniKdc.createConf(), directory.toFile());
    kdc.start();
    java.nio.file.Path daemons = directory.resolve("daemons.keytab");
    java.nio.file.Path users = directory.resolve("users.keytab");
    kdc.createPrincipal(daemons.toFile(), "hdfs/localhost", "HTTP/localhost");
    kdc.createPrincipal(users.toFile(), "user/localhost");
    Configuration login = new Configuration();
    secure(login, daemons.toString());
    UserGroupInformation.setConfiguration(login);
    cluster =
        new BlockFileCluster(
            FileLife.NODES,
            conf -> {
              ClusterSettings.of(ClusterSettings.RETRY_SOON).accept(conf);
              secure(conf, daemons.toString());
            });
    usersKeytab = users.toString();
    user =
        UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal("user"), usersKeytab);
  }

  private static String principal(String name) {
    return name + "/localhost@" + kdc.getRealm();
  }

  private static void secure(Configuration conf, String keytab) {
    SecurityUtil.setAuthenticationMethod(AuthenticationMethod.KERBEROS, conf);
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.set(HdfsClientConfigKeys.DFS_DATA_TRANSFER_PROTECTION_KEY, "privacy");
    // As on a cluster with HTTPS alone, for which no certificates are made here.
    conf.setBoolean(DFSConfigKeys.IGNORE_SECURE_PORTS_FOR_TESTING_KEY, true);
    conf.set(DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY, principal("hdfs"));
    conf.set(DFSConfigKeys.DFS_NAMENODE_KEYTAB_FILE_KEY, keytab);
    conf.set(DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY, principal("hdfs"));
    conf.set(DFSConfigKeys.DFS_DATANODE_KEYTAB_FILE_KEY, keytab);
    conf.set(DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_PRINCIPAL_KEY, principal("HTTP"));
    conf.set(DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_KEYTAB_KEY, keytab);
  }

  @AfterAll
  static void stop() {
    cluster.close();
    kdc.stop();
    UserGroupInformation.reset();
    UserGroupInformation.setConfiguration(new Configuration());
  }

  @Test
  void filesLiveThere() throws Exception {
    assertThat(UserGroupInformation.getLoginUser().getAuthenticationMethod())
        .isEqualTo(AuthenticationMethod.KERBEROS);
    FileLife.of(cluster).live(new Path("/files"));
  }

  @Test
  void aUserChangesOwnFilesAlone() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK, 3);
    Path directory = cluster.directory("RS-3-2-64k", 2);
    Path file = new Path(directory, "own");
    Path other = new Path(directory, "other");
    cluster.write(other, bytes);
    cluster.fs().setPermission(other, new FsPermission((short) 0600));
    cluster.fs().setOwner(directory, "user", "user");
    try (DistributedFileSystem seen = as(user)) {
      try (var out = seen.create(file, true, 4096, (short) 1, BLOCK)) {
        out.write(bytes);
      }
      HealthChecks.awaitWhole(cluster, file, bytes);
      cluster.delete(cluster.member(file, 0, 1));
      try (var in = seen.open(file)) {
        assertThat(in.readAllBytes()).isEqualTo(bytes);
      }
      TransitionClient transitions = new TransitionClient(seen);
      transitions.begin(file, "RS-6-3-64k", TransitionRecord.NORMAL);
      BlockFileCluster.await("the end", () -> transitions.status(file).isEmpty());
      assertThat(seen.getErasureCodingPolicy(file).getName()).isEqualTo("RS-6-3-64k@2");
      assertThatThrownBy(() -> seen.open(other)).isInstanceOf(AccessControlException.class);
      assertThatThrownBy(
              () -> transitions.begin(other, "RS-6-3-64k", TransitionRecord.NORMAL))
          .isInstanceOf(AccessControlException.class);
    }
  }

  /** As on nodes of a job, which have no ticket. */
  @Test
  void aDelegationTokenIsEnoughForOurService() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "of-a-job");
    cluster.write(file, BlockFileCluster.bytes(3L * BLOCK, 4));
    cluster.fs().setOwner(file, "user", "user");
    UserGroupInformation job =
        UserGroupInformation.createRemoteUser("user", AuthenticationMethod.TOKEN.getAuthMethod());
    try (DistributedFileSystem withTicket = as(user)) {
      job.addToken(withTicket.getDelegationToken("user"));
    }
    try (DistributedFileSystem withToken = as(job);
        TransitionClient transitions = new TransitionClient(withToken)) {
      transitions.begin(file, "RS-6-3-64k", TransitionRecord.NORMAL);
      BlockFileCluster.await("the end", () -> transitions.status(file).isEmpty());
      assertThat(withToken.getErasureCodingPolicy(file).getName()).isEqualTo("RS-6-3-64k@3");
    }
    UserGroupInformation nobody =
        UserGroupInformation.createRemoteUser("user", AuthenticationMethod.TOKEN.getAuthMethod());
    assertThatThrownBy(
            () -> {
              try (DistributedFileSystem fs = as(nobody);
                  TransitionClient transitions = new TransitionClient(fs)) {
                transitions.list(file);
              }
            })
        .isInstanceOf(IOException.class);
  }

  /** It knows the ids of DataNodes, and comes from their address. */
  @Test
  void onlyDataNodesReport() throws Exception {
    BlockFileCluster.await(
        "the reports of repairs",
        () -> {
          try (TransitionClient client = new TransitionClient(cluster.fs())) {
            return !client.repairStats().isEmpty() || repairSomething();
          }
        });
    EcReportRequestProto report = reportOfADataNode();
    assertThat(report(UserGroupInformation.getLoginUser(), report, OkapiDatanodePB.class).hasLimits())
        .isTrue();
    assertThatThrownBy(() -> report(user, report, OkapiDatanodePB.class))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Refused a report: it comes from " + principal("user"))
        .hasMessageContaining("not from " + principal("hdfs"));
    UserGroupInformation job =
        UserGroupInformation.createRemoteUser(
            principal("hdfs"), AuthenticationMethod.TOKEN.getAuthMethod());
    job.addToken(cluster.fs().getDelegationToken("hdfs"));
    assertThatThrownBy(() -> report(job, report, WithToken.class))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Refused a report: it comes from " + principal("hdfs"));
  }

  /** As the client of somebody who got a token of the DataNodes' user. */
  @ProtocolInfo(protocolName = OkapiDatanode.NAME, protocolVersion = 1)
  @KerberosInfo(serverPrincipal = DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY)
  @TokenInfo(DelegationTokenSelector.class)
  interface WithToken extends OkapiDatanodePB {}

  private static EcReportRequestProto reportOfADataNode() {
    DatanodeID node = cluster.mini().getDataNodes().get(0).getDatanodeId();
    return EcReportRequestProto.newBuilder()
        .setSender(
            SenderProto.newBuilder()
                .setDatanodeUuid(node.getDatanodeUuid())
                .setIpAddress(node.getIpAddr())
                .setTransferPort(node.getXferPort())
                .setBlockPool(cluster.mini().getNamesystem().getBlockPoolId()))
        .setEncodings(EncodingsProto.getDefaultInstance())
        .build();
  }

  private static boolean repairSomething() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 2), "damaged");
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 5);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    BlockFileCluster.Replica lost = cluster.member(file, 0, 0);
    cluster.delete(lost);
    cluster.reportCorrupt(List.of(lost));
    HealthChecks.awaitWhole(cluster, file, bytes);
    return false;
  }

  private static EcReportResponseProto report(
      UserGroupInformation caller, EcReportRequestProto report,
      Class<? extends OkapiDatanodePB> type) throws Exception {
    Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
    RPC.setProtocolEngine(conf, type, ProtobufRpcEngine2.class);
    return caller.doAs(
        (PrivilegedExceptionAction<EcReportResponseProto>)
            () -> {
              OkapiDatanodePB stub =
                  RPC.getProxy(
                      type, RPC.getProtocolVersion(type),
                      cluster.mini().getNameNode().getNameNodeAddress(), caller, conf,
                      NetUtils.getDefaultSocketFactory(conf));
              try {
                return PbCall.unwrapped(() -> stub.report(null, report));
              } finally {
                RPC.stopProxy(stub);
              }
            });
  }

  @Test
  void whoIsNotInItsListMayNotCallAService() throws Exception {
    Configuration closed = new Configuration(cluster.mini().getConfiguration(0));
    closed.set(OkapiAdmin.ACL_KEY, "somebody");
    closed.set(OkapiDatanode.ACL_KEY, "somebody");
    Server server = NameNodeAdapter.getRpcServer(cluster.mini().getNameNode());
    server.refreshServiceAclWithLoadedConfiguration(closed, new HDFSPolicyProvider());
    // As with hadoop.security.authorization, which is read when the server is built.
    Whitebox.setInternalState(server, "authorize", true);
    try {
      // One that has no connection yet: HDFS looks when one is made.
      UserGroupInformation fresh =
          UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal("user"), usersKeytab);
      try (DistributedFileSystem fs = as(fresh);
          TransitionClient transitions = new TransitionClient(fs)) {
        assertThat(fs.exists(new Path("/"))).isTrue();
        assertThatThrownBy(() -> transitions.history(new Path("/")))
            .isInstanceOf(IOException.class)
            .hasMessageContaining(principal("user"))
            .hasMessageContaining("not authorized")
            .hasMessageContaining(OkapiAdmin.NAME);
      }
      assertThatThrownBy(() -> report(fresh, reportOfADataNode(), OkapiDatanodePB.class))
          .hasMessageContaining("not authorized")
          .hasMessageContaining(OkapiDatanode.NAME);
    } finally {
      Whitebox.setInternalState(server, "authorize", false);
      server.refreshServiceAclWithLoadedConfiguration(
          cluster.mini().getConfiguration(0), new HDFSPolicyProvider());
    }
  }

  private static DistributedFileSystem as(UserGroupInformation caller)
      throws IOException, InterruptedException {
    return caller.doAs(
        (PrivilegedExceptionAction<DistributedFileSystem>)
            () ->
                (DistributedFileSystem)
                    FileSystem.newInstance(
                        cluster.mini().getURI(), cluster.mini().getConfiguration(0)));
  }
}
