package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.namenode.placement.Lookahead;
import io.okapifs.hdfs.tools.Advice.Candidate;
import io.okapifs.hdfs.tools.Advice.Transition;
import io.okapifs.hdfs.tools.Advice.Width;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.tools.TableListing;

/** {@link Advice} on one page. */
final class AdviceText {

  private final Advice advice;

  private AdviceText(Advice advice) {
    this.advice = advice;
  }

  static String of(Advice advice) {
    AdviceText text = new AdviceText(advice);
    String head =
        "Policy " + advice.policy() + ", blocks of " + SpaceTable.size(advice.blockSize())
            + "; today " + advice.today()
            + (advice.today().equals(advice.policy()) ? ", HDFS's own layout\n" : "\n");
    return Stream.of(
            head, text.sizes(), text.forms(), text.widths(), text.candidates(),
            text.transitions(), text.check(),
            String.join("\n", text.sentences()) + "\n")
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private String sizes() {
    TableListing table =
        Tables.ofNumbers("", "count", "bytes", "least", "median", "p90", "p99", "most");
    if (advice.reads() != null) {
      addSizes(table, "reads", advice.reads());
    }
    addSizes(table, "files", advice.files());
    return table.toString();
  }

  private static void addSizes(TableListing table, String what, Sizes sizes) {
    table.addRow(
        what, Long.toString(sizes.count()), SpaceTable.size(sizes.bytes()),
        SpaceTable.size(sizes.min()), SpaceTable.size(sizes.median()),
        SpaceTable.size(sizes.p90()), SpaceTable.size(sizes.p99()), SpaceTable.size(sizes.max()));
  }

  private String forms() {
    if (advice.forms().isEmpty()) {
      return "";
    }
    TableListing table = Tables.ofNumbers("files now", "files", "data", "stored per byte");
    advice.forms().forEach(
        sum ->
            table.addRow(
                sum.what(), Long.toString(sum.files()), SpaceTable.size(sum.data()),
                number(sum.perByte())));
    return table.toString();
  }

  private String widths() {
    List<String> header = new ArrayList<>(List.of("form"));
    if (advice.reads() != null) {
      header.addAll(
          List.of(
              "positionings per read", "p99", "of one block", "with a loss", "bytes then"));
    }
    header.addAll(List.of("stored per byte", "objects per file"));
    TableListing table = Tables.ofNumbers(header.toArray(String[]::new));
    for (Width width : advice.widths()) {
      List<String> row = new ArrayList<>(List.of(width.form()));
      Advice.Reads reads = width.reads();
      if (reads != null) {
        row.addAll(
            List.of(
                number(reads.positionings()), Long.toString(reads.positioningsP99()),
                SpaceTable.size(Math.round(reads.fromOneBlock())),
                number(reads.positioningsAfterLoss()),
                SpaceTable.size(Math.round(reads.bytesAfterLoss()))));
      }
      row.addAll(List.of(number(width.storedPerByte()), number(width.objectsPerFile())));
      table.addRow(row.toArray(String[]::new));
    }
    return table.toString();
  }

  private String candidates() {
    Advice.Candidates candidates = advice.candidates();
    if (candidates.policies().isEmpty()) {
      return "";
    }
    TableListing table =
        Tables.ofNumbers(
            "enabled policy", "stored per byte", "any blocks", "any nodes", "any racks",
            "MTTDL in years", "blocks read per repair");
    for (Candidate each : candidates.policies()) {
      table.addRow(
          each.policy(), number(each.storedPerByte()), Integer.toString(each.tolerance()),
          count(each.nodes()), count(each.racks()),
          String.format(Locale.ROOT, "%.2e", each.mttdlYears()), number(each.repairBlocks()));
    }
    return table
        + String.format(
            Locale.ROOT,
            "MTTDL of one group, where a block is lost after %.0f hours and a repair of k blocks"
                + " takes %.1f%n",
            candidates.mttfHours(), candidates.mttrHours());
  }

  private String transitions() {
    List<Candidate> others =
        advice.candidates().policies().stream()
            .filter(each -> each.transition() != null).toList();
    if (others.isEmpty()) {
      return "";
    }
    TableListing table =
        Tables.ofNumbers(
            "transition to", "read", "written", "freed", "moves per 100 blocks",
            "with look-ahead", "of groups");
    for (Candidate each : others) {
      Transition transition = each.transition();
      table.addRow(
          each.policy(), SpaceTable.size(transition.readBytes()),
          SpaceTable.size(transition.writtenBytes()), SpaceTable.size(transition.freedBytes()),
          moves(transition.moves()), moves(transition.movesWithLookahead()),
          Integer.toString(transition.lookaheadGroups()));
    }
    return table + "Of all files in place, as if all were " + advice.today() + ". Blocks that share"
        + " a node move first: fewer where\nfiles were written with "
        + Lookahead.KEY + ".\n";
  }

  private String check() {
    Advice.Check check = advice.check();
    if (check == null) {
      return "";
    }
    TableListing table = Tables.ofNumbers("measured", "median ms", "p99 ms");
    check.forms().forEach(
        form -> table.addRow(form.form(), number(form.medianMs()), number(form.p99Ms())));
    return table + "On this cluster just now, beside its load: " + check.reads() + " reads, "
        + SpaceTable.size(check.bytes()) + " in all, one at a time, of\nfiles of "
        + SpaceTable.size(check.fileBytes()) + " just written. What DataNodes still had in memory"
        + " came from there.\n";
  }

  private static String moves(Double moves) {
    return moves == null ? "not known" : String.format(Locale.ROOT, "%.1f", moves);
  }

  private static String count(Integer places) {
    return places == null ? "not known" : places.toString();
  }

  /** The advice itself. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    if (advice.stripeWidth() == null) {
      sentences.add("No width is advised: that takes a trace of reads.");
    } else {
      sentences.add(width());
      sentences.add(gain());
    }
    if (advice.smallFiles()) {
      sentences.add(smallFiles());
    }
    return sentences;
  }

  private String width() {
    long blocks = (advice.reads().median() + advice.blockSize() - 1) / advice.blockSize();
    return "Width " + advice.stripeWidth() + ": the median read of "
        + SpaceTable.size(advice.reads().median()) + " fills " + TextView.count(blocks, "block")
        + (blocks > advice.stripeWidth() ? ", and no larger width is advised." : ".");
  }

  private String gain() {
    Advice.Reads now = advice.of(advice.today()).reads();
    Advice.Reads then = advice.advised().reads();
    String positionings =
        number(then.positionings()) + " positionings per read beside " + number(now.positionings());
    if (!advice.clearGain()) {
      return "No clear gain: " + positionings + " save less than "
          + percent(Adviser.CLEAR_GAIN) + ". Keep " + advice.today() + ".";
    }
    return "Clear gain: " + positionings + " save " + percent(advice.saved())
        + ". A read then waits for " + SpaceTable.size(Math.round(then.fromOneBlock()))
        + " of one block, beside " + SpaceTable.size(Math.round(now.fromOneBlock()))
        + ". Stored files change their width by -transition -copy.";
  }

  private String smallFiles() {
    return "Small files: the median file of " + SpaceTable.size(advice.files().median())
        + " takes as much as three replicas, or more, with "
        + (advice.stripeWidth() == null ? advice.today() : advice.advised().form())
        + ": replicate"
        + (advice.widenTo() == null
            ? ", no width helps."
            : " or widen, to " + advice.widenTo() + " at least.");
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", share * 100);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
