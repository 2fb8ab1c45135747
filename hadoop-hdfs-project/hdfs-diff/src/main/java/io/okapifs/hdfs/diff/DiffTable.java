package io.okapifs.hdfs.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** docs/HDFS-DIFF.md: the lock for readers. */
final class DiffTable {

  private DiffTable() {}

  /** The places of one pointcut that are advised in the same way. */
  private record Hook(String aspect, String pointcut, String kind) {}

  /**
   * The page.
   *
   * @param reasons by aspect
   * @param upstreamClassCount classes in the two woven jars
   * @throws IOException where a pointcut has no reason
   */
  static String toMarkdown(Lock lock, Map<String, Reasons> reasons, long upstreamClassCount)
      throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # What we change in HDFS

        %d join points in %d classes of %d of hadoop-hdfs and hadoop-hdfs-client %s, by what they are about; what each
        class is woven for stands at the end. Written by `scripts/hdfs-diff --write`;
        `hadoop-hdfs-project/hdfs-diff.lock` has signatures and digests. *around C.m* is around its call of C.m.
        """
            .formatted(
                lock.joinPoints().size(), lock.changedClasses().size(), upstreamClassCount,
                lock.hadoopVersion()));
    for (Map.Entry<Flow, Map<Hook, List<String>>> section : sections(lock, reasons).entrySet()) {
      text.append("\n## ").append(section.getKey().title())
          .append("\n\n| method | hook | why |\n|---|---|---|\n");
      section.getValue().forEach(
          (hook, methods) -> text.append(row(hook, methods, reasons.get(hook.aspect()))));
    }
    text.append(added(lock)).append(ladders(lock, reasons));
    return text.toString();
  }

  /** Methods by hook, in the order of sections and of the lock. */
  private static Map<Flow, Map<Hook, List<String>>> sections(
      Lock lock, Map<String, Reasons> reasons) throws IOException {
    Map<Flow, Map<Hook, List<String>>> sections = new EnumMap<>(Flow.class);
    for (JoinPoint point : lock.joinPoints()) {
      String pointcut = point.advice().substring(point.aspect().length() + 1);
      Hook hook = new Hook(point.aspect(), pointcut, kind(point));
      Flow flow = reasons.get(point.aspect()).of(pointcut, point.aspect()).flow();
      List<String> methods =
          sections.computeIfAbsent(flow, any -> new LinkedHashMap<>())
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
                "", "\n## Why by weaving\n\n| class | why no lower rung will do | gone when |\n|---|---|---|\n",
                ""));
  }

  private static String shortName(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
