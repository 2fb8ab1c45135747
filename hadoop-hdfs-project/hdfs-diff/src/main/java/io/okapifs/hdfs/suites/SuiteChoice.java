package io.okapifs.hdfs.suites;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Chooses cheap test classes that together execute every join point that any class does: the one
 * with most new join points for its cost first, and then without those that turned out needless. The
 * cheapest choice of all may be a little cheaper.
 */
final class SuiteChoice {

  private final Collection<Execution> executions;
  private final Set<String> pinned;

  /**
   * @param pinned names of classes that are chosen in any case
   */
  SuiteChoice(Collection<Execution> executions, Set<String> pinned) {
    this.executions = executions;
    this.pinned = pinned;
  }

  /** Names of the chosen classes. */
  Set<String> names() {
    List<Execution> chosen = new ArrayList<>();
    executions.stream().filter(each -> pinned.contains(each.suite())).forEach(chosen::add);
    Set<String> open = pointsOf(executions);
    open.removeAll(pointsOf(chosen));
    while (!open.isEmpty()) {
      Execution best = bestFor(open);
      chosen.add(best);
      open.removeAll(best.points());
    }
    dropNeedless(chosen);
    Set<String> names = new TreeSet<>(pinned);
    chosen.forEach(each -> names.add(each.suite()));
    return names;
  }

  private Execution bestFor(Set<String> open) {
    return executions.stream()
        .max(
            Comparator.comparingDouble((Execution each) -> gainOf(each, open))
                .thenComparing(Execution::suite, Comparator.reverseOrder()))
        .orElseThrow();
  }

  /** Join points of {@code open} for the cost. */
  private static double gainOf(Execution execution, Set<String> open) {
    long count = execution.points().stream().filter(open::contains).count();
    return (double) count / execution.cost();
  }

  /** The dearest first. */
  private void dropNeedless(List<Execution> chosen) {
    List<Execution> dearestFirst = new ArrayList<>(chosen);
    dearestFirst.sort(Comparator.comparingDouble(Execution::cost).reversed());
    for (Execution candidate : dearestFirst) {
      List<Execution> others = new ArrayList<>(chosen);
      others.remove(candidate);
      if (!pinned.contains(candidate.suite())
          && pointsOf(others).containsAll(candidate.points())) {
        chosen.remove(candidate);
      }
    }
  }

  private static Set<String> pointsOf(Collection<Execution> executions) {
    Set<String> points = new HashSet<>();
    executions.forEach(each -> points.addAll(each.points()));
    return points;
  }
}
