package io.okapifs.hdfs.suites;

import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What one of upstream's test classes executed in a mode.
 *
 * @param suite its name below {@code org.apache.hadoop}
 * @param seconds how long its JVM lived
 * @param processorSeconds processor time of the JVM, of all threads
 * @param points names of the join points, as the lock has them
 */
record Execution(String suite, int seconds, int processorSeconds, SortedSet<String> points) {

  private static final double CORES = 2;

  Execution {
    points = new TreeSet<>(points);
  }

  /** What the class adds to the time of a run: a share of the JVMs at a time, or of two cores. */
  double cost() {
    return Math.max(0.1, seconds / (double) SuiteRun.FORKS + processorSeconds / CORES);
  }

  /** Without the join points that are not among {@code wanted}. */
  Execution only(Set<String> wanted) {
    SortedSet<String> kept = new TreeSet<>(points);
    kept.retainAll(wanted);
    return new Execution(suite, seconds, processorSeconds, kept);
  }
}
