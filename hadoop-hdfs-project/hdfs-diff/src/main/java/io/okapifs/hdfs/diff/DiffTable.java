package io.okapifs.hdfs.diff;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** docs/HDFS-DIFF.md: the lock for readers. */
final class DiffTable {

  private DiffTable() {}

  /**
   * @param reasons by aspect
   * @param upstreamClassCount classes in the two woven jars
   */
  static String toMarkdown(Lock lock, Map<String, Reasons> reasons, long upstreamClassCount) {
    List<JoinPoint> points = lock.joinPoints();
    long classes = lock.changedClasses().size();
    StringBuilder text = new StringBuilder();
    text.append(
        "%d join points in %d classes of %d\n\n"
            .formatted(points.size(), classes, upstreamClassCount));
    text.append(
        """
        What we change in hadoop-hdfs and hadoop-hdfs-client %s, all of it. Written by
        `scripts/hdfs-diff --write`; `hadoop-hdfs-project/hdfs-diff.lock` has the full signatures.

        | upstream method | kind | ours | why | ladder | gone when |
        |---|---|---|---|---|---|
        """
            .formatted(lock.hadoopVersion()));
    points.stream()
        .map(point -> row(point, reasons.get(point.aspect())))
        .distinct()
        .forEach(text::append);
    lock.declarations().forEach(member -> text.append(row(member, reasons.get(member.aspect()))));
    return text.toString();
  }

  private static String row(JoinPoint point, Reasons reasons) {
    return "| `%s` | %s | `%s` | %s | %s | %s |\n"
        .formatted(
            shortMember(Member.parse(point.advised())),
            kind(point),
            shortName(point.aspect()) + point.advice().substring(point.aspect().length()),
            cell(reasons.why()),
            cell(reasons.ladder()),
            cell(reasons.goneWhen()));
  }

  private static String row(Declaration added, Reasons reasons) {
    return "| `%s` | adds `%s` | `%s` | %s | %s | %s |\n"
        .formatted(
            shortName(added.type()),
            added.member().replace(added.type() + ".", ""),
            shortName(added.aspect()),
            cell(reasons.why()),
            cell(reasons.ladder()),
            cell(reasons.goneWhen()));
  }

  private static String kind(JoinPoint point) {
    String shadow = point.shadow();
    if (!shadow.contains("-call(")) {
      return point.kind() + " " + shadow.substring(0, shadow.indexOf('('));
    }
    Member called =
        Member.parse(shadow.substring(shadow.indexOf('(') + 1, shadow.length() - 1));
    return point.kind() + " call of `" + shortName(called.className()) + "." + called.name() + "`";
  }

  private static String shortMember(Member member) {
    Collection<String> types =
        List.of(member.types().split(",")).stream().map(DiffTable::shortName).toList();
    return shortName(member.className()) + "." + member.name() + "(" + String.join(", ", types)
        + ")";
  }

  private static String shortName(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
