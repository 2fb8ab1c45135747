package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionRecord;
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
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transition goes on at the other NameNode, wherever in its edits the active one ends. */
class TransitionFailoverTest {

  private static final long SEED = Long.getLong("io.okapifs.seed", System.nanoTime());
  private static final int POINTS = 8;
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
    try (FSDataOutputStream out = fs.create(FILE, true, 4096, (short) 1, BLOCK)) {
      out.write(bytes);
    }
    TransitionClient transitions = new TransitionClient(fs);
    Random random = new Random(SEED);
    for (int point = 1; point <= POINTS; point++) {
      int k = MEMBERS[point % 2];
      // Two for the id and the stamp of each group, and the three steps.
      int edits = random.nextInt(2 * BLOCKS / k + 4);
      boolean kill = random.nextBoolean();
      String what =
          "seed " + SEED + ", point " + point + ", " + edits + " edits" + (kill ? ", kill" : "");
      long before = lastEdit();
      transitions.begin(FILE, policy(k), TransitionRecord.NORMAL);
      BlockFileCluster.await(what, () -> lastEdit() >= before + edits || isDone(transitions));
      active = NameNodePair.change(cluster, active, kill);
      BlockFileCluster.await(
          what + ": end",
          () -> {
            reportBlocks();
            return isDone(transitions);
          });
      check(what, k, bytes);
      if (kill) {
        NameNodePair.restartStandby(cluster, 1 - active);
        cluster.waitActive();
      }
      HATestUtil.waitForStandbyToCatchUp(
          cluster.getNameNode(active), cluster.getNameNode(1 - active));
      assertThat(NameNodePair.known(cluster, 1 - active)).as(what)
          .isEqualTo(NameNodePair.known(cluster, active));
    }
  }

  /** Until then a new active NameNode trusts no node with what the old one had it delete. */
  private void reportBlocks() throws IOException {
    for (DataNode node : cluster.getDataNodes()) {
      node.triggerBlockReport(new BlockReportOptions.Factory().build());
    }
  }

  private long lastEdit() {
    return cluster.getNamesystem(active).getEditLog().getLastWrittenTxId();
  }

  private static boolean isDone(TransitionClient transitions) throws IOException {
    return transitions.status(FILE).isEmpty();
  }

  /** What was asked for, every byte and parity, and not a block more. */
  private void check(String what, int k, byte[] bytes) throws Exception {
    assertThat(fs.getErasureCodingPolicy(FILE).getName()).as(what)
        .isEqualTo(policy(k) + "@" + WIDTH);
    try (FSDataInputStream in = fs.open(FILE)) {
      assertThat(in.readAllBytes()).as(what).isEqualTo(bytes);
    }
    int blocks = BLOCKS + BLOCKS / k * R;
    BlockFileCluster.await(
        what + ": " + blocks + " blocks on disks",
        () -> BlockFileCluster.blocksOnDisk(cluster).size() == blocks);
    EcRun.Outcome verified = EcRun.run(fs.getConf(), "-verify", "-path", FILE.toString());
    assertThat(verified.exitCode()).as("%s: %s", what, verified).isZero();
  }
}
