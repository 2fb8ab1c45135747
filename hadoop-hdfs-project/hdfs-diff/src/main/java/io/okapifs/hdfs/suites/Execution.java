package io.okapifs.hdfs.suites;

import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What one of upstream's test classes, or one of its cases, executed in a mode.
 *
 * @param name of the class below {@code org.apache.hadoop}, or {@code CLASS#CASE}
 * @param seconds how long it took; of a class, how long its JVM lived
 * @param processorSeconds processor time of all threads of the JVM meanwhile
 * @param points names of the join points, as the lock has them; of a case, with what its class
 *     executes outside of cases
 */
record Execution(String name, double seconds, double processorSeconds, SortedSet<String> points) {

  private static final double CORES = 2;
  private static final char CASE = '#';

  Execution {
    points = new TreeSet<>(points);
  }

  static String nameOfCase(String suite, String testCase) {
    return suite + CASE + testCase;
  }

  /** The class of a name of either kind. */
  static String suiteOf(String name) {
    return isCase(name) ? name.substring(0, name.indexOf(CASE)) : name;
  }

  static boolean isCase(String name) {
    return name.indexOf(CASE) >= 0;
  }

  /** The case that a name is of. */
  static String caseOf(String name) {
    return name.substring(name.indexOf(CASE) + 1);
  }

  /** What it adds to the time of a run: a share of the JVMs at a time, or of two cores. */
  double cost() {
    return seconds / SuiteRun.FORKS + processorSeconds / CORES;
  }

  /** Without the join points that are not among {@code wanted}. */
  Execution only(Set<String> wanted) {
    SortedSet<String> kept = new TreeSet<>(points);
    kept.retainAll(wanted);
    return new Execution(name, seconds, processorSeconds, kept);
  }
}
