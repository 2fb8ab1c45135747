package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.suites.Suite.When;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The table, the recorded results and the document in this repository agree. */
final class UpstreamSuitesTest {

  private static UpstreamSuites suites;

  @BeforeAll
  static void read() throws IOException {
    suites = new UpstreamSuites(Path.of(System.getProperty("okapi.rootFolder")));
  }

  @Test
  void theDocumentIsWhatTheToolWrites() throws IOException {
    assertThat(Files.readString(suites.documentFile()))
        .as("renew it with scripts/upstream-tests --document")
        .isEqualTo(suites.document());
  }

  @Test
  void everyClassOfTheContinuousIntegrationHasAResultOnTheStockJars() {
    List<String> missing =
        suites.table().suites().values().stream()
            .filter(suite -> suite.in(SuiteMode.STOCK) == When.CI)
            .map(Suite::name)
            .filter(name -> suites.results().get(SuiteMode.STOCK, name) == null)
            .toList();
    assertThat(missing).isEmpty();
  }

  @Test
  void noRecordedResultIsWorseThanOnTheStockJars() {
    SuiteJudge judge = new SuiteJudge(suites.table(), suites.results());
    List<String> worse = new ArrayList<>();
    for (Suite suite : suites.table().suites().values()) {
      for (SuiteMode mode : List.of(SuiteMode.OFF, SuiteMode.FORCED)) {
        SuiteResult result = suites.results().get(mode, suite.name());
        if (suite.in(mode) != When.NO && result != null) {
          worse.addAll(judge.worse(mode, result));
        }
      }
    }
    assertThat(worse).isEmpty();
  }
}
