package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.tools.Adapted.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.tools.TableListing;

/** {@link Adapted} on one page. */
final class AdaptText {

  private static final int ROWS = 20;
  private static final int NAMED = 3;

  private final Adapted adapted;

  private AdaptText(Adapted adapted) {
    this.adapted = adapted;
  }

  static String of(Adapted adapted) {
    AdaptText text = new AdaptText(adapted);
    String head =
        String.format(
            Locale.ROOT,
            "%s on %s. Target: a parity group is lost every %.1e years or later; a repair of k"
                + " blocks takes %.1f hours.%n",
            TextView.count(adapted.nodes(), "node"), adapted.date(), adapted.targetYears(),
            adapted.mttrHours());
    return Stream.of(
            head, text.rates(), text.policies(), text.proposals(),
            String.join("\n", text.sentences()) + "\n")
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private String rates() {
    TableListing table =
        Tables.ofNumbers("rate of", "nodes", "% per year", "cheapest policy", "any blocks");
    List<Adapted.Rate> worstFirst =
        adapted.rates().stream()
            .sorted(Comparator.comparingDouble(Adapted.Rate::percent).reversed())
            .toList();
    for (Adapted.Rate rate : worstFirst.subList(0, Math.min(ROWS, worstFirst.size()))) {
      table.addRow(
          rate.what(), Integer.toString(rate.nodes()), number(rate.percent()),
          rate.policy() == null ? "none" : rate.policy(),
          rate.tolerance() == null ? "-" : rate.tolerance().toString());
    }
    return table
        + (worstFirst.size() > ROWS
            ? worstFirst.size() - ROWS + " lower rates are in -json alone\n" : "");
  }

  private String policies() {
    TableListing table =
        Tables.ofNumbers("enabled policy", "stored per byte", "any blocks", "up to % per year");
    for (Adapted.Limit policy : adapted.policies()) {
      table.addRow(
          policy.policy(), String.format(Locale.ROOT, "%.3f", policy.storedPerByte()),
          Integer.toString(policy.tolerance()), number(policy.upToPercent()));
    }
    return table.toString();
  }

  /** What the files of a directory have in common. */
  private record Row(boolean urgent, String directory, String from, String to) {}

  /** Files of one directory that change alike are one row. */
  private String proposals() {
    Map<Row, List<Step>> rows = new LinkedHashMap<>();
    for (Step step : adapted.proposals()) {
      Row row =
          new Row(step.urgent(), WholeTrees.parent(step.path()), step.from(), step.to());
      rows.computeIfAbsent(row, each -> new ArrayList<>()).add(step);
    }
    if (rows.isEmpty()) {
      return "";
    }
    TableListing table =
        Tables.ofNumbers("proposed", "from", "to", "files", "moved", "saved", "on day", "in");
    rows.entrySet().stream().limit(ROWS).forEach(
        row ->
            table.addRow(
                row.getKey().urgent ? "urgent" : "saves", row.getKey().from, row.getKey().to,
                Integer.toString(row.getValue().size()),
                SpaceTable.size(moved(row.getValue())),
                SpaceTable.size(row.getValue().stream().mapToLong(Step::saved).sum()),
                days(row.getValue()), row.getKey().directory));
    return table
        + (rows.size() > ROWS
            ? TextView.count(rows.size() - ROWS, "further row") + ", in -json\n" : "");
  }

  private static String days(List<Step> steps) {
    List<Long> days =
        steps.stream().map(Step::day).filter(day -> day != null).sorted().distinct().toList();
    if (days.isEmpty()) {
      return "never";
    }
    return days.size() == 1
        ? days.get(0).toString() : days.get(0) + " to " + days.get(days.size() - 1);
  }

  private static long moved(List<Step> steps) {
    return steps.stream().mapToLong(Step::moved).sum();
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    List<String> idle =
        adapted.rates().stream()
            .filter(rate -> rate.nodes() == 0).map(Adapted.Rate::what).toList();
    if (!idle.isEmpty()) {
      sentences.add(
          TextView.count(idle.size(), "rate") + " that no node has, or only nodes with an earlier"
              + " line: " + named(idle));
    }
    Adapted.Files files = adapted.files();
    sentences.add(
        TextView.count(files.lookedAt(), "file") + " with a stripe width, " + files.belowTarget()
            + " of them below the target; passed over: " + files.underWay() + " in transitions, "
            + files.replicated() + " replicated, " + files.inHdfsForm() + " in HDFS's own layout"
            + (files.notReadable() == 0
                ? "."
                : ", " + files.notReadable() + " that could not be looked at, such as "
                    + files.why()));
    if (files.ofRules() > 0) {
      sentences.add(
          TextView.count(files.ofRules(), "file") + " of directories with a rule, which decides, "
              + files.ofRulesBelowTarget() + " of them below the target"
              + (files.ofRulesBelowTarget() > 0
                  ? ": hdfs ec -setRule gives them a safer policy." : "."));
    }
    if (files.movedUnderWay() > 0) {
      sentences.add(
          "Transitions under way move " + SpaceTable.size(files.movedUnderWay())
              + ", which counts for today.");
    }
    if (adapted.proposals().isEmpty()) {
      sentences.add("Nothing is proposed.");
    } else {
      sentences.add(ofPart("Urgent", Step::urgent));
      sentences.add(ofPart("To save space", step -> !step.urgent()));
      sentences.add(
          "Then these files take " + SpaceTable.size(files.storedAfter()) + " instead of "
              + SpaceTable.size(files.stored()) + ".");
    }
    addTooLarge(sentences);
    if (!adapted.unreachable().isEmpty()) {
      sentences.add(
          TextView.count(adapted.unreachable().size(), "file")
              + " below the target that no enabled policy helps: "
              + named(adapted.unreachable().stream().map(Adapted.Unsafe::path).toList()));
    }
    if (adapted.begun() != null && !adapted.proposals().isEmpty()) {
      sentences.add(begun(adapted.begun()));
    }
    sentences.removeIf(String::isEmpty);
    return sentences;
  }

  private static String begun(Adapted.Begun begun) {
    return "Begun by the name " + begun.name() + ": "
        + TextView.count(begun.queued(), "file")
        + (begun.requests().isEmpty() ? "" : " and requests for trees " + begun.requests())
        + ", " + begun.refused().size() + " refused. hdfs ec -listTransitions -name "
        + begun.name() + " shows them.";
  }

  private String ofPart(String what, Predicate<Step> part) {
    List<Step> steps = adapted.proposals().stream().filter(part).toList();
    List<Step> last = steps.stream().filter(step -> step.day() != null).toList();
    if (steps.isEmpty()) {
      return "";
    }
    String sum =
        what + ": " + TextView.count(steps.size(), "file") + ", " + SpaceTable.size(moved(steps))
            + " read and written";
    if (last.isEmpty()) {
      return sum + ".";
    }
    Step end = last.get(last.size() - 1);
    boolean small = end.urgent() && end.day() > 1;
    return sum + ", done on " + end.date() + ", day " + end.day() + "."
        + (small
            ? " The budget of " + SpaceTable.size(adapted.budget())
                + " per day is too small to do it today."
            : "");
  }

  private void addTooLarge(List<String> sentences) {
    List<String> never =
        adapted.proposals().stream().filter(step -> step.day() == null).map(Step::path).toList();
    if (!never.isEmpty()) {
      long most =
          adapted.proposals().stream()
              .filter(step -> step.day() == null).mapToLong(Step::moved).max().orElseThrow();
      sentences.add(
          TextView.count(never.size(), "file") + " of more than the budget of a day, which do not"
              + " begin before it is " + SpaceTable.size(most) + ": " + named(never));
    }
  }

  private static String named(List<String> paths) {
    return String.join(", ", paths.subList(0, Math.min(NAMED, paths.size())))
        + (paths.size() > NAMED ? " ..." : "");
  }

  private static String number(double percent) {
    return String.format(Locale.ROOT, "%.2f", percent);
  }
}
