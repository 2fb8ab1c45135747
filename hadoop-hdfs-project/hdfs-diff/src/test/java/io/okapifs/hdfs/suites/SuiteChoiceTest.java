package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

final class SuiteChoiceTest {

  @Test
  void ofTwoThatExecuteTheSameTheCheaperOneIsChosen() {
    assertThat(chosen(Set.of(), execution("Dear", 20, "a b"), execution("Cheap", 10, "a b")))
        .containsExactly("Cheap");
  }

  @Test
  void oneThatExecutesAllIsChosenBesideManyThatCostMoreTogether() {
    assertThat(
            chosen(
                Set.of(), execution("A", 6, "a"), execution("B", 6, "b"), execution("C", 6, "c"),
                execution("All", 9, "a b c")))
        .containsExactly("All");
  }

  @Test
  void whatOnlyADearClassExecutesIsNotLeftOut() {
    assertThat(chosen(Set.of(), execution("Cheap", 1, "a"), execution("Dear", 900, "b")))
        .containsExactly("Cheap", "Dear");
  }

  @Test
  void whatLaterChoicesExecuteTooIsDropped() {
    assertThat(
            chosen(
                Set.of(), execution("First", 10, "a b c"), execution("Second", 4, "a d"),
                execution("Third", 8, "b c e")))
        .containsExactly("Second", "Third");
  }

  @Test
  void aPinnedClassIsChosenAndWhatItExecutesIsNotBoughtAgain() {
    assertThat(chosen(Set.of("Dear"), execution("Dear", 20, "a b"), execution("Cheap", 1, "a")))
        .containsExactly("Dear");
  }

  @Test
  void aClassThatExecutesNothingIsChosenOnlyIfItIsPinned() {
    assertThat(chosen(Set.of(), execution("None", 0, ""))).isEmpty();
    assertThat(chosen(Set.of("None"), execution("None", 0, ""))).containsExactly("None");
  }

  @Test
  void ofAClassTheCasesAreChosenThatExecuteMore() {
    assertThat(
            chosen(
                Set.of(), execution("Test", 100, "a b c"), execution("Test#one", 10, "a b"),
                execution("Test#two", 10, "b c"), execution("Test#three", 70, "a b c")))
        .containsExactly("Test#one", "Test#two");
  }

  /** The second class is cheaper by its case, and dearer by its JVM. */
  @Test
  void aCaseOfAClassThatIsStartedCostsNoOtherJvm() {
    assertThat(
            chosen(
                Set.of(), execution("Started", 100, "a b"), execution("Started#a", 10, "a"),
                execution("Started#b", 50, "b"), execution("Other", 80, "b c"),
                execution("Other#b", 1, "b"), execution("Other#none", 9, "")))
        .containsExactly("Started#a", "Started#b");
  }

  @Test
  void aPinnedClassIsChosenAsAWhole() {
    assertThat(
            chosen(
                Set.of("Test"), execution("Test", 100, "a b"), execution("Test#one", 10, "a"),
                execution("Test#two", 10, "b")))
        .containsExactly("Test");
  }

  @RepeatedTest(50)
  void theChoiceExecutesAllAndNoneOfItIsNeedless(RepetitionInfo repetition) {
    List<Execution> executions = random(repetition.getCurrentRepetition());
    Set<String> names = new SuiteChoice(executions, Set.of()).names();
    assertThat(pointsOf(executions, names)).isEqualTo(pointsOf(executions, allOf(executions)));
    for (String name : names) {
      Set<String> others = new HashSet<>(names);
      others.remove(name);
      assertThat(pointsOf(executions, others)).isNotEqualTo(pointsOf(executions, names));
    }
  }

  private static List<Execution> random(int seed) {
    Random random = new Random(seed);
    List<Execution> executions = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      TreeSet<String> points = new TreeSet<>();
      random.ints(random.nextInt(10), 0, 40).forEach(point -> points.add("p" + point));
      executions.add(new Execution("Test" + i, random.nextInt(100), 1, points));
    }
    return executions;
  }

  private static Set<String> allOf(List<Execution> executions) {
    Set<String> names = new HashSet<>();
    executions.forEach(each -> names.add(each.name()));
    return names;
  }

  private static Set<String> pointsOf(List<Execution> executions, Set<String> names) {
    Set<String> points = new TreeSet<>();
    executions.stream()
        .filter(each -> names.contains(each.name()))
        .forEach(each -> points.addAll(each.points()));
    return points;
  }

  private static Set<String> chosen(Set<String> pinned, Execution... executions) {
    return new SuiteChoice(List.of(executions), pinned).names();
  }

  private static Execution execution(String name, int seconds, String points) {
    Set<String> names = points.isEmpty() ? Set.of() : Set.of(points.split(" "));
    return new Execution(name, seconds, 1, new TreeSet<>(names));
  }
}
