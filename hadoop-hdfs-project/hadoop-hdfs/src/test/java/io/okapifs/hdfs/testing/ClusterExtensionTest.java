package io.okapifs.hdfs.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class ClusterExtensionTest {

  private static final Path MARK = new Path("/mark");
  private static final List<BlockFileCluster> SEEN = new ArrayList<>();

  /** A class of which others inherit the cluster. */
  abstract static class OfAClass {
    @Cluster(
        dataNodes = 5,
        racks = {"/a", "/b"},
        codes = "LESS2-4-2",
        settings = {"some.key=1\nother.key=a=b", "some.key=2"},
        failRepairs = true)
    private static BlockFileCluster cluster;

    @BeforeAll
    static void itIsThereBefore() throws Exception {
      cluster.fs().mkdirs(MARK);
    }

    @AfterAll
    static void itIsThereBehind() throws Exception {
      assertThat(cluster.fs().exists(MARK)).isTrue();
    }
  }

  static class AsAsked extends OfAClass {
    @Test
    void nodesAreOnTheRacksInTurn() throws Exception {
      SEEN.add(OfAClass.cluster);
      assertThat(OfAClass.cluster.fs().getDataNodeStats())
          .extracting(DatanodeInfo::getNetworkLocation)
          .containsExactlyInAnyOrder("/a", "/b", "/a", "/b", "/a");
    }

    @Test
    void policiesOfTheCodesAreEnabled() throws Exception {
      SEEN.add(OfAClass.cluster);
      assertThat(OfAClass.cluster.fs().getAllErasureCodingPolicies())
          .filteredOn(ErasureCodingPolicyInfo::isEnabled)
          .extracting(policy -> policy.getPolicy().getName())
          .contains("LESS2-4-2-64k", "RS-3-2-64k", "RS-6-3-64k");
    }

    @Test
    void settingsAreThere() {
      SEEN.add(OfAClass.cluster);
      Configuration conf = OfAClass.cluster.mini().getConfiguration(0);
      assertThat(conf.get("some.key")).isEqualTo("2");
      assertThat(conf.get("other.key")).isEqualTo("a=b");
    }

    @Test
    void repairsFail() {
      SEEN.add(OfAClass.cluster);
      assertThatThrownBy(() -> DataNodeFaultInjector.get().stripedBlockReconstruction())
          .hasMessage("the test wants no repair");
    }
  }

  static class OfACase {
    @Cluster(dataNodes = 1)
    private BlockFileCluster cluster;

    @BeforeEach
    void itIsNew() throws Exception {
      SEEN.add(cluster);
      assertThat(cluster.fs().mkdirs(MARK)).isTrue();
      assertThat(cluster.fs().listStatus(new Path("/"))).hasSize(1);
    }

    @AfterEach
    void itIsThereBehind() throws Exception {
      assertThat(cluster.fs().exists(MARK)).isTrue();
    }

    @Test
    void oneThatPasses() {}

    @Test
    void oneThatPassesToo() {}

    @Test
    void oneThatFails() {
      BlockFileCluster.failRepairs();
      throw new IllegalStateException("of the case");
    }
  }

  static class NotStarted {
    @Cluster(dataNodes = 1, settings = "a.key")
    private static BlockFileCluster cluster;

    @Test
    void neverRuns() {
      SEEN.add(cluster);
    }
  }

  @BeforeEach
  void forget() {
    SEEN.clear();
  }

  @Test
  void aClusterOfAClassIsAsAskedAndTheSameForAllCases() throws Exception {
    Events cases = run(AsAsked.class);
    cases.assertStatistics(all -> all.started(4).succeeded(4));
    assertThat(SEEN).hasSize(4).containsOnly(SEEN.get(0));
    assertThatAllAreClosed();
  }

  @Test
  void aClusterOfACaseIsNewAndIsClosedThoughTheCaseFails() throws Exception {
    Events cases = run(OfACase.class);
    cases.assertStatistics(all -> all.started(3).succeeded(2).failed(1));
    cases.failed().assertThatEvents()
        .haveExactly(
            1,
            finishedWithFailure(instanceOf(IllegalStateException.class), message("of the case")));
    assertThat(SEEN).hasSize(3).doesNotHaveDuplicates();
    assertThatAllAreClosed();
  }

  @Test
  void aSettingWithoutValueFailsTheClass() {
    EngineTestKit.engine("junit-jupiter").selectors(selectClass(NotStarted.class)).execute()
        .containerEvents().failed().assertThatEvents()
        .haveExactly(
            1,
            finishedWithFailure(
                instanceOf(IllegalArgumentException.class),
                message("not of the form key=value: a.key")));
    assertThat(SEEN).isEmpty();
  }

  /** That the class itself ends well says that nothing failed behind its cases. */
  private static Events run(Class<?> planted) {
    var results = EngineTestKit.engine("junit-jupiter").selectors(selectClass(planted)).execute();
    results.containerEvents().failed().assertStatistics(all -> all.failed(0));
    return results.testEvents();
  }

  private static void assertThatAllAreClosed() throws Exception {
    assertThat(SEEN).allMatch(cluster -> cluster.mini() == null);
    DataNodeFaultInjector.get().stripedBlockReconstruction();
  }
}
