package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FullRunTest {

  private static final FullRun RUN = new FullRun("6cd26ed", LocalDate.parse("2026-01-31"));

  @TempDir private Path folder;

  @Test
  void aRunIsGoodForThirtyDaysOfCommits() {
    assertThat(RUN.isTooOldFor(LocalDate.parse("2026-01-31"))).isFalse();
    assertThat(RUN.isTooOldFor(LocalDate.parse("2026-03-02"))).isFalse();
    assertThat(RUN.isTooOldFor(LocalDate.parse("2026-03-03"))).isTrue();
  }

  @Test
  void anOlderCommitNeedsNoNewerRun() {
    assertThat(RUN.isTooOldFor(LocalDate.parse("2020-01-01"))).isFalse();
  }

  @Test
  void aRunReadsAsItIsWritten() throws IOException {
    SuiteResults results = new SuiteResults();
    results.put(SuiteMode.FORCED, RUN);
    Path file = Files.writeString(folder.resolve("results"), results.toText());
    assertThat(SuiteResults.read(file).fullRun(SuiteMode.FORCED)).isEqualTo(RUN);
    assertThat(SuiteResults.read(file).fullRun(SuiteMode.OFF)).isNull();
  }

  @Test
  void aLineWithoutADateIsRefused() {
    assertThatThrownBy(() -> FullRun.parse("6cd26ed")).hasMessageContaining("6cd26ed");
  }
}
