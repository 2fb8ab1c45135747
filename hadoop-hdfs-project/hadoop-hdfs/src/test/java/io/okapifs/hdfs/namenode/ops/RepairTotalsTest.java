package io.okapifs.hdfs.namenode.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.repair.RepairReport;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RepairTotalsTest {

  private final RepairTotals totals = new RepairTotals();

  private static RepairReport report(long start, String policy, long runs) {
    return new RepairReport(start, Map.of(policy, Map.of("Runs", runs)));
  }

  private void put(String node, RepairReport report) {
    totals.put(node, report, any -> true);
  }

  @Test
  void nodesAreSummedAndTheLatestReportOfEachCounts() {
    put("a", report(1, "P", 5));
    put("b", report(1, "P", 10));
    put("b", report(1, "P", 10));
    put("a", report(1, "P", 7));
    put("c", report(1, "Q", 1));
    assertThat(totals.sums())
        .isEqualTo(Map.of("P", Map.of("Runs", 17L), "Q", Map.of("Runs", 1L)));
  }

  @Test
  void whatANodeHadCountedBeforeItsRestartsStays() {
    put("a", report(1, "P", 5));
    put("a", report(2, "P", 1));
    put("a", report(3, "Q", 1));
    put("a", report(3, "Q", 2));
    assertThat(totals.sums())
        .isEqualTo(Map.of("P", Map.of("Runs", 6L), "Q", Map.of("Runs", 2L)));
  }

  @Test
  void ofNodesThatAreGoneTheSumsAreKeptAlone() {
    put("a", report(1, "P", 5));
    totals.put("b", report(1, "P", 1), node -> !node.equals("a"));
    assertThat(totals.nodes()).isOne();
    assertThat(totals.sums()).isEqualTo(Map.of("P", Map.of("Runs", 6L)));
  }
}
