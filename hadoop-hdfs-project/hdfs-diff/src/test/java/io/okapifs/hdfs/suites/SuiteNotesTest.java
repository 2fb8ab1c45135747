package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SuiteNotesTest {

  private static List<Execution> executions(String... lines) {
    return new SuiteNotes(List.of(lines)).executions("Test", 9, 8);
  }

  private static Execution execution(
      String name, double seconds, double processorSeconds, String... points) {
    return new Execution(name, seconds, processorSeconds, new TreeSet<>(List.of(points)));
  }

  @Test
  void aCaseExecutesWhatIsNotedBetweenItsBeginAndItsEnd() {
    assertThat(
            executions("> one", "open", "< 1.5 0.5", "> two", "open", "close", "< 2.0 0.1"))
        .containsExactly(
            execution("Test", 9, 8, "close", "open"), execution("Test#one", 1.5, 0.5, "open"),
            execution("Test#two", 2.0, 0.1, "close", "open"));
  }

  @Test
  void whatIsExecutedOutsideOfCasesIsExecutedWithEachOfThem() {
    assertThat(executions("start", "> one", "< 1.0 1.0", "> two", "open", "< 1.0 1.0", "stop"))
        .extracting(each -> String.join(" ", each.points()))
        .containsExactly("open start stop", "start stop", "open start stop");
  }

  @Test
  void aCaseThatIsRepeatedExecutedWhatItEverDid() {
    assertThat(
            executions(
                "> one", "open", "< 3.0 3.0", "> two", "< 1.0 1.0", "> one", "close", "< 2.0 2.0"))
        .contains(execution("Test#one", 2, 2, "close", "open"));
  }

  @Test
  void ofACaseThatNeverEndedOnlyTheClassTells() {
    assertThat(executions("> one", "open", "< 1.0 1.0", "> two", "< 1.0 1.0", "> three", "close"))
        .extracting(Execution::name)
        .containsExactly("Test", "Test#one", "Test#two");
    assertThat(executions("> one", "open").get(0).points()).containsExactly("open");
  }

  @Test
  void aClassWithOneCaseIsThatCase() {
    assertThat(executions("> one", "open", "< 1.0 1.0")).hasSize(1);
  }
}
