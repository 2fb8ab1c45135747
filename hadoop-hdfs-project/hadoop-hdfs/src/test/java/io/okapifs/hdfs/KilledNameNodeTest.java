package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process of a NameNode is killed under a writer, which goes on with the next one. */
class KilledNameNodeTest {

  private static final long SEED = Long.getLong("io.okapifs.seed", System.nanoTime());
  private static final int NODES = 6;
  private static final int R = 2;
  private static final int[] STRIPE_WIDTHS = {1, 2, 3, 5, 6};

  @TempDir Path temporary;

  private final Configuration conf = new HdfsConfiguration();
  private final List<DataNode> dataNodes = new ArrayList<>();
  private ChildJvm nameNode;
  private DistributedFileSystem fs;

  @BeforeEach
  void start() throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true);
    conf.set(DFSConfigKeys.FS_DEFAULT_NAME_KEY, "hdfs://127.0.0.1:" + freePort(new Random()));
    conf.set(DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY, temporary.resolve("name").toUri() + "");
    conf.set(DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY, "127.0.0.1:0");
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    // A NameNode that serves before the DataNodes are back, and have told what room they have,
    // refuses the next stripe for good.
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 5000);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_MIN_DATANODES_KEY, NODES);
    conf.setBoolean(HdfsClientConfigKeys.Retry.POLICY_ENABLED_KEY, true);
    conf.set(HdfsClientConfigKeys.Retry.POLICY_SPEC_KEY, "200,300");
    DFSTestUtil.formatNameNode(conf);
    startNameNode();
    for (int i = 0; i < NODES; i++) {
      dataNodes.add(startDataNode(temporary.resolve("data" + i)));
    }
    fs = (DistributedFileSystem) FileSystem.newInstance(conf);
    ErasureCodingPolicy policy = new ErasureCodingPolicy(new ECSchema("rs", 3, R), CELL);
    fs.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
    fs.enableErasureCodingPolicy(policy.getName());
    for (int stripeWidth : STRIPE_WIDTHS) {
      fs.mkdirs(directory(stripeWidth));
      fs.setErasureCodingPolicy(directory(stripeWidth), policy.getName() + "@" + stripeWidth);
    }
    BlockFileCluster.await(
        "DataNodes", () -> fs.getDataNodeStats().length == NODES);
  }

  @AfterEach
  void stop() throws IOException {
    dataNodes.forEach(DataNode::shutdown);
    nameNode.close();
    fs.close();
  }

  /** Below the ports that connections get: the port must stay free while nobody listens. */
  private static int freePort(Random random) throws IOException {
    for (;;) {
      int port = 20_000 + random.nextInt(10_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException taken) {
        // The next one.
      }
    }
  }

  private void startNameNode() throws IOException {
    List<String> options = new ArrayList<>();
    for (String key : List.of(
        DFSConfigKeys.FS_DEFAULT_NAME_KEY, DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY,
        DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY, DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY,
        DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY,
        DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY,
        DFSConfigKeys.DFS_NAMENODE_SAFEMODE_MIN_DATANODES_KEY)) {
      options.add("-D" + key + "=" + conf.get(key));
    }
    nameNode =
        ChildJvm.woven(
            temporary.resolve("log"), NameNode.class.getName(), options.toArray(String[]::new));
  }

  private DataNode startDataNode(Path directory) throws IOException {
    Configuration own = new Configuration(conf);
    own.set(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, directory.toUri().toString());
    for (String address : List.of(
        DFSConfigKeys.DFS_DATANODE_ADDRESS_KEY, DFSConfigKeys.DFS_DATANODE_HTTP_ADDRESS_KEY,
        DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_KEY)) {
      own.set(address, "127.0.0.1:0");
    }
    DataNode node = DataNode.instantiateDataNode(new String[0], own);
    node.runDatanodeDaemon();
    return node;
  }

  private static org.apache.hadoop.fs.Path directory(int stripeWidth) {
    return new org.apache.hadoop.fs.Path("/width-" + stripeWidth);
  }

  @Test
  void writersGoOnAndClosedFilesAreThereBehindKillsAtSeededPoints() throws Exception {
    Random random = new Random(SEED);
    Map<org.apache.hadoop.fs.Path, byte[]> written = new LinkedHashMap<>();
    for (int stripeWidth : STRIPE_WIDTHS) {
      int length = (6 + random.nextInt(4)) * BLOCK + random.nextInt(CELL);
      byte[] bytes = BlockFileCluster.bytes(length, stripeWidth);
      int at = random.nextInt(length);
      org.apache.hadoop.fs.Path file =
          new org.apache.hadoop.fs.Path(
              directory(stripeWidth), "seed-" + SEED + "-killed-at-" + at + "-of-" + length);
      try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK)) {
        out.write(bytes, 0, at);
        kill();
        if (at < stripeWidth * BLOCK) {
          awaitRoom();
        }
        out.write(bytes, at, length - at);
      }
      written.put(file, bytes);
    }
    // All but the last were closed before the last kill.
    check(written);
  }

  /** Around its first step, between that and its last one, and when it is seen to have ended. */
  @Test
  void aTransitionGoesOnBehindKills() throws Exception {
    ErasureCodingPolicy wider = new ErasureCodingPolicy(new ECSchema("rs", 4, R), CELL);
    fs.addErasureCodingPolicies(new ErasureCodingPolicy[] {wider});
    fs.enableErasureCodingPolicy(wider.getName());
    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(directory(2), "transition-" + SEED);
    byte[] bytes = BlockFileCluster.bytes(7 * BLOCK + 5, SEED);
    try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK)) {
      out.write(bytes);
    }
    check(Map.of(file, bytes));
    TransitionClient transitions = new TransitionClient(fs);
    BlockFileCluster.failRepairs();
    try {
      transitions.begin(file, wider.getName(), TransitionRecord.NORMAL);
      kill();
      BlockFileCluster.await(
          "start",
          () ->
              transitions.status(file).stream().anyMatch(each -> each.step() == Step.STARTED));
      kill();
    } finally {
      BlockFileCluster.allowRepairs();
    }
    BlockFileCluster.await("end", () -> transitions.status(file).isEmpty());
    kill();
    // What was seen may not have been durable yet; then it is done once more.
    BlockFileCluster.await("end", () -> transitions.status(file).isEmpty());
    assertThat(policyOf(file)).isEqualTo(wider.getName());
    try (FSDataInputStream in = fs.open(file)) {
      assertThat(in.readAllBytes()).isEqualTo(bytes);
    }
    assertThat(EcRun.run(conf, "-verify", "-path", file.toString()).exitCode()).isZero();
  }

  private String policyOf(org.apache.hadoop.fs.Path file) throws IOException {
    return StripeView.of(fs.getClient().getFileInfo(file.toString()).getErasureCodingPolicy())
        .group().name();
  }

  /** SIGKILL, on Linux. */
  private void kill() throws IOException {
    assertThat(nameNode.isAlive()).as("runs; log: %s", nameNode.log()).isTrue();
    nameNode.close();
    startNameNode();
  }

  /**
   * A NameNode that has no block to wait for leaves safe mode as soon as nodes have registered, and
   * refuses blocks, as HDFS does, until they have told what room they have.
   */
  private void awaitRoom() throws Exception {
    BlockFileCluster.await("DataNodes with room",
        () -> Stream.of(fs.getDataNodeStats(DatanodeReportType.LIVE))
            .filter(node -> node.getRemaining() > 0)
            .count() == NODES);
  }

  private void check(Map<org.apache.hadoop.fs.Path, byte[]> written) throws Exception {
    for (Map.Entry<org.apache.hadoop.fs.Path, byte[]> file : written.entrySet()) {
      try (FSDataInputStream in = fs.open(file.getKey())) {
        assertThat(in.readAllBytes()).as("%s", file.getKey()).isEqualTo(file.getValue());
      }
      BlockFileCluster.await(
          "all parity of " + file.getKey(), () -> isProtected(file.getKey(), file.getValue()));
    }
  }

  private boolean isProtected(org.apache.hadoop.fs.Path file, byte[] bytes) throws IOException {
    List<LocatedBlock> groups =
        fs.getClient().getNamenode()
            .getBlockLocations(file.toString(), ParityRequests.listingOffset(0), 100)
            .getLocatedBlocks();
    int blocks = 0;
    int stripeWidth = Integer.parseInt(file.getParent().getName().substring("width-".length()));
    for (long begin = 0; begin < bytes.length; begin += (long) stripeWidth * BLOCK) {
      long cells = (Math.min(bytes.length - begin, (long) stripeWidth * BLOCK) + CELL - 1) / CELL;
      blocks += (int) Math.min(cells, stripeWidth);
    }
    return groups.size() == (blocks + 2) / 3
        && groups.stream().allMatch(group -> group.getLocations().length == R);
  }
}
