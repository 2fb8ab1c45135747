package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.cover.CoverAgent;
import io.okapifs.hdfs.suites.SuiteRun.Task;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    new SuiteRun(jvm, files, new SuiteResults(), data)
        .run(
            Map.of(
                SuiteMode.OFF, List.of("suites.Passing"),
                SuiteMode.FORCED, List.of("suites.Passing")));
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
  void aClassThatHangsEndsWithTheStacksInItsLogAndNoReport() throws Exception {
    Files.createDirectories(files.folder().resolve("stock"));
    jvm.run(SuiteMode.STOCK, "suites.Hanging", files, root, Duration.ofSeconds(15));
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
    assertThat(
            new SuiteRun(jvm, files, recorded, root)
                .longestFirst(
                    Map.of(
                        SuiteMode.OFF, List.of("Short", "New", "Long", "Done"),
                        SuiteMode.FORCED, List.of("Short"))))
        .containsExactly(
            new Task(SuiteMode.OFF, "New"), new Task(SuiteMode.OFF, "Long"),
            new Task(SuiteMode.FORCED, "Short"), new Task(SuiteMode.OFF, "Short"));
  }

  private static SuiteResult result(String name, int seconds) {
    return new SuiteResult(name, 1, seconds, Set.of(), Set.of());
  }
}
