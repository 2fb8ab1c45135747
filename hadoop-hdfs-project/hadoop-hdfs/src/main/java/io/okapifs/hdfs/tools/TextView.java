package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.GroupTolerance;
import io.okapifs.hdfs.tools.FileLayoutReport.Group;
import io.okapifs.hdfs.tools.FileLayoutReport.Member;
import io.okapifs.hdfs.tools.FileLayoutReport.SilentNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * The layout of a file for people. Every group is drawn with the stripes that run through it as
 * rows and the place in the stripe as columns:
 *
 * <pre>
 * group 1: survives any 1 block, any 1 node, 0 racks
 *   stripe 1               3 n02
 *   stripe 2     4 n04     5 MISSING
 *   parity      p0 n03    p1 n01
 * </pre>
 */
final class TextView {

  private static final int LINE_WIDTH = 100;
  private static final String LABEL = "  %-9s";

  private final FileLayoutReport report;
  private final List<String> nodes;
  private final StringBuilder text = new StringBuilder();

  private TextView(FileLayoutReport report) {
    this.report = report;
    this.nodes = nodesOf(report);
  }

  static String render(FileLayoutReport report) {
    TextView view = new TextView(report);
    view.summary();
    view.legend();
    report.groups().forEach(view::group);
    return view.text.toString();
  }

  private static List<String> nodesOf(FileLayoutReport report) {
    TreeSet<String> names = new TreeSet<>();
    for (Group group : report.groups()) {
      group.members().forEach(member -> names.addAll(member.nodes()));
    }
    return new ArrayList<>(names);
  }

  private void summary() {
    line("%s: %,d bytes in blocks of %,d", report.path(), report.length(), report.blockSize());
    line("%s, stripe width %d: %s of up to %d blocks, %s of up to %d + %d",
        report.policy(), report.stripeWidth(), count(report.stripes().size(), "stripe"),
        report.stripeWidth(), count(report.groups().size(), "group"), report.k(), report.r());
    long sharing =
        report.groups().stream().filter(group -> group.placement().membersOnSharedNodes() > 0)
            .count();
    if (sharing > 0) {
      line("%s with members on shared nodes", count(sharing, "group"));
    }
  }

  private void legend() {
    int width = nodes.stream().mapToInt(String::length).max().orElse(0);
    int perLine = Math.max(1, LINE_WIDTH / (width + "  n01 = ".length()));
    for (int i = 0; i < nodes.size(); i++) {
      text.append(i % perLine == 0 ? "\n" : "");
      text.append("  %s = %s".formatted(label(i), nodes.get(i)));
      boolean lastOfLine = i % perLine == perLine - 1 || i == nodes.size() - 1;
      text.append(" ".repeat(lastOfLine ? 0 : width - nodes.get(i).length()));
    }
    line("");
    for (SilentNode silent : report.silentNodes()) {
      int node = nodes.indexOf(silent.node());
      if (node >= 0) {
        line("  %s was last heard of %d s ago", label(node), silent.silentSeconds());
      }
    }
  }

  private void group(Group group) {
    line("");
    line("group %d: %s%s%s%s", group.index(), health(group), contradiction(group),
        placement(group.placement()), silence(group));
    List<Member> data = group.members().subList(0, report.k());
    long firstBlock = group.index() * report.k();
    long lastStripe = (firstBlock + report.k() - 1) / report.stripeWidth();
    for (long stripe = firstBlock / report.stripeWidth(); stripe <= lastStripe; stripe++) {
      stripeRow(stripe, firstBlock, data);
    }
    parityRow(group.members().subList(report.k(), group.members().size()));
    for (Member member : group.members()) {
      if (!member.corruptNodes().isEmpty()) {
        line("  corrupt: %s on %s", name(group, member), String.join(", ", member.corruptNodes()));
      }
    }
  }

  private String name(Group group, Member member) {
    return member.kind().equals(FileLayoutReport.PARITY)
        ? "parity " + (member.member() - report.k())
        : "data block " + (group.index() * report.k() + member.member());
  }

  private void stripeRow(long stripe, long firstBlock, List<Member> data) {
    StringBuilder row = new StringBuilder(LABEL.formatted("stripe " + stripe));
    boolean present = false;
    for (int index = 0; index < report.stripeWidth(); index++) {
      long block = stripe * report.stripeWidth() + index;
      long member = block - firstBlock;
      boolean inGroup = member >= 0 && member < data.size();
      boolean drawn = inGroup && !data.get((int) member).state().equals(FileLayoutReport.ABSENT);
      row.append(drawn ? cell(Long.toString(block), data.get((int) member)) : cell("", null));
      present |= drawn;
    }
    if (present) {
      line("%s", row.toString().stripTrailing());
    }
  }

  private void parityRow(List<Member> parities) {
    StringBuilder row = new StringBuilder(LABEL.formatted("parity"));
    for (int i = 0; i < parities.size(); i++) {
      row.append(cell("p" + i, parities.get(i)));
    }
    line("%s", row.toString().stripTrailing());
  }

  private String cell(String name, Member member) {
    return " %5s %-7s".formatted(name, member == null ? "" : place(member));
  }

  private String place(Member member) {
    boolean live = member.state().equals(FileLayoutReport.LIVE);
    if (!live) {
      return member.state().toUpperCase(Locale.ROOT);
    }
    return label(nodes.indexOf(member.nodes().get(0)));
  }

  private String label(int node) {
    return "n%02d".formatted(node + 1);
  }

  private static String health(Group group) {
    String loss =
        group.survives().blocks() == GroupTolerance.LOST
            ? "lost more members than its code can recover"
            : "survives " + group.survives().text();
    String waits = group.waitsForEncoding() ? "waiting for encoding, " : "";
    return group.unprotected() ? "unprotected, " + waits + loss : loss;
  }

  private static String contradiction(Group group) {
    return group.contradictory() ? "; its members contradict each other: it is not repaired" : "";
  }

  /** Members whose only replica is on a node that may be gone. */
  private String silence(Group group) {
    List<String> silent = report.silentNodes().stream().map(SilentNode::node).toList();
    long count =
        group.members().stream()
            .filter(member -> !member.nodes().isEmpty() && silent.containsAll(member.nodes()))
            .count();
    return count == 0
        ? ""
        : "; " + count(count, "member") + " on " + (count == 1 ? "a silent node" : "silent nodes");
  }

  private String placement(GroupNodes placement) {
    int shared = placement.membersOnSharedNodes();
    String nodes =
        shared == 0
            ? ""
            : "; " + placement.placedMembers() + " members on "
                + (placement.placedMembers() - shared) + " nodes";
    String racks =
        placement.isUneven(report.racks())
            ? "; " + placement.mostOnOneRack() + " members on one of " + report.racks() + " racks"
            : "";
    return nodes + racks;
  }

  static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
