package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ChildJvm;
import io.okapifs.testing.Seed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.PatientReports;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A NameNode in a process of its own, which is killed, and DataNodes in this one. */
public abstract class KilledNameNodeCases {

  public static final long SEED = Seed.get();
  static final int NODES = 6;
  public static final int R = 2;
  static final int[] STRIPE_WIDTHS = {1, 2, 3, 5, 6};

  @TempDir Path temporary;

  public final Configuration conf = new HdfsConfiguration();
  private final List<DataNode> dataNodes = new ArrayList<>();
  private ChildJvm nameNode;
  public DistributedFileSystem fs;

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
    own.set(DFSConfigKeys.DFS_DATANODE_PLUGINS_KEY, PatientReports.class.getName());
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

  static org.apache.hadoop.fs.Path directory(int stripeWidth) {
    return new org.apache.hadoop.fs.Path("/width-" + stripeWidth);
  }

  /** SIGKILL, on Linux. */
  void kill() throws IOException {
    assertThat(nameNode.isAlive()).as("runs; log: %s", nameNode.log()).isTrue();
    nameNode.close();
    startNameNode();
  }

  void check(Map<org.apache.hadoop.fs.Path, byte[]> written) throws Exception {
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
