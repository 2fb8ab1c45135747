package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.tools.RulesReport.Pass;
import io.okapifs.hdfs.tools.RulesReport.RuleReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rules as a table, and below it a paragraph for each. */
final class RuleTable {

  private static final String[] HEADER = {
    "Rule", "State", "Older than", "From size", "To", "Under way", "Done", "Given up", "Path"
  };

  private RuleTable() {}

  static List<String> lines(List<RuleReport> rules) {
    if (rules.isEmpty()) {
      return List.of("no rules");
    }
    List<String> lines =
        new ArrayList<>(
            TransitionTable.lines(HEADER, rules.stream().map(RuleTable::cells).toList()));
    for (RuleReport each : rules) {
      lines.add("");
      lines.addAll(paragraph(each));
    }
    return lines;
  }

  private static String[] cells(RuleReport rule) {
    return new String[] {
      Long.toString(rule.id()), rule.state(), Age.text(Duration.ofMillis(rule.olderThanMillis())),
      rule.minSize() == 0 ? "-" : SpaceTable.size(rule.minSize()), rule.policy(),
      Long.toString(rule.underWay()), Long.toString(rule.done()), Long.toString(rule.givenUp()),
      rule.path() + (rule.why().isEmpty() ? "" : ": " + rule.why())
    };
  }

  private static List<String> paragraph(RuleReport rule) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "rule " + rule.id() + ": set by " + rule.user() + " "
            + TransitionTable.dateOf(rule.sinceMillis()) + next(rule));
    if (rule.pass() != null) {
      lines.add("  " + text(rule.pass()));
      rule.pass().reasons().forEach(reason -> lines.add("  " + reason.text()));
    }
    return lines;
  }

  private static String next(RuleReport rule) {
    return rule.nextMillis() == null || rule.state().equals("paused")
        ? ""
        : ", looks again " + TransitionTable.dateOf(rule.nextMillis());
  }

  private static String text(Pass pass) {
    StringBuilder text = new StringBuilder("looked at ").append(pass.lookedAt()).append(" files ");
    text.append(
        pass.endMillis() == null
            ? "since " + TransitionTable.dateOf(pass.startMillis())
            : "from " + TransitionTable.dateOf(pass.startMillis()) + " to "
                + TransitionTable.dateOf(pass.endMillis()));
    text.append(": ").append(pass.begun()).append(" begun");
    left(pass).forEach((why, files) -> {
      if (files > 0) {
        text.append(", ").append(files).append(' ').append(why);
      }
    });
    return text.toString();
  }

  private static Map<String, Long> left(Pass pass) {
    Map<String, Long> left = new LinkedHashMap<>();
    left.put("already so", pass.alreadySo());
    left.put("too young", pass.tooYoung());
    left.put("too small", pass.tooSmall());
    left.put("replicated", pass.replicated());
    left.put("open", pass.open());
    left.put("in another transition", pass.inTransition());
    left.put("resting", pass.resting());
    left.put("refused", pass.refused());
    return left;
  }
}
