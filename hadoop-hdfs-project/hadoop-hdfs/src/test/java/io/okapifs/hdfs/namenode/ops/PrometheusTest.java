package io.okapifs.hdfs.namenode.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.hdfs.namenode.ops.PrometheusQueries.Selector;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.PrometheusPage;
import io.okapifs.hdfs.testing.Transitions;
import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.metrics2.sink.PrometheusMetricsSink;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What /prom of a NameNode shows of decoupled files, and what is made of it. */
class PrometheusTest {

  private static final String RS = "RS-3-2-64k";
  private static final byte[] BYTES = BlockFileCluster.bytes(4L * BlockFileCluster.BLOCK, 5);

  @Cluster(
      dataNodes = 8,
      codes = "LESS2-4-2",
      settings = {PrometheusPage.SETTING, ClusterSettings.RETRY_SOON})
  private static BlockFileCluster cluster;

  private static String less;
  private static Path narrow;
  private static Path wide;

  @BeforeAll
  static void repairGroupsOfTwoPolicies() throws Exception {
    less = cluster.addPolicy("LESS2-4-2");
    narrow = new Path(cluster.directory(RS, 1), "secretfile");
    wide = new Path(cluster.directory(less, 4), "secretfile");
    for (Path file : List.of(narrow, wide)) {
      cluster.write(file, BYTES);
      HealthChecks.awaitWhole(cluster, file, BYTES);
      cluster.reportCorrupt(List.of(cluster.member(file, 0, 1)));
      HealthChecks.awaitWhole(cluster, file, BYTES);
    }
    BlockFileCluster.await(
        "both repairs told and a sweep", () -> {
          PrometheusPage page = PrometheusPage.of(cluster);
          return page.sum("okapi_group_repairs_repairs", Map.of()) == 2
              && page.sum("okapi_groups_at_last_sweep", Map.of("tolerance", "2")) == 3;
        });
  }

  private static double sum(String name, Map<String, String> labels) throws Exception {
    return PrometheusPage.of(cluster).sum(name, labels);
  }

  @Test
  void everyAttributeOfTheBeanIsAMetricOfItsName() throws Exception {
    PrometheusPage page = PrometheusPage.of(cluster);
    DecoupledState state = DecoupledState.of(cluster.mini().getNamesystem());
    for (Method getter : DecoupledStateMBean.class.getMethods()) {
      if (getter.getReturnType() == long.class) {
        String name =
            new PrometheusMetricsSink().prometheusName("Okapi", getter.getName().substring(3));
        assertThat(page.sum(name, Map.of())).as(name)
            .isEqualTo(((Long) getter.invoke(state)).doubleValue());
      } else {
        assertThat(getter.getName()).isEqualTo("getGroupRepairs");
      }
    }
  }

  @Test
  void repairsAreShownByPolicy() throws Exception {
    PrometheusPage page = PrometheusPage.of(cluster);
    JsonNode bean =
        new ObjectMapper()
            .readTree(DecoupledState.of(cluster.mini().getNamesystem()).getGroupRepairs());
    assertThat(bean.fieldNames()).toIterable().containsExactlyInAnyOrder(RS, less);
    for (String policy : List.of(RS, less)) {
      Iterator<Map.Entry<String, JsonNode>> counters = bean.get(policy).fields();
      assertThat(counters).hasNext();
      counters.forEachRemaining(
          counter -> {
            String name =
                new PrometheusMetricsSink()
                    .prometheusName("Okapi", "GroupRepairs" + counter.getKey());
            assertThat(page.sum(name, Map.of("policy", policy))).as(name)
                .isEqualTo(counter.getValue().asDouble());
          });
    }
  }

  @Test
  void groupsAreShownByPolicyAndByTheLossesThatTheySurvive() throws Exception {
    BlockFileCluster.failRepairs();
    try {
      Replica lost = cluster.member(narrow, 0, 3);
      cluster.reportCorrupt(List.of(lost));
      String groups = "okapi_groups_at_last_sweep";
      BlockFileCluster.await(
          "a group that survives one loss less",
          () -> sum(groups, Map.of("policy", RS, "tolerance", "1")) == 1);
      assertThat(sum(groups, Map.of("policy", RS, "tolerance", "2"))).isEqualTo(1);
      assertThat(sum(groups, Map.of("policy", less, "tolerance", "2"))).isEqualTo(1);
      assertThat(sum("okapi_last_sweep_age_seconds", Map.of())).isBetween(0.0, 60.0);
      BlockFileCluster.await(
          "the repair in the queue",
          () -> sum("okapi_repair_queue_blocks", Map.of("priority", "low")) == 1);
      assertThat(sum("okapi_repair_queue_blocks", Map.of("priority", "highest"))).isZero();
    } finally {
      BlockFileCluster.allowRepairs();
    }
    HealthChecks.awaitWhole(cluster, narrow, BYTES);
  }

  @Test
  void theOldestTransitionHasAnAge() throws Exception {
    assertThat(sum("okapi_oldest_transition_seconds", Map.of())).isZero();
    Path file = new Path(cluster.directory(RS, 3), "in-transition");
    cluster.write(file, BYTES);
    HealthChecks.awaitWhole(cluster, file, BYTES);
    BlockFileCluster.failRepairs();
    try {
      new Transitions(cluster, "v", () -> {}).begin(file, less);
      BlockFileCluster.await(
          "an age", () -> sum("okapi_oldest_transition_seconds", Map.of()) >= 1);
      assertThat(sum("okapi_transitions_begun", Map.of())).isEqualTo(1);
    } finally {
      BlockFileCluster.allowRepairs();
    }
    new Transitions(cluster, "v", () -> {}).awaitDone(file);
    cluster.fs().delete(file, false);
    assertThat(sum("okapi_oldest_transition_seconds", Map.of())).isZero();
  }

  @Test
  void thePageNamesNoFile() throws Exception {
    String page = PrometheusPage.of(cluster).text();
    assertThat(page).contains("okapi_").doesNotContain("secretfile");
  }

  @Test
  void alertsAskForWhatThePageHas() throws Exception {
    List<String> rules = PrometheusQueries.ofAlerts();
    assertThat(rules).hasSizeGreaterThan(5);
    assertThat(wrong(rules)).isEmpty();
  }

  @Test
  void theDashboardAsksForWhatThePageHas() throws Exception {
    List<String> queries = PrometheusQueries.ofDashboard();
    assertThat(queries).hasSizeGreaterThan(8);
    assertThat(wrong(queries)).isEmpty();
  }

  @Test
  void aNameOrLabelThatIsNotThereRings() throws Exception {
    assertThat(
            wrong(
                List.of(
                    "sum by (policy) (rate(okapi_none[5m])) > 0",
                    "okapi_unprotected_groups{color=\"red\"} > 0",
                    "okapi_repair_queue_blocks{priority=\"none\"} > 0",
                    "okapi_repair_queue_blocks{priority=\"highest\"} > 0")))
        .containsExactlyInAnyOrder(
            "okapi_none", "okapi_unprotected_groups{color}",
            "okapi_repair_queue_blocks{priority=none}");
  }

  /** What queries name and the page does not have. */
  private static Set<String> wrong(List<String> queries) throws Exception {
    PrometheusPage page = PrometheusPage.of(cluster);
    Set<String> wrong = new TreeSet<>();
    for (String query : queries) {
      List<Selector> selectors = PrometheusQueries.selectors(query);
      assertThat(selectors).as(query).isNotEmpty();
      selectors.forEach(each -> wrong.addAll(wrong(page, each)));
    }
    return wrong;
  }

  private static Set<String> wrong(PrometheusPage page, Selector selector) {
    if (!page.names().contains(selector.name())) {
      return Set.of(selector.name());
    }
    Set<String> wrong = new TreeSet<>();
    selector.labels().forEach(
        (label, value) -> {
          Set<String> values = page.values(selector.name(), label);
          if (values.isEmpty()) {
            wrong.add(selector.name() + "{" + label + "}");
          } else if (label.equals("priority") && !values.contains(value)) {
            wrong.add(selector.name() + "{" + label + "=" + value + "}");
          }
        });
    return wrong;
  }
}
