package io.okapifs.bench.figure;

import io.okapifs.bench.figure.Testbed.Layout;
import io.okapifs.bench.sim.Load;
import io.okapifs.bench.sim.Offsets;
import io.okapifs.bench.sim.ReadResult;
import io.okapifs.bench.sim.ReadSizes;
import io.okapifs.bench.sim.Workload;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Okapi, Figure 13: four stripe widths under several loads, with all disks and with one dead. */
final class StripeWidthFigure implements Figure {

  private static final List<Integer> WIDTHS = List.of(1, 2, 3, 6);
  private static final int COUPLED = 6;
  private static final int FEW = 8;
  private static final Load HEAVY = new Load.Closed(256);
  private static final List<Load> CLOSED =
      List.of(new Load.Closed(FEW), new Load.Closed(64), HEAVY);
  private static final Load OPEN = new Load.Open(60);
  private static final String QUEUES =
      "here a read waits for disks alone, and the queues of single disks make the tail";

  @Override
  public String name() {
    return "okapi-13";
  }

  @Override
  public String title() {
    return "Okapi, Figure 13: reads of 12 and 24 MiB from the start of a stripe, four widths";
  }

  @Override
  public List<FigureLine> lines(Settings settings) {
    Lines lines = new Lines(FigureLine.MODELLED);
    Testbed healthy = Testbed.healthy(settings);
    Testbed degraded = Testbed.withOneDeadDisk(settings);
    for (int size : List.of(12, 24)) {
      Map<Integer, ReadResult> heavy = panel(lines, healthy, size, "all disks");
      Map<Integer, ReadResult> heavyDegraded = panel(lines, degraded, size, "one disk dead");
      if (size == 12) {
        healthyText(lines, heavy);
        degradedText(lines, heavyDegraded);
      } else {
        lines.beside(
            "okapi-13b", "width of the lowest p99 of 24 MiB reads, all disks, " + HEAVY,
            ReadValues.widthOfLowestP99(heavy), "blocks", "6",
            "not by this model: where all disks are busy fewer positionings shorten all queues");
      }
    }
    return lines.all();
  }

  /** All loads; returns what the heaviest one gave. */
  private static Map<Integer, ReadResult> panel(
      Lines lines, Testbed testbed, int size, String disks) {
    String figure = size == 12 ? "okapi-13a" : "okapi-13b";
    String reads = size + " MiB reads, " + disks + ", ";
    Map<Integer, ReadResult> last = Map.of();
    values(lines, figure, run(testbed, size, OPEN), reads + OPEN);
    for (Load load : CLOSED) {
      last = run(testbed, size, load);
      values(lines, figure, last, reads + load);
      lines.beside(
          figure, "width of the highest throughput of " + reads + load,
          ReadValues.widthOfHighestThroughput(last), "blocks",
          String.valueOf(Testbed.advisedWidth(size * Testbed.MIB)),
          "not by this model: wide stripes have more disks work on a read while few clients leave"
              + " them idle, and want more of what a lost block is decoded from");
    }
    return last;
  }

  private static Map<Integer, ReadResult> run(Testbed testbed, int size, Load load) {
    Map<Integer, ReadResult> byWidth = new TreeMap<>();
    for (int width : WIDTHS) {
      byWidth.put(
          width,
          testbed.run(
              Workload.of(
                  ReadSizes.fixed(size * Testbed.MIB), Offsets.STRIPE_START,
                  testbed.files(new Layout(COUPLED, width))),
              load));
    }
    return byWidth;
  }

  private static void values(
      Lines lines, String figure, Map<Integer, ReadResult> byWidth, String reads) {
    byWidth.forEach(
        (width, result) -> {
          String of = reads + ", width " + width;
          ReadValues.add(lines, figure, result, of);
          if (result.degraded() > 0) {
            lines.add(
                figure, "degraded share of " + of, Lines.percent(result.degradedShare()),
                Lines.PERCENT);
          }
        });
  }

  private static void healthyText(Lines lines, Map<Integer, ReadResult> heavy) {
    String of = " of 12 MiB reads, width 2 from width 6, all disks, " + HEAVY;
    lines.beside(
        "okapi-13a", "change of throughput" + of,
        ReadValues.change(heavy, 2, COUPLED, ReadResult::throughput), Lines.PERCENT, "40",
        "the time of disks gives 40 where all are always busy");
    lines.beside(
        "okapi-13a", "change of p99" + of, ReadValues.change(heavy, 2, COUPLED, ReadValues::p99),
        Lines.PERCENT, "-6.8", QUEUES);
  }

  private static void degradedText(Lines lines, Map<Integer, ReadResult> heavy) {
    String decoding =
        "in the model a reader knows the dead disk beforehand, and decoding takes no time";
    String where = ", one disk dead, " + HEAVY;
    lines.beside(
        "okapi-13a", "change of throughput of 12 MiB reads, width 6 from width 2" + where,
        ReadValues.change(heavy, COUPLED, 2, ReadResult::throughput), Lines.PERCENT, "-16.6",
        decoding);
    lines.beside(
        "okapi-13a", "change of p99 of 12 MiB reads, width 2 from width 6" + where,
        ReadValues.change(heavy, 2, COUPLED, ReadValues::p99), Lines.PERCENT, "9", QUEUES);
    lines.beside(
        "okapi-13a", "change of p99 of 12 MiB reads, width 1 from width 6" + where,
        ReadValues.change(heavy, 1, COUPLED, ReadValues::p99), Lines.PERCENT, "1.6", QUEUES);
    lines.beside(
        "okapi-13a", "change of throughput of 12 MiB reads, width 1 from width 2" + where,
        ReadValues.change(heavy, 1, 2, ReadResult::throughput), Lines.PERCENT, "-7", decoding);
  }
}
