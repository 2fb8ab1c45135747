package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.diff.Piece;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SuiteJudgeTest {

  @TempDir private Path root;

  @BeforeEach
  void makeTable() throws IOException {
    Files.createDirectories(root.resolve("scripts/rules"));
    Files.writeString(
        root.resolve("scripts/rules/upstream-classes.txt"),
        """
        # Comment.
        TestDemo | 1 | all | all |
        TestDemo#appends | decoupled files cannot be appended to
        """);
    Files.createDirectories(root.resolve("hadoop-hdfs-project"));
    for (Piece piece : Piece.values()) {
      Files.writeString(piece.lock(root), "hadoop=3.3.6\n");
    }
  }

  @Test
  void theSameFailureAsOnTheStockJarsIsNotWorse() throws IOException {
    report("3 | 1 | unpacks | writes");
    assertThat(worseThan("TestDemo | 3 | 1 | unpacks | -")).isEmpty();
  }

  @Test
  void aFailureThatTheStockJarsShowNowAndThenIsNotWorse() throws IOException {
    report("2 | 1 | unpacks | -");
    assertThat(worseThan("TestDemo | 2 | 1 | - | unpacks")).isEmpty();
  }

  @Test
  void oneFailureLessIsNotWorse() throws IOException {
    report("3 | 1 | - | writes");
    assertThat(worseThan("TestDemo | 3 | 1 | unpacks | -")).isEmpty();
  }

  @Test
  void anotherFailureIsWorseEvenIfThereAreNotMore() throws IOException {
    report("2 | 1 | reads | writes");
    assertThat(worseThan("TestDemo | 2 | 1 | unpacks | -"))
        .containsExactly("TestDemo#reads, off: fails, but not on the stock jars");
  }

  @Test
  void aDifferenceByDesignIsNotWorseWhereEveryFileHasAStripeWidth() throws IOException {
    report("2 | 1 | appends | -");
    assertThat(worseThan(SuiteMode.FORCED, "TestDemo | 2 | 1 | - | -")).isEmpty();
  }

  @Test
  void aDifferenceByDesignIsWorseWhereNoFileHasAStripeWidth() throws IOException {
    report("2 | 1 | appends | -");
    assertThat(worseThan("TestDemo | 2 | 1 | - | -"))
        .containsExactly("TestDemo#appends, off: fails, but not on the stock jars");
  }

  @Test
  void aCaseThatIsSkippedNowIsWorse() throws IOException {
    report("1 | 1 | - | -");
    assertThat(worseThan("TestDemo | 2 | 1 | - | -"))
        .containsExactly(
            "TestDemo, off: fewer cases ran than on the stock jars: executedCount=1, stock=2");
  }

  @Test
  void aClassWithoutReportIsWorse() throws IOException {
    assertThat(worseThan("TestDemo | 2 | 1 | - | -"))
        .singleElement()
        .asString()
        .startsWith("TestDemo, off: no report: log=");
  }

  @Test
  void aClassThatNeverRanOnTheStockJarsIsWorse() throws IOException {
    report("1 | 1 | - | -");
    assertThat(worseThan("TestOther | 1 | 1 | - | -"))
        .containsExactly("TestDemo has no recorded result on the stock jars");
  }

  @Test
  void aClassThatCouldNotStartFailsAsAWhole() throws IOException {
    report("1 | 1 | (class) | -");
    assertThat(worseThan("TestDemo | 1 | 1 | - | -"))
        .containsExactly("TestDemo#(class), off: fails, but not on the stock jars");
  }

  @Test
  void ofAPartOfAClassItsCasesMustRunAndNoMore() throws IOException {
    Files.writeString(
        root.resolve("scripts/rules/upstream-results.txt"), "stock: TestDemo | 20 | 1 | - | -");
    report("2 | 1 | - | -");
    assertThat(worse(SuiteMode.OFF, "TestDemo#one", "TestDemo#two")).isEmpty();
    assertThat(worse(SuiteMode.OFF, "TestDemo#one", "TestDemo#two", "TestDemo#three"))
        .containsExactly(
            "TestDemo, off: fewer cases ran than on the stock jars: executedCount=2, stock=3");
  }

  @Test
  void aResultReadsAsItIsWritten() {
    String line = "TestDemo | 20 | 7 | a[0, x]; b | c";
    assertThat(SuiteResult.parse(line).toLine()).isEqualTo(line);
  }

  private void report(String counts) throws IOException {
    for (SuiteMode mode : SuiteCover.MODES) {
      Path report = files().report(mode, "TestDemo");
      Files.createDirectories(report.getParent());
      Files.writeString(report, "TestDemo | " + counts + "\n0 | 1\n");
    }
  }

  private SuiteFiles files() {
    return new SuiteFiles(root.resolve("run"));
  }

  private List<String> worseThan(String stockLine) throws IOException {
    return worseThan(SuiteMode.OFF, stockLine);
  }

  private List<String> worseThan(SuiteMode mode, String stockLine) throws IOException {
    Files.writeString(
        root.resolve("scripts/rules/upstream-results.txt"), "# Comment.\nstock: " + stockLine);
    return worse(mode, "TestDemo");
  }

  private List<String> worse(SuiteMode mode, String... names) throws IOException {
    return new UpstreamSuites(root).worse(mode, SuitePart.of(List.of(names)), files());
  }
}
