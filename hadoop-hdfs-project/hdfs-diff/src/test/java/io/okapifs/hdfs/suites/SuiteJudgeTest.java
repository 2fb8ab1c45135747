package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SuiteJudgeTest {

  private static final String PASSED = "<testcase name=\"reads\"/>";
  private static final String PASSED_WHEN_REPEATED =
      "<testcase name=\"writes\"><flakyFailure message=\"once\"/></testcase>";
  private static final String NEEDS_A_FILE =
      "<testcase name=\"unpacks\"><error/><rerunError/></testcase>";
  private static final String APPENDS = "<testcase name=\"appends\"><failure/></testcase>";

  @TempDir private Path root;

  @BeforeEach
  void makeTable() throws IOException {
    Files.createDirectories(root.resolve("scripts/rules"));
    Files.writeString(
        root.resolve("scripts/rules/upstream-classes.txt"),
        """
        # Comment.
        TestDemo | 1 | ci | ci |
        TestDemo#appends | decoupled files cannot be appended to
        """);
  }

  @Test
  void theSameFailureAsOnTheStockJarsIsNotWorse() throws IOException {
    report(PASSED + PASSED_WHEN_REPEATED + NEEDS_A_FILE);
    assertThat(worseThan("TestDemo | 3 | 1 | unpacks | -")).isEmpty();
  }

  @Test
  void aFailureThatTheStockJarsShowNowAndThenIsNotWorse() throws IOException {
    report(PASSED + NEEDS_A_FILE);
    assertThat(worseThan("TestDemo | 2 | 1 | - | unpacks")).isEmpty();
  }

  @Test
  void oneFailureLessIsNotWorse() throws IOException {
    report(PASSED + PASSED_WHEN_REPEATED + "<testcase name=\"unpacks\"/>");
    assertThat(worseThan("TestDemo | 3 | 1 | unpacks | -")).isEmpty();
  }

  @Test
  void anotherFailureIsWorseEvenIfThereAreNotMore() throws IOException {
    report("<testcase name=\"reads\"><failure/></testcase>" + PASSED_WHEN_REPEATED);
    assertThat(worseThan("TestDemo | 2 | 1 | unpacks | -"))
        .containsExactly("TestDemo#reads, off: fails, but not on the stock jars");
  }

  @Test
  void aDifferenceByDesignIsNotWorseWhereEveryFileHasAStripeWidth() throws IOException {
    report(PASSED + APPENDS);
    assertThat(worseThan(SuiteMode.FORCED, "TestDemo | 2 | 1 | - | -")).isEmpty();
  }

  @Test
  void aDifferenceByDesignIsWorseWhereNoFileHasAStripeWidth() throws IOException {
    report(PASSED + APPENDS);
    assertThat(worseThan("TestDemo | 2 | 1 | - | -"))
        .containsExactly("TestDemo#appends, off: fails, but not on the stock jars");
  }

  @Test
  void aCaseThatIsSkippedNowIsWorse() throws IOException {
    report(PASSED + "<testcase name=\"writes\"><skipped/></testcase>");
    assertThat(worseThan("TestDemo | 2 | 1 | - | -"))
        .containsExactly(
            "TestDemo, off: fewer cases ran than on the stock jars: executedCount=1, stock=2");
  }

  @Test
  void aClassWithoutReportIsWorse() throws IOException {
    assertThat(worseThan("TestDemo | 2 | 1 | - | -"))
        .singleElement()
        .asString()
        .startsWith("TestDemo, off: no report: file=");
  }

  @Test
  void aClassThatNeverRanOnTheStockJarsIsWorse() throws IOException {
    report(PASSED);
    assertThat(worseThan("TestOther | 1 | 1 | - | -"))
        .containsExactly("TestDemo has no recorded result on the stock jars");
  }

  @Test
  void aClassThatCouldNotStartFailsAsAWhole() throws IOException {
    report("<testcase name=\"\"><error/></testcase>");
    assertThat(worseThan("TestDemo | 1 | 1 | - | -"))
        .containsExactly("TestDemo#(class), off: fails, but not on the stock jars");
  }

  @Test
  void aResultReadsAsItIsWritten() {
    String line = "TestDemo | 20 | 7 | a[0, x]; b | c";
    assertThat(SuiteResult.parse(line).toLine()).isEqualTo(line);
  }

  private void report(String cases) throws IOException {
    Files.writeString(
        root.resolve("TEST-org.apache.hadoop.TestDemo.xml"),
        "<testsuite name=\"org.apache.hadoop.TestDemo\" time=\"1,000.4\">" + cases
            + "</testsuite>");
  }

  private List<String> worseThan(String stockLine) throws IOException {
    return worseThan(SuiteMode.OFF, stockLine);
  }

  private List<String> worseThan(SuiteMode mode, String stockLine) throws IOException {
    Files.writeString(
        root.resolve("scripts/rules/upstream-results.txt"), "# Comment.\nstock: " + stockLine);
    Path list = Files.writeString(root.resolve("off"), "TestDemo\n");
    return new UpstreamSuites(root).worse(mode, list, root);
  }
}
