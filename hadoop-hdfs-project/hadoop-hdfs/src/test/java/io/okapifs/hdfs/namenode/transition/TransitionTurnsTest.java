package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.junit.jupiter.api.Test;

/** Transitions take turns. */
class TransitionTurnsTest extends TransitionLimitsCases {

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
      assertThat(transitions.client().page(new Path("/"), 0, false).getEntryList())
          .filteredOn(each -> TransitionStatus.of(each).step().isKept())
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
        "it is outside of its window",
        () ->
            TransitionService.of(cluster.mini().getNamesystem())
                .queue()
                .isOutsideWindow(
                    cluster.fs().getClient().getFileInfo(begun.toString()).getFileId()));
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
          .hasSize(2)
          .last().asString()
          .matches("given-up +RS-3-2-64k +RS-6-3-64k +0/0 .*")
          .contains(" " + second + ": ")
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
  void nonsenseIsRefused() throws Exception {
    Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
    conf.setInt(TransitionService.MAX_CONCURRENT_KEY, 0);
    assertThatThrownBy(() -> TransitionService.maxConcurrent(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(TransitionService.MAX_CONCURRENT_KEY);
    conf.setInt(TransitionService.MAX_PER_OWNER_KEY, 0);
    assertThatThrownBy(() -> TransitionService.maxPerOwner(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(TransitionService.MAX_PER_OWNER_KEY);
    EcRun.Outcome outcome =
        EcRun.run(
            cluster.fs().getConf(), "-transition", "-path", "/", "-policy", "RS-6-3-64k",
            "-olderThan", "soon");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).anyMatch(line -> line.contains("soon"));
  }
}
