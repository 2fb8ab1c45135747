package io.okapifs.hdfs.suites;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Chooses cheap test cases that together execute every join point that any case does: the one with
 * most new join points for its cost first, and then without those that turned out needless. The
 * cheapest choice of all may be a little cheaper. A class whose cases are not known is one case.
 */
final class SuiteChoice {

  private static final double LEAST_COST = 0.1;

  private final Collection<Execution> cases;
  private final Collection<Execution> pinned;
  private final Set<String> pins;

  /** What the JVM of a class costs beside its cases. */
  private final Map<String, Double> costOfJvm = new HashMap<>();

  /**
   * @param executions classes and cases
   * @param pins names of classes that are chosen whatever they execute
   */
  SuiteChoice(Collection<Execution> executions, Set<String> pins) {
    Set<String> withCases =
        executions.stream()
            .map(Execution::name)
            .filter(Execution::isCase)
            .map(Execution::suiteOf)
            .collect(Collectors.toSet());
    this.pins = pins;
    this.pinned = executions.stream().filter(each -> pins.contains(each.name())).toList();
    this.cases =
        executions.stream()
            .filter(each -> Execution.isCase(each.name()) || !withCases.contains(each.name()))
            .filter(each -> !pins.contains(Execution.suiteOf(each.name())))
            .toList();
    for (Execution each : executions) {
      if (withCases.contains(Execution.suiteOf(each.name()))) {
        costOfJvm.merge(
            Execution.suiteOf(each.name()),
            Execution.isCase(each.name()) ? -each.cost() : each.cost(), Double::sum);
      }
    }
  }

  /** Names of the chosen classes and cases. */
  Set<String> names() {
    List<Execution> chosen = new ArrayList<>(pinned);
    Set<String> open = pointsOf(cases);
    open.removeAll(pointsOf(chosen));
    while (!open.isEmpty()) {
      Execution best = bestFor(open, suitesOf(chosen));
      chosen.add(best);
      open.removeAll(best.points());
    }
    dropNeedless(chosen);
    Set<String> names = new TreeSet<>(pins);
    chosen.forEach(each -> names.add(each.name()));
    return names;
  }

  private Execution bestFor(Set<String> open, Set<String> started) {
    return cases.stream()
        .max(
            Comparator.comparingDouble((Execution each) -> gainOf(each, open, started))
                .thenComparing(Execution::name, Comparator.reverseOrder()))
        .orElseThrow();
  }

  /** Join points of {@code open} for the cost. */
  private double gainOf(Execution execution, Set<String> open, Set<String> started) {
    long count = execution.points().stream().filter(open::contains).count();
    return count / costOf(execution, started);
  }

  /** With its JVM, unless that is started for another case. */
  private double costOf(Execution execution, Set<String> started) {
    String suite = Execution.suiteOf(execution.name());
    double ofJvm = started.contains(suite) ? 0 : costOfJvm.getOrDefault(suite, 0.0);
    return Math.max(LEAST_COST, execution.cost() + Math.max(0, ofJvm));
  }

  /** The dearest first. */
  private void dropNeedless(List<Execution> chosen) {
    List<Execution> dearestFirst = new ArrayList<>(chosen);
    dearestFirst.removeAll(pinned);
    dearestFirst.sort(
        Comparator.comparingDouble((Execution each) -> costOf(each, Set.of())).reversed());
    for (Execution candidate : dearestFirst) {
      List<Execution> others = new ArrayList<>(chosen);
      others.remove(candidate);
      if (pointsOf(others).containsAll(candidate.points())) {
        chosen.remove(candidate);
      }
    }
  }

  private static Set<String> suitesOf(Collection<Execution> executions) {
    return executions.stream()
        .map(each -> Execution.suiteOf(each.name()))
        .collect(Collectors.toSet());
  }

  private static Set<String> pointsOf(Collection<Execution> executions) {
    Set<String> points = new HashSet<>();
    executions.forEach(each -> points.addAll(each.points()));
    return points;
  }
}
