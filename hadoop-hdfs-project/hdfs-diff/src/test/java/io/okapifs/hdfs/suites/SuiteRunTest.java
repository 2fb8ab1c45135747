package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.cover.CoverAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JVMs for classes of org.apache.hadoop.suites, on the class path of this test. */
final class SuiteRunTest {

  @TempDir private Path root;
  private SuiteFiles files;
  private SuiteJvm jvm;

  @BeforeEach
  void prepare() throws IOException {
    Path target = root.resolve("hadoop-hdfs-project/upstream-tests/target");
    Files.createDirectories(target);
    Files.writeString(target.resolve("class-path.txt"), System.getProperty("java.class.path"));
    Path agent = root.resolve("agent.jar");
    CoverAgent.writeJar(agent);
    files = new SuiteFiles(root.resolve("run"));
    jvm = new SuiteJvm(root, agent, root.resolve("copies"), List.of("-XX:TieredStopAtLevel=1"));
  }

  @Test
  void aClassLeavesReportsOfBothModesAndNoData() throws Exception {
    Path data = Files.createDirectory(root.resolve("data"));
    new SuiteRun(jvm, files, new SuiteResults(), new SuiteCover(), data)
        .run(
            Map.of(
                SuiteMode.OFF, List.of(SuitePart.whole("suites.Passing")),
                SuiteMode.FORCED, List.of(SuitePart.whole("suites.Passing"))));
    assertThat(files.readReport(SuiteMode.OFF, "suites.Passing").result().failed())
        .containsExactly("isTheStripeWidthThatIsForced");
    SuiteResult forced = files.readReport(SuiteMode.FORCED, "suites.Passing").result();
    assertThat(forced.failed()).isEmpty();
    assertThat(forced.executedCount()).isEqualTo(2);
    assertThat(forced.suite()).isEqualTo("suites.Passing");
    assertThat(files.log(SuiteMode.OFF, "suites.Passing")).content().contains("AssertionError");
    try (Stream<Path> left = Files.list(data)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aCaseThatIsNamedRunsAlone() throws Exception {
    new SuiteRun(jvm, files, new SuiteResults(), new SuiteCover(), root)
        .run(Map.of(SuiteMode.OFF, SuitePart.of(List.of("suites.Passing#hasAFolderForItsData"))));
    SuiteResult result = files.readReport(SuiteMode.OFF, "suites.Passing").result();
    assertThat(result.failed()).isEmpty();
    assertThat(result.executedCount()).isEqualTo(1);
  }

  /** Nothing is woven here: what the cases execute is said by {@code NotingClassesTest}. */
  @Test
  void whatEachCaseCostIsTold() throws Exception {
    new SuiteRun(jvm, files, new SuiteResults(), new SuiteCover(), root)
        .run(Map.of(SuiteMode.FORCED, SuitePart.of(List.of("suites.Passing"))));
    List<Execution> executions = files.readExecutions(SuiteMode.FORCED, "suites.Passing");
    assertThat(executions)
        .extracting(Execution::name)
        .containsExactly(
            "suites.Passing", "suites.Passing#hasAFolderForItsData",
            "suites.Passing#isTheStripeWidthThatIsForced");
    assertThat(executions.get(1).seconds()).isLessThan(executions.get(0).seconds() + 0.5);
  }

  @Test
  void aClassThatHangsEndsWithTheStacksInItsLogAndNoReport() throws Exception {
    Files.createDirectories(files.folder().resolve("stock"));
    jvm.run(
        1, SuiteMode.STOCK, SuitePart.whole("suites.Hanging"), files, root, Duration.ofSeconds(15));
    assertThat(files.hasReport(SuiteMode.STOCK, "suites.Hanging")).isFalse();
    assertThat(files.log(SuiteMode.STOCK, "suites.Hanging"))
        .content()
        .contains("Full thread dump", "Hanging.waitsForNothing");
  }

  @Test
  void theLongestRunsFirstAndWhatHasAReportNotAgain() throws IOException {
    SuiteResults recorded = new SuiteResults();
    recorded.put(SuiteMode.OFF, result("Short", 1));
    recorded.put(SuiteMode.OFF, result("Long", 300));
    recorded.put(SuiteMode.FORCED, result("Short", 20));
    recorded.put(SuiteMode.OFF, result("Done", 400));
    Files.createDirectories(files.folder().resolve("off"));
    Files.createFile(files.report(SuiteMode.OFF, "Done"));
    SuiteCover cover = new SuiteCover();
    cover.put(
        SuiteMode.FORCED,
        List.of(
            new Execution("Long", 300, 9, new TreeSet<>()),
            new Execution("Long#aCase", 12.5, 9, new TreeSet<>()),
            new Execution("Long#anotherCase", 287, 9, new TreeSet<>())));
    assertThat(
            new SuiteRun(jvm, files, recorded, cover, root)
                .longestFirst(
                    Map.of(
                        SuiteMode.OFF, SuitePart.of(List.of("Short", "New", "Long", "Done")),
                        SuiteMode.FORCED, SuitePart.of(List.of("Short", "Long#aCase"))))
                .stream()
                .map(Object::toString))
        .containsExactly(
            "off New", "off Long", "forced Short", "forced Long#aCase", "off Short");
  }

  private static SuiteResult result(String name, int seconds) {
    return new SuiteResult(name, 1, seconds, Set.of(), Set.of());
  }
}
