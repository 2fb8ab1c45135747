package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRequest;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transition goes on at the other NameNode, wherever in its edits the active one ends. */
class TransitionFailoverTest {

  private static final long SEED = Long.getLong("io.okapifs.seed", System.nanoTime());
  private static final int POINTS = 8;
  private static final int ADOPTIONS = 4;
  private static final int WIDTH = 2;
  private static final Path FILE = new Path("/changing/file");
  private static final int BLOCKS = 12;
  private static final int[] MEMBERS = {3, 6};
  private static final int R = 2;

  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;
  private int active;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 5);
    conf.setInt(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 0);
    // A failure may leave one NameNode dead, for which nodes that stop would wait.
    conf.setInt("ipc.client.connect.max.retries", 3);
    cluster = KeptPorts.pair(conf, 9).build();
    cluster.waitActive();
    cluster.transitionToActive(active);
    fs = (DistributedFileSystem) HATestUtil.configureFailoverFs(cluster, conf);
    for (int k : MEMBERS) {
      ErasureCodingPolicy policy = new ErasureCodingPolicy(new ECSchema("rs", k, R), CELL);
      fs.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
      fs.enableErasureCodingPolicy(policy.getName());
    }
    fs.mkdirs(FILE.getParent());
    fs.setErasureCodingPolicy(FILE.getParent(), policy(MEMBERS[0]) + "@" + WIDTH);
  }

  @AfterEach
  void stop() throws IOException {
    fs.close();
    ClusterEnd.of(cluster);
  }

  private static String policy(int k) {
    return ErasureCodingPolicy.composePolicyName(new ECSchema("rs", k, R), CELL);
  }

  /** From one policy to the other and back: request, ids of new groups, start, commit. */
  @Test
  void aTransitionGoesOnBehindKillsAndFailoversAtSeededEdits() throws Exception {
    byte[] bytes = BlockFileCluster.bytes((BLOCKS - 1L) * BLOCK + 5, SEED);
    write(FILE, bytes);
    Random random = new Random(SEED);
    for (int point = 1; point <= POINTS; point++) {
      int k = MEMBERS[point % 2];
      change("point " + point, FILE, k, begin(policy(k)), policy(k) + "@" + WIDTH, bytes, random);
    }
  }

  /** The other NameNode has to replace the block groups that it knows, too, both ways. */
  @Test
  void anAdoptionAndTheWayBackGoOnBehindKillsAndFailoversAtSeededEdits() throws Exception {
    Random random = new Random(SEED);
    int k = MEMBERS[0];
    for (int point = 1; point <= ADOPTIONS; point++) {
      Path file = new Path("/coupled/file" + point);
      fs.mkdirs(file.getParent());
      fs.setErasureCodingPolicy(file.getParent(), policy(k));
      byte[] bytes = BlockFileCluster.bytes((BLOCKS - 1L) * BLOCK + 5, point);
      write(file, bytes);
      String adopted = policy(k) + "@" + k;
      change("adoption " + point, file, k, begin(adopted), adopted, bytes, random);
      TransitionRequest back = begin(policy(k)).coupling(true);
      change("coupling " + point, file, k, back, policy(k), bytes, random);
      fs.delete(file, false);
      BlockFileCluster.await(
          "empty disks", () -> BlockFileCluster.blocksOnDisk(cluster).isEmpty());
    }
  }

  /** By themselves some may not report for hours. */
  @Test
  void nodesAreAskedForTheReportsThatATransitionWaitsForAndListedUntilThen() throws Exception {
    byte[] bytes = BlockFileCluster.bytes((BLOCKS - 1L) * BLOCK + 5, SEED);
    write(FILE, bytes);
    String what = "seed " + SEED;
    TransitionClient transitions = new TransitionClient(fs);
    BlockFileCluster.failRepairs();
    try {
      transitions.send(FILE, begin(policy(MEMBERS[1])));
      BlockFileCluster.await(what + ": start", () -> isStarted(transitions));
      assertThat(transitions.status(FILE)).extracting(TransitionStatus::why).containsExactly("");
      refuseFullReports();
      active = NameNodePair.change(cluster, active, false);
    } finally {
      BlockFileCluster.allowRepairs();
    }
    try {
      BlockFileCluster.await(what + ": nodes to wait for", () -> !waitedFor(transitions).isEmpty());
      assertThat(waitedFor(transitions))
          .isSubsetOf(
              cluster.getDataNodes().stream()
                  .map(node -> node.getDatanodeId().getIpcAddr(false))
                  .toList());
    } finally {
      BlockManagerFaultInjector.instance = new BlockManagerFaultInjector();
    }
    BlockFileCluster.await(what + ": end", () -> isDone(transitions, FILE));
    check(what, FILE, MEMBERS[1], policy(MEMBERS[1]) + "@" + WIDTH, bytes);
  }

  private static void refuseFullReports() {
    BlockManagerFaultInjector.instance =
        new BlockManagerFaultInjector() {
          @Override
          public void incomingBlockReportRpc(DatanodeID node, BlockReportContext context)
              throws IOException {
            throw new IOException("the test wants no full report");
          }
        };
  }

  private static boolean isStarted(TransitionClient transitions) throws IOException {
    return transitions.status(FILE).stream()
        .allMatch(each -> each.step() == TransitionRecord.Step.STARTED);
  }

  /** As the list has them, behind a colon. */
  private static List<String> waitedFor(TransitionClient transitions) throws IOException {
    return transitions.status(FILE).stream()
        .map(TransitionStatus::why)
        .filter(why -> why.startsWith("waits until"))
        .flatMap(why -> Stream.of(why.substring(why.indexOf(": ") + 2).split(" ")))
        .toList();
  }

  private void write(Path file, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK)) {
      out.write(bytes);
    }
  }

  private static TransitionRequest begin(String policy) {
    return TransitionRequest.begin(policy, TransitionRecord.NORMAL);
  }

  /** Begins a transition to groups of k, ends the active NameNode somewhere in it, and looks. */
  private void change(
      String point, Path file, int k, TransitionRequest request, String policy, byte[] bytes,
      Random random)
      throws Exception {
    TransitionClient transitions = new TransitionClient(fs);
    // Two for the id and the stamp of each group, and the three steps.
    int edits = random.nextInt(2 * BLOCKS / k + 4);
    boolean kill = random.nextBoolean();
    String what =
        "seed " + SEED + ", " + point + ", " + edits + " edits" + (kill ? ", kill" : "");
    long before = lastEdit();
    transitions.send(file, request);
    BlockFileCluster.await(
        what, () -> lastEdit() >= before + edits || isDone(transitions, file));
    active = NameNodePair.change(cluster, active, kill);
    BlockFileCluster.await(what + ": end", () -> isDone(transitions, file));
    check(what, file, k, policy, bytes);
    NameNodePair.assertStandbyFollows(cluster, active, kill, what);
  }

  /** Surplus outside of transitions waits until nodes report by themselves. */
  private void reportBlocks() throws IOException {
    for (DataNode node : cluster.getDataNodes()) {
      node.triggerBlockReport(new BlockReportOptions.Factory().build());
    }
  }

  private long lastEdit() {
    return cluster.getNamesystem(active).getEditLog().getLastWrittenTxId();
  }

  private static boolean isDone(TransitionClient transitions, Path file) throws IOException {
    return transitions.status(file).isEmpty();
  }

  /** What was asked for, every byte and parity, and not a block more. */
  private void check(String what, Path file, int k, String policy, byte[] bytes)
      throws Exception {
    assertThat(fs.getErasureCodingPolicy(file).getName()).as(what).isEqualTo(policy);
    try (FSDataInputStream in = fs.open(file)) {
      assertThat(in.readAllBytes()).as(what).isEqualTo(bytes);
    }
    int blocks = BLOCKS + BLOCKS / k * R;
    BlockFileCluster.await(
        what + ": " + blocks + " blocks on disks",
        () -> {
          // What was to be deleted by the old active NameNode the new one finds in reports.
          reportBlocks();
          return BlockFileCluster.blocksOnDisk(cluster).size() == blocks;
        });
    EcRun.Outcome verified = EcRun.run(fs.getConf(), "-verify", "-path", file.toString());
    assertThat(verified.exitCode()).as("%s: %s", what, verified).isZero();
  }
}
