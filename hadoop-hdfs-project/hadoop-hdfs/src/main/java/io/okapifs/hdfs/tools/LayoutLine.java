package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.GroupTolerance;
import io.okapifs.hdfs.tools.FileLayoutReport.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The layout of a file in one line. */
final class LayoutLine {

  private LayoutLine() {}

  static String of(FileLayoutReport report) {
    String form =
        report.path() + ": " + report.policy() + ", stripe width " + report.stripeWidth() + ", "
            + report.length() + " bytes";
    if (report.groups().isEmpty()) {
      return form;
    }
    GroupTolerance worst =
        report.groups().stream().map(Group::survives).reduce(GroupTolerance::and).orElseThrow();
    List<String> parts = new ArrayList<>();
    parts.add(form + ", " + TextView.count(report.groups().size(), "group"));
    parts.add(
        worst.blocks() == GroupTolerance.LOST
            ? "a group lost more members than its code can recover"
            : "survives " + worst.text());
    add(parts, report, "unprotected", Group::unprotected);
    add(parts, report, "contradictory", Group::contradictory);
    add(
        parts, report, "with members on shared nodes",
        group -> group.placement().membersOnSharedNodes() > 0);
    return String.join("; ", parts);
  }

  private static void add(
      List<String> parts, FileLayoutReport report, String what, Predicate<Group> isSo) {
    long count = report.groups().stream().filter(isSo).count();
    if (count > 0) {
      parts.add(count + " " + what);
    }
  }
}
