package io.okapifs.hdfs.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which join points each of upstream's test classes and their cases execute. Not thread safe. */
final class SuiteCover {

  /** The modes in which upstream is advised. */
  static final List<SuiteMode> MODES = List.of(SuiteMode.OFF, SuiteMode.FORCED);

  private static final String HEADER =
      """
      # What upstream's test classes execute of what is locked; scripts/upstream-tests --write writes it.
      # Number: join point
      # Mode: class | seconds | processor seconds | numbers of the join points
      # Mode: class#case | seconds | processor seconds | those that the class executes and it does not
      """;
  private static final int COLUMNS = 4;

  private final SortedSet<String> known = new TreeSet<>();
  private final Map<SuiteMode, SortedMap<String, Execution>> byMode =
      new EnumMap<>(SuiteMode.class);

  SuiteCover() {
    for (SuiteMode mode : MODES) {
      byMode.put(mode, new TreeMap<>());
    }
  }

  /** Reads the recorded cover; one without anything if the file is not there. */
  static SuiteCover read(Path file) throws IOException {
    SuiteCover cover = new SuiteCover();
    Map<String, String> names = new HashMap<>();
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        int colon = line.indexOf(':');
        String key = line.substring(0, Math.max(0, colon));
        String value = line.substring(colon + 1).strip();
        if (key.matches("[0-9]+")) {
          names.put(key, value);
        } else {
          cover.parse(SuiteMode.parse(key), value, names);
        }
      }
    }
    cover.known.addAll(names.values());
    return cover;
  }

  private void parse(SuiteMode mode, String text, Map<String, String> names) {
    List<String> columns = Suite.columnsOf(text);
    if (columns.size() != COLUMNS) {
      throw new IllegalArgumentException("not a line of the cover: line=" + text);
    }
    SortedSet<String> points = new TreeSet<>();
    for (String number : columns.get(3).split(" ")) {
      if (!number.isEmpty()) {
        points.add(names.get(number));
      }
    }
    String name = columns.get(0);
    add(
        mode,
        new Execution(
            name, Double.parseDouble(columns.get(1)), Double.parseDouble(columns.get(2)),
            Execution.isCase(name) ? missing(get(mode, Execution.suiteOf(name)), points) : points));
  }

  /** What a class executes beside {@code points}; the way from a case to its line, and back. */
  private static SortedSet<String> missing(Execution suite, Set<String> points) {
    SortedSet<String> missing = new TreeSet<>(suite.points());
    missing.removeAll(points);
    return missing;
  }

  private void add(SuiteMode mode, Execution execution) {
    byMode.get(mode).put(execution.name(), execution);
  }

  /**
   * Replaces what was known of a class.
   *
   * @param executions the class, and its cases behind it
   */
  void put(SuiteMode mode, List<Execution> executions) {
    String suite = executions.get(0).name();
    byMode.get(mode).keySet().removeIf(name -> Execution.suiteOf(name).equals(suite));
    executions.forEach(each -> add(mode, each));
  }

  /** Says that what was put tells of these join points, whether anything executes them or not. */
  void knows(Collection<String> names) {
    known.addAll(names);
  }

  /** Forgets classes that run no more and join points that are no more. */
  void keepOnly(SuiteTable table, Set<String> locked) {
    known.retainAll(locked);
    for (SuiteMode mode : MODES) {
      SortedMap<String, Execution> executions = byMode.get(mode);
      Set<String> suites = Set.copyOf(table.namesIn(mode));
      executions.keySet().removeIf(name -> !suites.contains(Execution.suiteOf(name)));
      executions.replaceAll((name, each) -> each.only(locked));
    }
  }

  /** What the continuous integration runs in a mode, with the classes that the table pins. */
  List<SuitePart> chosen(SuiteTable table, SuiteMode mode) {
    return SuitePart.of(
        mode == SuiteMode.STOCK
            ? MODES.stream()
                .flatMap(woven -> chosenNames(table, woven).stream())
                .collect(Collectors.toSet())
            : chosenNames(table, mode));
  }

  private Set<String> chosenNames(SuiteTable table, SuiteMode mode) {
    Set<String> pinned =
        table.namesIn(mode).stream()
            .filter(name -> table.isPinned(mode, name))
            .collect(Collectors.toSet());
    return new SuiteChoice(byMode.get(mode).values(), pinned).names();
  }

  /** The classes that execute a join point of one of the aspects, given by simple name. */
  Set<String> executing(SuiteMode mode, Collection<String> aspects) {
    return byMode.get(mode).values().stream()
        .filter(each -> each.points().stream().anyMatch(p -> aspects.contains(aspectOf(p))))
        .map(each -> Execution.suiteOf(each.name()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether a join point of the aspect was there when the cover was recorded. */
  boolean knowsAspect(String aspect) {
    return known.stream().anyMatch(point -> aspectOf(point).equals(aspect));
  }

  private static String aspectOf(String point) {
    return point.substring(0, point.indexOf('.'));
  }

  /** Join points of the lock that were not there when the cover was recorded. */
  SortedSet<String> unknown(Collection<String> locked) {
    SortedSet<String> unknown = new TreeSet<>(locked);
    unknown.removeAll(known);
    return unknown;
  }

  SortedSet<String> known() {
    return known;
  }

  /** What a class executes in a mode, or one of its cases; or null. */
  Execution get(SuiteMode mode, String name) {
    SortedMap<String, Execution> executions = byMode.get(mode);
    return executions == null ? null : executions.get(name);
  }

  /** How many cases of a class are known, in whatever mode. */
  long caseCount(String suite) {
    return byMode.values().stream()
        .flatMap(executions -> executions.keySet().stream())
        .filter(name -> Execution.isCase(name) && Execution.suiteOf(name).equals(suite))
        .distinct()
        .count();
  }

  /** What a part of a class executed when that was recorded. */
  Set<String> pointsOf(SuiteMode mode, SuitePart part) {
    Set<String> points = new TreeSet<>();
    executions(mode, part).forEach(each -> points.addAll(each.points()));
    return points;
  }

  /** How long it took. */
  double secondsOf(SuiteMode mode, SuitePart part) {
    return executions(mode, part).mapToDouble(Execution::seconds).sum();
  }

  private Stream<Execution> executions(SuiteMode mode, SuitePart part) {
    return part.names().map(name -> get(mode, name)).filter(Objects::nonNull);
  }

  /** Join points that at least one class executes in a mode. */
  SortedSet<String> executed(SuiteMode mode) {
    SortedSet<String> executed = new TreeSet<>();
    byMode.get(mode).values().forEach(each -> executed.addAll(each.points()));
    return executed;
  }

  String toText() {
    List<String> names = List.copyOf(known);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      lines.add((i + 1) + ": " + names.get(i));
    }
    byMode.forEach(
        (mode, executions) ->
            executions.values().forEach(each -> lines.add(mode + ": " + line(mode, each, names))));
    return HEADER + String.join("\n", lines) + "\n";
  }

  private String line(SuiteMode mode, Execution execution, List<String> names) {
    String name = execution.name();
    Set<String> points =
        Execution.isCase(name)
            ? missing(get(mode, Execution.suiteOf(name)), execution.points())
            : execution.points();
    String numbers =
        points.stream()
            .map(point -> String.valueOf(names.indexOf(point) + 1))
            .collect(Collectors.joining(" "));
    return String.join(
            " | ", name, String.valueOf(execution.seconds()),
            String.valueOf(execution.processorSeconds()), numbers)
        .strip();
  }
}
