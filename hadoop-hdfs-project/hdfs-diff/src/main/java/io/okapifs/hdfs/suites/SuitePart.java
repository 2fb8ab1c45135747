package io.okapifs.hdfs.suites;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What one JVM runs of a test class.
 *
 * @param suite the class
 * @param cases names of its cases; empty for all of them
 */
record SuitePart(String suite, SortedSet<String> cases) {

  static SuitePart whole(String suite) {
    return new SuitePart(suite, new TreeSet<>());
  }

  /** Classes, each with those of its cases that are named; all of a class that is named itself. */
  static List<SuitePart> of(Collection<String> names) {
    SortedMap<String, SuitePart> parts = new TreeMap<>();
    for (String name : names) {
      SuitePart part = parts.computeIfAbsent(Execution.suiteOf(name), SuitePart::whole);
      if (Execution.isCase(name) && !names.contains(part.suite())) {
        part.cases().add(Execution.caseOf(name));
      }
    }
    return List.copyOf(parts.values());
  }

  /** The class, or its cases as {@code CLASS#CASE}. */
  Stream<String> names() {
    return isWhole()
        ? Stream.of(suite)
        : cases.stream().map(each -> Execution.nameOfCase(suite, each));
  }

  boolean isWhole() {
    return cases.isEmpty();
  }

  @Override
  public String toString() {
    return isWhole() ? suite : Execution.nameOfCase(suite, String.join(",", cases));
  }
}
