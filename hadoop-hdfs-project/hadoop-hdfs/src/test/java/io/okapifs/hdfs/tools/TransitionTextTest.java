package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.tools.TransitionSummary.Fate;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What `hdfs ec` says of transitions, as people read it. */
class TransitionTextTest {

  @Test
  void aSummaryCountsWhatHappenedInOneLine() {
    TransitionSummary summary = new TransitionSummary();
    assertThat(summary.toText(false)).isEqualTo("0 queued, 0 refused");
    for (Fate fate : Fate.values()) {
      if (fate != Fate.DONE) {
        summary.count(fate);
      }
    }
    summary.count(Fate.TOO_YOUNG);
    assertThat(summary.toText(false))
        .isEqualTo(
            "1 queued, 1 copied, 1 already so, 2 too young, 1 passed over, 1 replicated (use -copy),"
                + " 1 in HDFS's own form (use POLICY@WIDTH), 1 paused, resumed or cancelled,"
                + " 1 refused");
    assertThat(new TransitionSummary().toText(true)).isEqualTo("0 done, 0 refused");
  }

  @Test
  void aTableHasAHeaderAndAlignedColumns() {
    TransitionStatus started =
        new TransitionStatus(
            Step.STARTED, false, 1, 0, "RS-3-2-64k", "RS-6-3-64k", 2, 10, 4, 1, 3, "", "/a b",
            "");
    TransitionStatus givenUp =
        new TransitionStatus(
            Step.ABORTED, false, 1, 0, "RS-3-2-64k", "RS-6-3-64k", 0, 0, 0, 0, 0, "quota", "/c",
            "");
    assertThat(TransitionTable.lines(List.of(started, givenUp)))
        .containsExactly(
            "State     From        To          Groups  Groups/min  Left  Retries  Moves  Path",
            "started   RS-3-2-64k  RS-6-3-64k  2/10    4.0         2m0s  1        3      /a b",
            "given-up  RS-3-2-64k  RS-6-3-64k  0/0     -           -     0        0      /c: quota");
  }

  @Test
  void namesAreAColumnWhereThereAreSome() {
    List<String[]> rows = List.of(new String[] {"done", "/a"}, new String[] {"done", "/b"});
    String[] header = {"State", "Path"};
    assertThat(TransitionTable.named(header, rows, List.of("", "")))
        .isEqualTo(TransitionTable.lines(header, rows));
    assertThat(TransitionTable.named(header, rows, List.of("", "adapt-1")))
        .containsExactly("State  Name     Path", "done   -        /a", "done   adapt-1  /b");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s", "59, 59s", "60, 1m0s", "3599, 59m59s", "3600, 1h0m", "86399, 23h59m",
    "86400, 1d0h", "200000, 2d7h",
  })
  void timesAreToldInTheirTwoLargestUnits(long seconds, String text) {
    assertThat(TransitionTable.time(seconds)).isEqualTo(text);
  }
}
