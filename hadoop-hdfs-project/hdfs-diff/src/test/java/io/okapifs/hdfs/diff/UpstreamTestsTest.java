package io.okapifs.hdfs.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UpstreamTestsTest {

  private static final String PASSED = "<testcase name=\"reads\"/>";
  private static final String PASSED_WHEN_REPEATED =
      "<testcase name=\"writes\"><flakyFailure message=\"once\"/></testcase>";
  private static final String NEEDS_A_FILE =
      "<testcase name=\"unpacks\"><error/><rerunError/></testcase>";

  @TempDir private Path folder;

  @Test
  void theSameFailureAsOnTheStockJarsIsNotWorse() throws IOException {
    report(PASSED + PASSED_WHEN_REPEATED + NEEDS_A_FILE);
    assertThat(worseThan("org.TestDemo 3 unpacks")).isEmpty();
  }

  @Test
  void oneFailureLessIsNotWorse() throws IOException {
    report(PASSED + PASSED_WHEN_REPEATED + "<testcase name=\"unpacks\"/>");
    assertThat(worseThan("org.TestDemo 3 unpacks")).isEmpty();
  }

  @Test
  void anotherFailureIsWorseEvenIfThereAreNotMore() throws IOException {
    report("<testcase name=\"reads\"><failure/></testcase>" + PASSED_WHEN_REPEATED);
    assertThat(worseThan("org.TestDemo 2 unpacks"))
        .containsExactly("org.TestDemo.reads fails, but not on the stock jars");
  }

  @Test
  void aCaseThatIsSkippedNowIsWorse() throws IOException {
    report(PASSED + "<testcase name=\"writes\"><skipped/></testcase>");
    assertThat(worseThan("org.TestDemo 2 -"))
        .containsExactly(
            "org.TestDemo ran fewer cases than on the stock jars: executedCount=1, stock=2");
  }

  @Test
  void aClassWithoutReportIsWorse() throws IOException {
    assertThat(worseThan("org.TestDemo 2 -"))
        .singleElement()
        .asString()
        .startsWith("org.TestDemo has no report: file=");
  }

  @Test
  void aLineOfTheBaselineReadsAsItIsWritten() {
    String line = "org.TestDemo 20 a[0],b";
    assertThat(UpstreamResult.parse(line).toLine()).isEqualTo(line);
  }

  private void report(String cases) throws IOException {
    Files.writeString(
        folder.resolve("TEST-org.TestDemo.xml"),
        "<testsuite name=\"org.TestDemo\">" + cases + "</testsuite>");
  }

  private List<String> worseThan(String baselineLine) throws IOException {
    Path baseline = folder.resolve("baseline.txt");
    Files.writeString(baseline, "# Comment.\n" + baselineLine);
    return UpstreamTests.worse(baseline, folder);
  }
}
