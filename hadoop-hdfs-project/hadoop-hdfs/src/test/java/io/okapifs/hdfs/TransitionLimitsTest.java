package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionPage;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionRequest;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.DecoupledState;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.TransitionService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Transitions take turns, and no more bandwidth than they may. */
class TransitionLimitsTest {

  private static final int BYTES_PER_SECOND = 512 << 10;

  /** Six blocks are read and three written by one node; it may begin with half a second's bytes. */
  private static final double LEAST_SECONDS = 9.0 * BLOCK / BYTES_PER_SECOND - 1;

  private static final int LISTED_BY_A_CALL = 2;

  private static BlockFileCluster cluster;
  private static Transitions transitions;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        new BlockFileCluster(
            10,
            conf -> {
              conf.setInt(TransitionService.MAX_CONCURRENT_KEY, 1);
              conf.setInt(DFSConfigKeys.DFS_LIST_LIMIT, LISTED_BY_A_CALL);
              conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 20);
              conf.setInt("dfs.datanode.ec.transition.bandwidthPerSec", BYTES_PER_SECOND);
            });
    cluster.directory("RS-6-3-64k", 2);
    transitions = new Transitions(cluster, "none", () -> {});
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  private static Path write(String name, int blocks) throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 2), name);
    cluster.write(file, BlockFileCluster.bytes((long) blocks * BLOCK, blocks));
    cluster.checkBlocks(file, BlockFileCluster.bytes((long) blocks * BLOCK, blocks));
    return file;
  }

  @Test
  void urgentOnesGoFirstAndTheOthersInTheirOrder() throws Exception {
    BlockFileCluster.failRepairs();
    Path first = write("first", 3);
    Path second = write("second", 3);
    Path third = write("third", 3);
    Path urgent = write("urgent", 3);
    try {
      for (Path file : List.of(first, second, third)) {
        transitions.begin(file, "RS-6-3-64k");
        transitions.awaitStep(first, Step.STARTED);
      }
      EcRun.Outcome outcome =
          EcRun.run(
              cluster.fs().getConf(), "-transition", "-path", urgent.toString(), "-policy",
              "RS-6-3-64k", "-urgent");
      assertThat(outcome.exitCode()).as("%s", outcome).isZero();
      TransitionPage part =
          TransitionPage.parse(cluster.fs().getXAttr(new Path("/"), TransitionRequest.XATTR));
      assertThat(part.entries()).filteredOn(each -> each.step().isKept())
          .hasSize(LISTED_BY_A_CALL);
      assertThat(transitions.status(new Path("/")))
          .extracting(TransitionStatus::path)
          .containsExactly(
              first.toString(), urgent.toString(), second.toString(), third.toString());
      transitions.client().cancel(third);
      transitions.client().cancel(first);
      transitions.awaitStep(urgent, Step.STARTED);
      assertThat(transitions.status(new Path("/")))
          .extracting(TransitionStatus::step)
          .containsExactly(Step.STARTED, Step.QUEUED);
      transitions.client().pause(urgent);
      transitions.awaitStep(second, Step.STARTED);
      transitions.client().resume(urgent);
    } finally {
      BlockFileCluster.allowRepairs();
    }
    for (Path file : List.of(urgent, second)) {
      transitions.awaitDone(file);
      assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-6-3-64k");
    }
    for (Path file : List.of(first, third)) {
      assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-3-2-64k");
    }
  }

  @Test
  void tooFewNodesForAGroupAreRefusedUnlessForced() throws Exception {
    cluster.addPolicy("RS-9-3");
    Path file = write("crowded", 9);
    EcRun.Outcome refused = begin(file, "RS-9-3-64k");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).anyMatch(
        line -> line.contains("members=12, dataNodes=10, policy=RS-9-3-64k; -force"));
    assertThat(transitions.status(file)).isEmpty();
    assertThat(begin(file, "RS-9-3-64k", "-force", "-wait").exitCode()).isZero();
    assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-9-3-64k");
    assertThat(cluster.read(file)).isEqualTo(BlockFileCluster.bytes(9L * BLOCK, 9));
    assertThat(EcRun.run(cluster.fs().getConf(), "-layout", "-path", file.toString()).out())
        .anyMatch(line -> line.contains("1 group with members on shared nodes"));
    // A group that the file is too short for needs no more nodes than its members.
    assertThat(begin(write("short", 6), "RS-9-3-64k", "-wait").exitCode()).isZero();
  }

  private static EcRun.Outcome begin(Path file, String policy, String... more) throws Exception {
    List<String> words =
        new ArrayList<>(List.of("-transition", "-path", file.toString(), "-policy", policy));
    words.addAll(List.of(more));
    return EcRun.run(cluster.fs().getConf(), words.toArray(String[]::new));
  }

  /** As {@code hdfs dfsadmin -reconfig} has the daemons do it. */
  @Test
  void outOfItsTimeOfDayOnlyWhatIsUrgentGetsOn() throws Exception {
    NameNode nameNode = cluster.mini().getNameNode();
    assertThat(nameNode.getReconfigurableProperties())
        .contains(TransitionService.WINDOW_KEY, DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY);
    BlockFileCluster.failRepairs();
    Path begun = write("begun", 3);
    Path waits = write("waits", 3);
    Path urgent = write("urgent-at-noon", 3);
    transitions.begin(begun, "RS-6-3-64k");
    transitions.awaitStep(begun, Step.STARTED);
    transitions.begin(waits, "RS-6-3-64k");
    LocalTime now = LocalTime.now();
    nameNode.reconfigureProperty(
        TransitionService.WINDOW_KEY,
        now.plusHours(4).truncatedTo(ChronoUnit.MINUTES) + "-"
            + now.plusHours(5).truncatedTo(ChronoUnit.MINUTES));
    BlockFileCluster.await(
        "it rests",
        () ->
            DecoupledState.of(cluster.mini().getNamesystem())
                .isResting(cluster.fs().getClient().getFileInfo(begun.toString()).getFileId()));
    BlockFileCluster.allowRepairs();
    assertThat(begin(urgent, "RS-6-3-64k", "-urgent", "-wait").exitCode()).isZero();
    assertThat(transitions.status(new Path("/")))
        .extracting(TransitionStatus::path, TransitionStatus::step, TransitionStatus::ready)
        .containsExactly(
            tuple(begun.toString(), Step.STARTED, 0L), tuple(waits.toString(), Step.QUEUED, 0L));
    assertThatThrownBy(() -> nameNode.reconfigureProperty(TransitionService.WINDOW_KEY, "night"))
        .isInstanceOf(ReconfigurationException.class)
        .hasRootCauseInstanceOf(IllegalArgumentException.class);
    nameNode.reconfigureProperty(TransitionService.WINDOW_KEY, null);
    transitions.awaitDone(begun);
    transitions.awaitDone(waits);
    for (Path file : List.of(begun, waits)) {
      assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-6-3-64k");
    }
  }

  /** At two bytes a second it would take weeks. */
  @Test
  void dataNodesTakeNewLimitsWhileTheyRun() throws Exception {
    String share = "dfs.datanode.ec.transition.io-share.percent";
    String bandwidth = "dfs.datanode.ec.transition.bandwidthPerSec";
    for (DataNode node : cluster.mini().getDataNodes()) {
      assertThat(node.listReconfigurableProperties()).contains(share, bandwidth);
      assertThatThrownBy(() -> node.reconfigureProperty(share, "101"))
          .isInstanceOf(ReconfigurationException.class)
          .hasRootCauseMessage("must be 0 to 100: " + share + "=101");
      node.reconfigureProperty(bandwidth, "2");
    }
    Path file = write("fast", 6);
    transitions.begin(file, "RS-6-3-64k");
    BlockFileCluster.await("a node at work", () -> Transitions.waitingForLimits() > 0);
    for (DataNode node : cluster.mini().getDataNodes()) {
      node.reconfigureProperty(bandwidth, null);
    }
    transitions.awaitDone(file);
    assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-6-3-64k");
    for (DataNode node : cluster.mini().getDataNodes()) {
      node.reconfigureProperty(bandwidth, Integer.toString(BYTES_PER_SECOND));
    }
  }

  /** There was room for it when it was asked for. */
  @Test
  void whatCannotBeginIsListedWithTheReason() throws Exception {
    BlockFileCluster.failRepairs();
    Path first = write("holds-up", 3);
    Path second = write("given-up", 3);
    final long space = cluster.fs().getContentSummary(second.getParent()).getSpaceConsumed();
    try {
      transitions.begin(first, "RS-6-3-64k");
      transitions.awaitStep(first, Step.STARTED);
      transitions.begin(second, "RS-6-3-64k");
      cluster.fs().setQuota(second.getParent(), HdfsConstants.QUOTA_DONT_SET, space + 1);
      transitions.client().cancel(first);
      BlockFileCluster.await(
          "it is given up", () -> !transitions.client().givenUp(second).isEmpty());
      assertThat(transitions.status(second)).isEmpty();
      assertThat(EcRun.run(cluster.fs().getConf(), "-listTransitions").out())
          .singleElement().asString()
          .startsWith("given-up\tRS-3-2-64k\tRS-6-3-64k\t0/0\t")
          .contains("\t" + second + "\t")
          .containsIgnoringCase("quota");
    } finally {
      cluster.fs().setQuota(
          second.getParent(), HdfsConstants.QUOTA_DONT_SET, HdfsConstants.QUOTA_RESET);
      BlockFileCluster.allowRepairs();
    }
    transitions.run(second, "RS-6-3-64k");
    assertThat(transitions.client().givenUp(new Path("/"))).isEmpty();
  }

  @Test
  void aNodeReadsAndWritesForTransitionsNoFasterThanItMay() throws Exception {
    Path file = write("slow", 6);
    long start = System.nanoTime();
    transitions.run(file, "RS-6-3-64k");
    double seconds = (System.nanoTime() - start) / 1e9;
    assertThat(seconds).isGreaterThan(LEAST_SECONDS);
  }

  @Test
  void nonsenseIsRefused() throws Exception {
    Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
    conf.setInt(TransitionService.MAX_CONCURRENT_KEY, 0);
    assertThatThrownBy(() -> TransitionService.maxConcurrent(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(TransitionService.MAX_CONCURRENT_KEY);
    EcRun.Outcome outcome =
        EcRun.run(
            cluster.fs().getConf(), "-transition", "-path", "/", "-policy", "RS-6-3-64k",
            "-olderThan", "soon");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).anyMatch(line -> line.contains("soon"));
  }
}
