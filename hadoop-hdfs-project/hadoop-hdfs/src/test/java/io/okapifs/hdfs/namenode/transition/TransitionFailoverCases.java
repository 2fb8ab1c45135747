package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterEnd;
import io.okapifs.hdfs.testing.NameNodePair;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.testing.Seed;
import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Transitions in a cluster of two NameNodes, the active one of which ends meanwhile. */
public abstract class TransitionFailoverCases {

  public static final long SEED = Seed.get();
  public static final int WIDTH = 2;
  public static final Path FILE = new Path("/changing/file");
  public static final int BLOCKS = 12;
  public static final int[] MEMBERS = {3, 6};
  private static final int R = 2;

  public MiniDFSCluster cluster;
  public DistributedFileSystem fs;
  public int active;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 5);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 0);
    cluster = NameNodePair.start(conf, 9);
    fs = NameNodePair.client(cluster, conf);
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

  static String policy(int k) {
    return ErasureCodingPolicy.composePolicyName(new ECSchema("rs", k, R), CELL);
  }

  void write(Path file, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK)) {
      out.write(bytes);
    }
  }

  static TransitionGoal begin(String policy) {
    return TransitionGoal.of(policy, TransitionRecord.NORMAL);
  }

  /** Begins a transition to groups of k, ends the active NameNode somewhere in it, and looks. */
  void change(
      String point, Path file, int k, TransitionGoal request, String policy, byte[] bytes,
      Random random)
      throws Exception {
    TransitionClient transitions = new TransitionClient(fs);
    // Two for the id and the stamp of each group, and the three steps.
    int edits = random.nextInt(2 * BLOCKS / k + 4);
    boolean kill = random.nextBoolean();
    String what =
        "seed " + SEED + ", " + point + ", " + edits + " edits" + (kill ? ", kill" : "");
    long before = lastEdit();
    transitions.begin(file, request);
    BlockFileCluster.await(
        what, () -> lastEdit() >= before + edits || isDone(transitions, file));
    active = NameNodePair.change(cluster, active, kill);
    BlockFileCluster.await(what + ": end", () -> isDone(transitions, file));
    check(what, file, k, policy, bytes);
    NameNodePair.assertStandbyFollows(cluster, active, kill, what);
  }

  /** Excess replicas outside of transitions wait until nodes report by themselves. */
  private void reportBlocks() throws IOException {
    for (DataNode node : cluster.getDataNodes()) {
      node.triggerBlockReport(new BlockReportOptions.Factory().build());
    }
  }

  private long lastEdit() {
    return cluster.getNamesystem(active).getEditLog().getLastWrittenTxId();
  }

  static boolean isDone(TransitionClient transitions, Path file) throws IOException {
    return transitions.status(file).isEmpty();
  }

  /** What was asked for, every byte and parity, and not a block more. */
  void check(String what, Path file, int k, String policy, byte[] bytes)
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
