package io.okapifs.hdfs.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The lock for readers: what is changed for decoupled files, what is corrected, and why by weaving.
 */
final class DiffTable {

  private static final String FIXES =
      """
      # Corrections of HDFS's own bugs

      What is woven for these alone; each has a switch. [KNOWN-BUGS.md](KNOWN-BUGS.md) describes the bugs, and those that
      are corrected at places of [HDFS-DIFF.md](HDFS-DIFF.md). Written by `scripts/hdfs-diff --write`.

      """;

  private static final String WHY =
      """
      # Why by weaving

      A setting, a service or a subclass comes first. What each class of HDFS is woven for instead, and when that ends.
      Written by `scripts/hdfs-diff --write`.

      """;

  private DiffTable() {}

  /** The places of one pointcut that are advised in the same way. */
  private record Hook(String aspect, String pointcut, String kind) {}

  /**
   * The pages, by the names of their files in docs.
   *
   * @param reasons by aspect
   * @param upstreamClassCount classes in the two woven jars
   * @throws IOException where a pointcut has no reason
   */
  static Map<String, String> pages(Lock lock, Map<String, Reasons> reasons, long upstreamClassCount)
      throws IOException {
    Map<Flow, Map<Hook, List<String>>> sections = sections(lock, reasons);
    Map<Hook, List<String>> fixes = sections.getOrDefault(Flow.FIX, Map.of());
    sections.remove(Flow.FIX);
    Map<String, String> pages = new TreeMap<>();
    pages.put("HDFS-DIFF.md", diff(lock, reasons, sections, upstreamClassCount));
    pages.put("HDFS-FIXES.md", FIXES + table(fixes, reasons));
    pages.put("WHY-WEAVING.md", WHY + ladders(lock, reasons));
    return pages;
  }

  /** Join points by whether they are corrections of HDFS's own bugs. */
  static Map<Boolean, Long> counts(Lock lock, Map<String, Reasons> reasons) throws IOException {
    Map<Boolean, Long> counts = new TreeMap<>(Map.of(true, 0L, false, 0L));
    for (JoinPoint point : lock.joinPoints()) {
      counts.merge(flow(point, reasons) == Flow.FIX, 1L, Long::sum);
    }
    return counts;
  }

  private static String diff(
      Lock lock, Map<String, Reasons> reasons, Map<Flow, Map<Hook, List<String>>> sections,
      long upstreamClassCount)
      throws IOException {
    Map<Boolean, Long> counts = counts(lock, reasons);
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # What we change in HDFS

        %d join points in %d classes of %d of hadoop-hdfs and hadoop-hdfs-client %s: %d for decoupled files, here by what
        they are about, and %d [corrections of HDFS](HDFS-FIXES.md). [Why by weaving](WHY-WEAVING.md) says so for each class.
        Written by `scripts/hdfs-diff --write`; `hadoop-hdfs-project/hdfs-diff.lock` has signatures and digests, and
        `scripts/rules/join-points.txt` how many there may be. *around C.m* is around its call of C.m.
        """
            .formatted(
                lock.joinPoints().size(), lock.changedClasses().size(), upstreamClassCount,
                lock.hadoopVersion(), counts.get(false), counts.get(true)));
    sections.forEach(
        (flow, hooks) ->
            text.append("\n## ").append(flow.title()).append("\n\n").append(table(hooks, reasons)));
    return text.append(added(lock)).toString();
  }

  private static String table(Map<Hook, List<String>> hooks, Map<String, Reasons> reasons) {
    StringBuilder text = new StringBuilder("| method | hook | why |\n|---|---|---|\n");
    hooks.forEach((hook, methods) -> text.append(row(hook, methods, reasons.get(hook.aspect()))));
    return text.toString();
  }

  private static Flow flow(JoinPoint point, Map<String, Reasons> reasons) throws IOException {
    String pointcut = point.advice().substring(point.aspect().length() + 1);
    return reasons.get(point.aspect()).of(pointcut, point.aspect()).flow();
  }

  /** Methods by hook, in the order of sections and of the lock. */
  private static Map<Flow, Map<Hook, List<String>>> sections(
      Lock lock, Map<String, Reasons> reasons) throws IOException {
    Map<Flow, Map<Hook, List<String>>> sections = new EnumMap<>(Flow.class);
    for (JoinPoint point : lock.joinPoints()) {
      String pointcut = point.advice().substring(point.aspect().length() + 1);
      Hook hook = new Hook(point.aspect(), pointcut, kind(point));
      List<String> methods =
          sections.computeIfAbsent(flow(point, reasons), any -> new LinkedHashMap<>())
              .computeIfAbsent(hook, any -> new ArrayList<>());
      String method = "`" + shortName(point.advisedClass()) + "." + point.advisedMethod() + "`";
      if (!methods.contains(method)) {
        methods.add(method);
      }
    }
    return sections;
  }

  private static String row(Hook hook, List<String> methods, Reasons reasons) {
    return "| %s | %s | %s |\n"
        .formatted(
            String.join(", ", methods), hook.kind(),
            cell(reasons.pointcuts().get(hook.pointcut()).why()));
  }

  private static String kind(JoinPoint point) {
    String word = point.kind().startsWith("after") ? "after" : point.kind();
    String shadow = point.shadow();
    if (!shadow.contains("-call(")) {
      return word;
    }
    Member called =
        Member.parse(shadow.substring(shadow.indexOf('(') + 1, shadow.length() - 1));
    return word + " `" + shortName(called.className()) + "." + called.name() + "`";
  }

  private static String added(Lock lock) {
    String rows =
        lock.declarations().stream()
            .map(
                added ->
                    "* `%s`: `%s`\n"
                        .formatted(
                            shortName(added.type()),
                            added.member().replace(added.type() + ".", "")))
            .distinct()
            .collect(Collectors.joining());
    return rows.isEmpty() ? "" : "\n## Members that are added\n\n" + rows;
  }

  private static String ladders(Lock lock, Map<String, Reasons> reasons) {
    TreeSet<String> aspects = new TreeSet<>();
    lock.joinPoints().forEach(point -> aspects.add(point.aspect()));
    lock.declarations().forEach(added -> aspects.add(added.aspect()));
    return aspects.stream()
        .map(
            aspect ->
                "| `%s` | %s | %s |\n"
                    .formatted(
                        shortName(aspect).replaceFirst("Aspect$", ""),
                        cell(reasons.get(aspect).ladder()), cell(reasons.get(aspect).goneWhen())))
        .collect(
            Collectors.joining(
                "", "| class | why no lower rung will do | gone when |\n|---|---|---|\n", ""));
  }

  private static String shortName(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
