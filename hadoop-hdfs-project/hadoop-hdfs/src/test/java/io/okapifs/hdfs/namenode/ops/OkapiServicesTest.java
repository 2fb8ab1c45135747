package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.okapifs.hdfs.protocol.OkapiAdmin;
import io.okapifs.hdfs.protocol.OkapiAdminPB;
import io.okapifs.hdfs.protocol.PbCall;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.BeginTransitionsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CountsProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GoalProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMembersRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto.Kind;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomesProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.SenderProto;
import io.okapifs.hdfs.repair.OkapiDatanodeClient;
import io.okapifs.hdfs.repair.OkapiDatanodePB;
import io.okapifs.hdfs.repair.RepairReport;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.LocalAddressSocketFactory;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.AuditLogger;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What our services take and refuse, as calls of the NameNode's RPC servers. */
class OkapiServicesTest {

  private static final String FROM = "RS-3-2-64k";
  private static final String TO = "RS-6-3-64k";
  private static final Map<String, Map<String, Long>> SUMS = Map.of(TO, Map.of("Forged", 5L));

  @Cluster(
      dataNodes = 9,
      settings = {
        ClusterSettings.RETRY_SOON,
        DFSConfigKeys.DFS_NAMENODE_AUDIT_LOGGERS_KEY
            + "=io.okapifs.hdfs.namenode.ops.OkapiServicesTest$Audit"
      })
  private static BlockFileCluster cluster;
  private static Path file;
  private static Path coupled;

  @BeforeAll
  static void writeFiles() throws Exception {
    file = new Path(cluster.directory(FROM, 3), "file");
    cluster.write(file, BlockFileCluster.bytes(3L * BLOCK, 3));
    coupled = new Path(cluster.coupledDirectory(FROM), "coupled");
    cluster.write(coupled, BlockFileCluster.bytes(3L * BLOCK, 4));
    cluster.directory(TO, 3);
    // What begins does not end.
    BlockFileCluster.failRepairs();
  }

  private static <T> T stub(Class<T> type, InetSocketAddress server, Configuration settings)
      throws IOException {
    Configuration conf = new Configuration(settings);
    RPC.setProtocolEngine(conf, type, ProtobufRpcEngine2.class);
    return RPC.getProxy(
        type, RPC.getProtocolVersion(type), server, conf, NetUtils.getDefaultSocketFactory(conf));
  }

  private static OkapiAdminPB admin() throws IOException {
    return stub(
        OkapiAdminPB.class, cluster.mini().getNameNode().getNameNodeAddress(), cluster.fs().getConf());
  }

  private static SenderProto.Builder sender(DataNode node) {
    DatanodeID id = node.getDatanodeId();
    return SenderProto.newBuilder()
        .setDatanodeUuid(id.getDatanodeUuid())
        .setIpAddress(id.getIpAddr())
        .setTransferPort(id.getXferPort())
        .setBlockPool(cluster.mini().getNamesystem().getBlockPoolId());
  }

  private static EcReportResponseProto report(Configuration conf, SenderProto.Builder sender)
      throws IOException {
    EcReportRequestProto report =
        EcReportRequestProto.newBuilder()
            .setSender(sender).setRepairs(new RepairReport(1, SUMS).toProto()).build();
    OkapiDatanodePB stub =
        stub(OkapiDatanodePB.class, cluster.mini().getNameNode().getNameNodeAddress(), conf);
    try {
      return PbCall.unwrapped(() -> stub.report(null, report));
    } finally {
      RPC.stopProxy(stub);
    }
  }

  private static boolean isCounted() throws IOException {
    try (TransitionClient client = new TransitionClient(cluster.fs())) {
      return client.repairStats().getOrDefault(TO, Map.of()).containsKey("Forged");
    }
  }

  @Test
  void unregisteredAndForgedSendersAreRefused() throws Exception {
    Configuration conf = cluster.fs().getConf();
    DataNode node = cluster.mini().getDataNodes().get(0);
    Configuration elsewhere = new Configuration(conf);
    elsewhere.set("hadoop.rpc.socket.factory.class.default", LocalAddressSocketFactory.class.getName());
    assertForged(conf, sender(node).setDatanodeUuid("nobody"), "no such DataNode is registered");
    assertForged(conf, sender(node).setIpAddress("127.0.0.9"), "is not registered so");
    assertForged(conf, sender(node).setTransferPort(1), "is not registered so");
    assertForged(conf, sender(node).setBlockPool("BP-1"), "is not registered so");
    assertForged(elsewhere, sender(node), "does not come from the DataNode's address");
    assertThat(isCounted()).isFalse();
    assertThat(report(conf, sender(node)).hasLimits()).isTrue();
    assertThat(isCounted()).isTrue();
  }

  private static void assertForged(Configuration conf, SenderProto.Builder sender, String why) {
    assertThatThrownBy(() -> report(conf, sender))
        .isInstanceOf(RemoteException.class)
        .extracting(e -> ((RemoteException) e).unwrapRemoteException())
        .isInstanceOf(AccessControlException.class)
        .asString().contains("Refused a report: ").contains(why);
  }

  @Test
  void aMalformedMessageIsOneClearError() throws Exception {
    OkapiAdminPB admin = admin();
    assertThatThrownBy(
            () ->
                admin.beginTransitions(
                    null,
                    BeginTransitionsRequestProto.newBuilder().addPath("/").buildPartial()))
        .hasMessageContaining("missing required fields: goal");
    assertThatThrownBy(
            () ->
                admin.controlTransitions(
                    null,
                    ControlTransitionsRequestProto.newBuilder().addPath("/").buildPartial()))
        .hasMessageContaining("missing required fields: control");
    GoalProto nonsense = GoalProto.newBuilder().setPolicy("").build();
    assertThatThrownBy(() -> begin(admin, nonsense, List.of(file.toString())))
        .hasMessageContaining("no goal of a transition: policy=, priority=1");
    GoalProto goal = TransitionGoal.of(TO, TransitionRecord.NORMAL).toProto();
    for (int paths : new int[] {0, OkapiAdmin.PATHS_MAX + 1}) {
      assertThatThrownBy(() -> begin(admin, goal, Collections.nCopies(paths, file.toString())))
          .hasMessageContaining("1 to 1000 paths: beginTransition, paths=" + paths);
    }
    RPC.stopProxy(admin);
    assertThat(new TransitionClient(cluster.fs()).status(new Path("/"))).isEmpty();
  }

  private static OutcomesProto begin(OkapiAdminPB admin, GoalProto goal, List<String> paths)
      throws Exception {
    return admin.beginTransitions(
        null,
        BeginTransitionsRequestProto.newBuilder().setGoal(goal).addAllPath(paths).build());
  }

  @Test
  void eachPathHasAnOutcomeWhichTheServerCounts() throws Exception {
    OkapiAdminPB admin = admin();
    try {
      GoalProto same = TransitionGoal.of(FROM, TransitionRecord.NORMAL).toProto();
      List<String> paths =
          List.of(file.toString(), coupled.toString(), "/nothing", "not-absolute", "/");
      OutcomesProto nothing = begin(admin, same, paths);
      assertThat(nothing.getOutcomeList()).extracting(OutcomeProto::getKind)
          .containsExactly(
              Kind.ALREADY_SO, Kind.OTHER_LAYOUT, Kind.REFUSED, Kind.REFUSED, Kind.REFUSED);
      assertThat(nothing.getCounts())
          .isEqualTo(
              CountsProto.newBuilder().setAlreadySo(1).setOtherLayout(1).setRefused(3).build());
      assertThat(nothing.getOutcome(2).getReason()).contains("/nothing");
      GoalProto goal = TransitionGoal.of(TO, TransitionRecord.NORMAL).toProto();
      assertThat(begin(admin, goal, List.of(file.toString(), file.toString())).getCounts())
          .isEqualTo(CountsProto.newBuilder().setTaken(2).build());
    } finally {
      new TransitionClient(cluster.fs()).cancel(file);
      RPC.stopProxy(admin);
    }
  }

  /** Neither as it was before, nor by a client of WebHDFS, which has no such call. */
  @Test
  void anAttributeBeginsNoTransition() throws Exception {
    byte[] value = "policy=RS-6-3-64k priority=1".getBytes(StandardCharsets.UTF_8);
    URI http =
        URI.create(
            "webhdfs://localhost:" + cluster.mini().getNameNode().getHttpAddress().getPort());
    try (FileSystem web = FileSystem.newInstance(http, cluster.fs().getConf())) {
      for (FileSystem each : List.of(cluster.fs(), web)) {
        Throwable refused =
            catchThrowable(() -> each.setXAttr(file, TransitionRecord.FULL_XATTR, value));
        assertThat(refused).as("%s", each.getUri()).isInstanceOf(IOException.class)
            .hasMessageContaining(TransitionRecord.FULL_XATTR);
        assertThat(catchThrowable(() -> each.getXAttr(file, TransitionRecord.FULL_XATTR)))
            .isInstanceOf(IOException.class);
      }
    }
    assertThat(new TransitionClient(cluster.fs()).status(file)).isEmpty();
  }

  /** A DataNode's server has none of our services, as a stock NameNode and a Router. */
  @Test
  void aServerWithoutOurServicesIsNamedInOneSentenceAndLeftAlone() throws Exception {
    DataNode node = cluster.mini().getDataNodes().get(0);
    InetSocketAddress other = new InetSocketAddress("127.0.0.1", node.getIpcPort());
    URI uri = URI.create("hdfs://127.0.0.1:" + node.getIpcPort());
    try (DistributedFileSystem fs =
            (DistributedFileSystem) FileSystem.newInstance(uri, cluster.fs().getConf());
        TransitionClient client = new TransitionClient(fs)) {
      assertThatThrownBy(() -> client.begin(file, TO, TransitionRecord.NORMAL))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("What answers at " + uri + " does not know transitions")
          .hasMessageContaining("-fs hdfs://NAMESERVICE");
    }
    LogCapturer log =
        LogCapturer.captureLogs(LoggerFactory.getLogger(OkapiDatanodeClient.class));
    EcReportRequestProto report =
        EcReportRequestProto.newBuilder().setSender(sender(node)).build();
    try (OkapiDatanodeClient client = new OkapiDatanodeClient(other, cluster.fs().getConf())) {
      assertThat(client.report(report)).isEmpty();
      assertThat(client.report(report)).isEmpty();
    } finally {
      log.stopCapturing();
    }
    assertThat(log.getOutput().lines().filter(line -> line.contains("is of stock HDFS"))).hasSize(1);
    assertThat(log.getOutput()).doesNotContain("\tat ");
  }

  /** Keeps what HDFS would log. */
  public static final class Audit implements AuditLogger {

    private static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();

    @Override
    public void initialize(Configuration conf) {
      SEEN.clear();
    }

    @Override
    public void logAuditEvent(
        boolean allowed, String user, InetAddress address, String command, String src, String dst,
        FileStatus status) {
      SEEN.add(command + " " + src + " " + allowed);
    }
  }

  @Test
  void callsAreAudited() throws Exception {
    try (TransitionClient client = new TransitionClient(cluster.fs())) {
      client.begin(file, TO, TransitionRecord.NORMAL);
      client.pause(file);
      client.resume(file);
      client.list(file);
      client.cancel(file);
    }
    UserGroupInformation stranger =
        UserGroupInformation.createUserForTesting("stranger", new String[] {"none"});
    URI uri = cluster.mini().getURI();
    try (DistributedFileSystem fs =
            stranger.doAs(
                (PrivilegedExceptionAction<DistributedFileSystem>)
                    () ->
                        (DistributedFileSystem)
                            FileSystem.newInstance(uri, cluster.fs().getConf()));
        TransitionClient client = new TransitionClient(fs)) {
      assertThatThrownBy(() -> client.begin(file, TO, TransitionRecord.NORMAL))
          .isInstanceOf(AccessControlException.class);
      assertThatThrownBy(() -> client.list(file.getParent()))
          .isInstanceOf(AccessControlException.class);
      assertThatThrownBy(client::repairStats).isInstanceOf(AccessControlException.class);
      assertThatThrownBy(() -> client.checkStop(List.of("some-node")))
          .isInstanceOf(AccessControlException.class);
      assertThatThrownBy(
              () -> client.nodes(ListNodesRequestProto.newBuilder().addNode("some-node").build()))
          .isInstanceOf(AccessControlException.class);
      assertThatThrownBy(
              () -> client.members(
                  ListMembersRequestProto.newBuilder().setNode("some-node").build()))
          .isInstanceOf(AccessControlException.class);
    }
    assertThat(Audit.SEEN).contains("listNodes some-node false", "listMembers some-node false");
    String begin = "beginTransition (policy=" + TO + ") " + file;
    assertThat(Audit.SEEN)
        .contains(
            begin + " true", begin + " false", "getRepairStats null false",
            "checkStop some-node false", "pauseTransition " + file + " true",
            "resumeTransition " + file + " true", "listTransitions " + file + " true",
            "cancelTransition " + file + " true",
            "listTransitions " + file.getParent() + " false");
  }
}
