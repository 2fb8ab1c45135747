package io.okapifs.hdfs.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The locks for readers: what is changed for decoupled files, what is corrected, and why by
 * weaving.
 */
final class DiffTable {

  private static final String FIXES =
      """
      # Corrections of HDFS's own bugs

      What is woven for these alone, from the module `hadoop-hdfs-project/hdfs-fixes`; each has a switch.
      [KNOWN-BUGS.md](KNOWN-BUGS.md) describes the bugs, and those that are corrected at places of
      [HDFS-DIFF.md](HDFS-DIFF.md). %d join points in %d classes; `hadoop-hdfs-project/hdfs-fixes.lock` has signatures and
      digests, `scripts/rules/join-points.txt` how many there may be. Written by `scripts/hdfs-diff --write`.

      """;

  private static final String WHY =
      """
      # Why by weaving

      A setting, a service or a subclass comes first. What each class of HDFS is woven for instead, and when that ends.
      Written by `scripts/hdfs-diff --write`.

      """;

  private static final Pattern PACKAGES = Pattern.compile("\\b(?:[a-z]\\w*\\.)+(?=[A-Z])");

  private DiffTable() {}

  /** The places of one pointcut that are advised in the same way. */
  private record Hook(String aspect, String pointcut, String kind) {}

  /**
   * The pages, by the names of their files in docs.
   *
   * @param feature reasons by aspect
   * @param fixes those of corrections
   * @param upstreamClassCount classes in the two woven jars
   * @throws IOException where a pointcut has no reason, or one of the other piece
   */
  static Map<String, String> pages(
      Map<Piece, Lock> locks, Map<String, Reasons> feature, Map<String, Reasons> fixes,
      long upstreamClassCount)
      throws IOException {
    Lock own = locks.get(Piece.FEATURE);
    Map<String, String> pages = new TreeMap<>();
    pages.put(
        Piece.FEATURE.page(),
        diff(own, feature, upstreamClassCount, locks.get(Piece.FIXES).joinPoints().size()));
    pages.put(Piece.FIXES.page(), corrections(locks.get(Piece.FIXES), fixes));
    pages.put("WHY-WEAVING.md", WHY + ladders(own, feature));
    return pages;
  }

  private static String corrections(Lock lock, Map<String, Reasons> reasons) throws IOException {
    Map<Flow, Map<Hook, List<String>>> sections = sections(lock, reasons);
    Map<Hook, List<String>> fixes = sections.getOrDefault(Flow.FIX, Map.of());
    sections.remove(Flow.FIX);
    if (!sections.isEmpty()) {
      throw new IOException("no correction, and in hdfs-fixes: " + sections.values());
    }
    return FIXES.formatted(lock.joinPoints().size(), lock.changedClasses().size())
        + table(fixes, reasons) + added(lock) + "\n## Why by weaving\n\n"
        + ladders(lock, reasons);
  }

  private static String diff(
      Lock lock, Map<String, Reasons> reasons, long upstreamClassCount, int fixCount)
      throws IOException {
    Map<Flow, Map<Hook, List<String>>> sections = sections(lock, reasons);
    if (sections.containsKey(Flow.FIX)) {
      throw new IOException("a correction, and not in hdfs-fixes: " + sections.get(Flow.FIX));
    }
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # What we change in HDFS

        %d join points in %d classes of %d of hadoop-hdfs and hadoop-hdfs-client %s for decoupled files, by what they are
        about. [Corrections of HDFS](HDFS-FIXES.md) are %d more. [Why by weaving](WHY-WEAVING.md) says so for each class.
        Written by `scripts/hdfs-diff --write`; `hadoop-hdfs-project/hdfs-diff.lock` has signatures and digests, and
        `scripts/rules/join-points.txt` how many there may be. *around C.m* is around its call of C.m.
        """
            .formatted(
                lock.joinPoints().size(), lock.changedClasses().size(), upstreamClassCount,
                lock.hadoopVersion(), fixCount));
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
    Map<String, TreeSet<String>> members = new LinkedHashMap<>();
    lock.declarations()
        .forEach(
            added ->
                members
                    .computeIfAbsent(shortName(added.type()), any -> new TreeSet<>())
                    .add("`" + shortMember(added) + "`"));
    String rows =
        members.entrySet().stream()
            .map(
                each ->
                    "* `%s`: %s\n".formatted(each.getKey(), String.join(", ", each.getValue())))
            .collect(Collectors.joining());
    return rows.isEmpty() ? "" : "\n## Members that are added\n\n" + rows;
  }

  private static String shortMember(Declaration added) {
    return PACKAGES.matcher(added.member().replace(added.type() + ".", "")).replaceAll("");
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
                        shortName(aspect).replaceFirst("(Aspect|Fixes)$", ""),
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
