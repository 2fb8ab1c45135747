package io.okapifs.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.bench.Bench;
import io.okapifs.bench.paper.BenchRun;
import io.okapifs.bench.paper.PaperRuns;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line of paper; rows and the page are in {@code PaperRowsTest}. */
class PaperTest {
  @TempDir Path folder;

  private record Answer(int exit, String out, String errors) {}

  private static Answer run(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream outBefore = System.out;
    PrintStream errorsBefore = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      int exit = Bench.run(words);
      return new Answer(
          exit, out.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(outBefore);
      System.setErr(errorsBefore);
    }
  }

  @Test
  void aRowIsPrintedAndWrittenWithItsEnvironment() throws Exception {
    Answer answer =
        run("paper", "less-figure-1", "okapi-section-3", "--quick", "--out", folder.toString());
    assertThat(answer.exit()).as(answer.errors()).isZero();
    assertThat(answer.errors())
        .as("what the script for plots says")
        .isIn(
            "",
            "No plots: matplotlib is not installed; scripts/setup --benchmarks installs it.\n");
    assertThat(answer.out()).contains("LESS2-4-2, sub-blocks read", "6 disks over 2");
    assertThat(folder).isDirectoryContaining("glob:**less-figure-1.csv");
    assertThat(folder.resolve("rows.json")).content()
        .contains("\"complete\" : true", "\"seed\" : 1", "\"loadAverage\"", "\"commit\"");
  }

  @Test
  void badInputIsOneErrorThatSaysWhatToDo() {
    Answer unknown = run("paper", "okapi-figure-51");
    assertThat(unknown.exit()).isEqualTo(1);
    assertThat(unknown.errors())
        .hasLineCount(1)
        .startsWith("bench: no such row: id=okapi-figure-51; nearest: okapi-figure-");
    for (List<String> words :
        List.of(
            List.of("paper"), List.of("paper", "less-table-2", "--all"),
            List.of("paper", "less-table-2", "--run"))) {
      Answer answer = run(words.toArray(new String[0]));
      assertThat(answer.exit()).isEqualTo(1);
      assertThat(answer.errors()).hasLineCount(1).contains("name rows or give --all");
    }
    assertThat(run("paper", "less-figure-1", "--results", folder + "/none").errors())
        .isEqualTo("bench: no folder of results: results=" + folder + "/none\n");
  }

  @Test
  void commandsThatMeasureAreNamedUnlessItIsQuick() {
    assertThat(run("paper", "shec-section-3-4").out()).contains("--json > repair-io.jsonl");
    assertThat(run("paper", "shec-section-3-4", "--quick").out()).doesNotContain("--json >");
  }

  @Test
  void aRunKeepsItsLinesUnderItsNameOnlyWhenItHasEnded() throws Exception {
    PaperRuns runs = new PaperRuns(folder, folder);
    BenchRun good = new BenchRun("libraries", "--runs 1 --size-kb 4", "libraries.jsonl");
    assertThat(runs.isDone(good)).isFalse();
    assertThat(runs.run(good, List.of())).isZero();
    assertThat(runs.isDone(good)).isTrue();
    assertThat(Files.readAllLines(folder.resolve("libraries.jsonl")).get(0))
        .contains("\"result\":\"environment\"", "\"loadAverage\":", "\"commit\":\"unknown\"",
            "\"command\":\"bin/bench libraries --runs 1 --size-kb 4 --json\"");
    BenchRun bad = new BenchRun("codes", "--rounds 0", "bad.jsonl");
    assertThat(runs.run(bad, List.of())).isEqualTo(1);
    assertThat(runs.isDone(bad)).isFalse();
    assertThat(folder.resolve("bad.jsonl.partial")).exists();
  }
}
