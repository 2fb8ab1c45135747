package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The table, what is recorded and the document in this repository agree. */
final class UpstreamSuitesTest {

  private static final Path ROOT = Path.of(System.getProperty("okapi.rootFolder"));

  private UpstreamSuites suites;

  @BeforeEach
  void read() throws IOException {
    suites = new UpstreamSuites(ROOT);
  }

  @Test
  void theDocumentIsWhatTheToolWrites() throws IOException {
    assertThat(Files.readString(suites.documentFile()))
        .as("renew it with scripts/upstream-tests --document")
        .isEqualTo(suites.document());
  }

  @Test
  void everyClassHasAResultOnTheStockJars() {
    List<String> missing =
        suites.table().namesIn(SuiteMode.STOCK).stream()
            .filter(name -> suites.results().get(SuiteMode.STOCK, name) == null)
            .toList();
    assertThat(missing).isEmpty();
  }

  @Test
  void noRecordedResultIsWorseThanOnTheStockJars() {
    SuiteJudge judge = new SuiteJudge(suites.table(), suites.results());
    List<String> worse = new ArrayList<>();
    for (SuiteMode mode : SuiteCover.MODES) {
      for (String name : suites.table().namesIn(mode)) {
        SuiteResult result = suites.results().get(mode, name);
        if (result != null) {
          worse.addAll(judge.worse(mode, result));
        }
      }
    }
    assertThat(worse).isEmpty();
  }

  @Test
  void theCoverKnowsEveryJoinPointOfTheLock() {
    assertThat(suites.cover().unknown(suites.locked()))
        .as("new since the last scripts/upstream-tests --all --write")
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "STOCK")
  void theCoverTellsOfEveryClass(SuiteMode mode) {
    List<String> missing =
        suites.table().namesIn(mode).stream()
            .filter(name -> suites.cover().get(mode, name) == null)
            .toList();
    assertThat(missing).as("renew it with scripts/upstream-tests --all --write").isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "STOCK")
  void allClassesRanLessThanAMonthBeforeThisCommit(SuiteMode mode) throws IOException {
    assumeTrue(Files.exists(ROOT.resolve(".git")), "the sources alone have no date");
    FullRun run = suites.results().fullRun(mode);
    assertThat(run).as("scripts/upstream-tests --all --write never ran").isNotNull();
    Git git = new Git(ROOT);
    assertThat(run.isTooOldFor(git.dateOf(git.head())))
        .as("scripts/upstream-tests --all --write is due; the last run was of %s", run)
        .isFalse();
  }
}
