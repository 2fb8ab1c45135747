package io.okapifs.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values out of result files, and what is said where they lack. */
class KeptResultsTest {
  private static final Measured TIMES =
      Measured.by("repair-time", "--repetitions 3")
          .value("LESS4", "ratio", "0.49",
              lines -> lines.result("ratio").with("policy", "LESS4").number("ratio"))
          .value("CLAY", "ratio", "0.74",
              lines -> lines.result("ratio").with("policy", "CLAY").number("ratio"))
          .because("other disks");

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("repair-time.jsonl");
  }

  private Outcome outcome(String... commands) {
    return TIMES.outcome(
        new Source.Available(Set.of(), Set.of(commands), new KeptResults(List.of(folder))));
  }

  @Test
  void valuesStandInTheFileOfTheCommand() throws Exception {
    Files.writeString(
        file,
        """
        {"result":"environment","commit":"abc","processors":2,"processor":"X","features":"avx2",\
        "loadAverage":9.726}
        {"result":"ratio","policy":"LESS4","ratio":0.481}
        {"result":"ratio","policy":"CLAY","ratio":0.739}
        """);
    Outcome outcome = outcome("repair-time");
    assertThat(outcome.state()).isEqualTo(Outcome.State.KNOWN);
    assertThat(outcome.note())
        .isEqualTo(
            "Measured at commit abc on 2 processors of X with avx2, load 10 before"
                + " (`repair-time.jsonl`).");
    assertThat(outcome.values().get(0))
        .isEqualTo(PaperValue.of("LESS4", "ratio", "0.49", 0.481).because("other disks"));
    assertThat(outcome.values().get(1).reason()).as("nothing to explain").isEmpty();
  }

  @Test
  void aFileThatLacksValuesIsPartlyKnown() throws Exception {
    Files.writeString(file, "{\"result\":\"ratio\",\"policy\":\"LESS4\",\"ratio\":0.5}\n");
    assertThat(outcome("repair-time").state()).isEqualTo(Outcome.State.PARTLY_KNOWN);
    assertThat(outcome("repair-time").values().get(1).ours()).isEmpty();
  }

  @Test
  void withoutAFileTheCommandIsNamed() {
    assertThat(outcome("repair-time").state()).isEqualTo(Outcome.State.NOT_MEASURED);
    assertThat(outcome("repair-time").note())
        .isEqualTo("Not measured yet: `bin/bench repair-time --repetitions 3`.");
    assertThat(outcome("repair-time").values())
        .containsExactly(
            PaperValue.missing("LESS4", "ratio", "0.49"),
            PaperValue.missing("CLAY", "ratio", "0.74"));
  }

  @Test
  void whatAnInterruptedRunLeftIsNoResultButNamed() throws Exception {
    Files.writeString(
        folder.resolve("repair-time.jsonl.partial"),
        "{\"result\":\"ratio\",\"policy\":\"LESS4\",\"ratio\":0.5}\n");
    assertThat(outcome("repair-time").state()).isEqualTo(Outcome.State.NOT_MEASURED);
    assertThat(outcome("repair-time").note()).endsWith("repair-time.jsonl.partial has its lines.");
  }

  @Test
  void aCommandThatIsNotThereIsSaidToBeMissing() {
    assertThat(outcome("codes").state()).isEqualTo(Outcome.State.NOT_HERE);
    assertThat(outcome("codes").note())
        .isEqualTo("Not here yet: bench has no command repair-time.");
  }

  @Test
  void newerResultsComeFirst() throws Exception {
    Path newer = Files.createDirectory(folder.resolve("newer"));
    Files.writeString(file, "{\"a\":1}\n");
    Files.writeString(newer.resolve("repair-time.jsonl"), "{\"a\":2}\n");
    KeptResults kept = new KeptResults(List.of(newer, folder));
    assertThat(kept.lines("repair-time.jsonl").orElseThrow().number("a")).hasValue(2);
  }

  @Test
  void aLineThatIsNoObjectIsRefusedWithFileAndLine() throws Exception {
    Files.writeString(file, "{\"a\":1}\nwarning: slow\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> outcome("repair-time"))
        .withMessageContaining("file=" + file + ", line=2");
  }

  @Test
  void aValueThatSeveralLinesHaveIsRefused() throws Exception {
    Files.writeString(file, "{\"a\":1}\n{\"a\":2}\n");
    ResultLines lines = KeptResults.read(file);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lines.number("a"))
        .withMessage("one line expected: file=repair-time.jsonl, field=a, lines=2");
    assertThat(lines.max("a")).hasValue(2);
    assertThat(lines.with("a", "1").number("a")).hasValue(1);
  }
}
