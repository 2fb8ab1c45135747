package io.okapifs.hdfs.suites;

import io.okapifs.hdfs.cover.ExecutedPoints;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the notes of a JVM say of a test class and of its cases. Not thread safe. */
final class SuiteNotes {

  private final SortedSet<String> ofClass = new TreeSet<>();
  private final SortedMap<String, Execution> ofCases = new TreeMap<>();

  /**
   * @param lines as {@link ExecutedPoints} writes them; a case that never ended is left out, its
   *     join points count for the class
   */
  SuiteNotes(List<String> lines) {
    SortedSet<String> outside = new TreeSet<>();
    SortedSet<String> inside = outside;
    String testCase = null;
    for (String line : lines) {
      if (line.startsWith(ExecutedPoints.BEGIN)) {
        testCase = line.substring(ExecutedPoints.BEGIN.length());
        inside = new TreeSet<>();
      } else if (line.startsWith(ExecutedPoints.END)) {
        String[] costs = line.substring(ExecutedPoints.END.length()).split(" ");
        put(
            new Execution(
                testCase, Double.parseDouble(costs[0]), Double.parseDouble(costs[1]), inside));
        inside = outside;
      } else {
        inside.add(line);
        ofClass.add(line);
      }
    }
    ofCases.values().forEach(each -> each.points().addAll(outside));
  }

  /** A case that was repeated cost what it cost last, and executed what it ever did. */
  private void put(Execution execution) {
    Execution before = ofCases.put(execution.name(), execution);
    if (before != null) {
      execution.points().addAll(before.points());
    }
  }

  /** The class with what its JVM cost, and its cases where there are several. */
  List<Execution> executions(String suite, double seconds, double processorSeconds) {
    List<Execution> executions = new ArrayList<>();
    executions.add(new Execution(suite, seconds, processorSeconds, ofClass));
    if (ofCases.size() > 1) {
      ofCases.forEach(
          (name, each) ->
              executions.add(
                  new Execution(
                      Execution.nameOfCase(suite, name), each.seconds(), each.processorSeconds(),
                      each.points())));
    }
    return executions;
  }
}
