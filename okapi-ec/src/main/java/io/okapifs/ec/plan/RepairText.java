package io.okapifs.ec.plan;

import io.okapifs.ec.EcException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text form of repair plans: one line for what is read and rebuilt, then the program. */
final class RepairText {
  private static final Pattern HEADER =
      Pattern.compile("repair alpha=(\\d{1,9}) lost=([0-9,]+) reads=([0-9,:-]+)");
  private static final Pattern RUN = Pattern.compile("(\\d{1,9}):(\\d{1,9})(?:-(\\d{1,9}))?");

  private RepairText() {}

  static String format(RepairPlan plan) {
    String lost =
        plan.lostMembers().stream().map(String::valueOf).collect(Collectors.joining(","));
    String reads = plan.runs().stream().map(RepairText::format).collect(Collectors.joining(","));
    return "repair alpha=" + plan.alpha() + " lost=" + lost + " reads=" + reads + "\n"
        + plan.program();
  }

  private static String format(SubBlockRun run) {
    String first = run.member() + ":" + run.firstSubBlock();
    return run.subBlockCount() == 1 ? first : first + "-" + (run.endSubBlock() - 1);
  }

  static RepairPlan parse(String text) {
    int end = text.indexOf('\n');
    Matcher header = HEADER.matcher(end < 0 ? text : text.substring(0, end));
    if (end < 0 || !header.matches()) {
      throw new EcException("not a repair plan: text=\"" + text + "\"");
    }
    List<Integer> lost = Stream.of(header.group(2).split(",")).map(RepairText::member).toList();
    List<SubBlockRun> runs = Stream.of(header.group(3).split(",")).map(RepairText::run).toList();
    return new RepairPlan(
        Integer.parseInt(header.group(1)), lost, runs,
        CodingProgram.parse(text.substring(end + 1)));
  }

  private static int member(String text) {
    if (!text.matches("\\d{1,9}")) {
      throw new EcException("not a member: text=\"" + text + "\"");
    }
    return Integer.parseInt(text);
  }

  private static SubBlockRun run(String text) {
    Matcher run = RUN.matcher(text);
    if (!run.matches()) {
      throw new EcException("not a run: text=\"" + text + "\"");
    }
    int first = Integer.parseInt(run.group(2));
    int last = run.group(3) == null ? first : Integer.parseInt(run.group(3));
    return new SubBlockRun(Integer.parseInt(run.group(1)), first, last - first + 1);
  }
}
