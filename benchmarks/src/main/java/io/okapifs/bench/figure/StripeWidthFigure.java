package io.okapifs.bench.figure;

import io.okapifs.bench.figure.Testbed.Layout;
import io.okapifs.bench.sim.Load;
import io.okapifs.bench.sim.Offsets;
import io.okapifs.bench.sim.ReadResult;
import io.okapifs.bench.sim.ReadSizes;
import io.okapifs.bench.sim.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Okapi, Figure 13: four stripe widths under several loads, with all disks and with one dead. */
final class StripeWidthFigure implements Figure {

  private static final List<Integer> WIDTHS = List.of(1, 2, 3, 6);
  private static final int COUPLED = 6;
  private static final int FEW = 8;
  private static final Load MANY = new Load.Closed(64);
  private static final Load HEAVY = new Load.Closed(256);
  private static final List<Load> CLOSED = List.of(new Load.Closed(FEW), MANY, HEAVY);
  private static final Load OPEN = new Load.Open(60);
  private static final String QUEUES =
      "here reads wait for disks alone, and the long requests of narrow stripes make their queues"
          + " less even";

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
      Map<Load, Map<Integer, ReadResult>> results = panel(lines, healthy, size, "all disks");
      Map<Load, Map<Integer, ReadResult>> withLosses =
          panel(lines, degraded, size, "one disk dead");
      if (size == 12) {
        healthyText(lines, results);
        degradedText(lines, withLosses);
      } else {
        lines.beside(
            "okapi-13b", "width of the lowest p99 of 24 MiB reads, all disks, " + MANY,
            ReadValues.widthOfLowestP99(results.get(MANY)), "blocks", "6",
            "not by this model: fewer positionings shorten all queues");
      }
    }
    return lines.all();
  }

  /** All loads; returns what closed ones gave, by width. */
  private static Map<Load, Map<Integer, ReadResult>> panel(
      Lines lines, Testbed testbed, int size, String disks) {
    String figure = size == 12 ? "okapi-13a" : "okapi-13b";
    String reads = size + " MiB reads, " + disks + ", ";
    Map<Load, Map<Integer, ReadResult>> byLoad = new HashMap<>();
    values(lines, figure, run(testbed, size, OPEN), reads + OPEN);
    for (Load load : CLOSED) {
      Map<Integer, ReadResult> byWidth = run(testbed, size, load);
      byLoad.put(load, byWidth);
      values(lines, figure, byWidth, reads + load);
      lines.beside(
          figure, "width of the highest throughput of " + reads + load,
          ReadValues.widthOfHighestThroughput(byWidth), "blocks",
          String.valueOf(Testbed.advisedWidth(size * Testbed.MIB)),
          "not by this model: wide stripes have more disks work on a read while few clients leave"
              + " them idle, and want more of what a lost block is decoded from");
    }
    return byLoad;
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

  /** Tails are told of 64 clients: with 256 they differ too much from seed to seed. */
  private static void healthyText(
      Lines lines, Map<Load, Map<Integer, ReadResult>> results) {
    String of = " of 12 MiB reads, width 2 from width 6, all disks, ";
    lines.beside(
        "okapi-13a", "change of throughput" + of + HEAVY,
        ReadValues.change(results.get(HEAVY), 2, COUPLED, ReadResult::throughput), Lines.PERCENT,
        "40", "the time of disks gives 40 where all are always busy");
    lines.beside(
        "okapi-13a", "change of p99" + of + MANY,
        ReadValues.change(results.get(MANY), 2, COUPLED, ReadValues::p99), Lines.PERCENT, "-6.8",
        QUEUES);
  }

  private static void degradedText(
      Lines lines, Map<Load, Map<Integer, ReadResult>> results) {
    String decoding =
        "in the model a reader knows the dead disk beforehand, and decoding takes no time";
    String of = " of 12 MiB reads, one disk dead, ";
    Map<Integer, ReadResult> heavy = results.get(HEAVY);
    Map<Integer, ReadResult> many = results.get(MANY);
    lines.beside(
        "okapi-13a", "change of throughput" + of + HEAVY + ", width 6 from width 2",
        ReadValues.change(heavy, COUPLED, 2, ReadResult::throughput), Lines.PERCENT, "-16.6",
        decoding);
    lines.beside(
        "okapi-13a", "change of throughput" + of + HEAVY + ", width 1 from width 2",
        ReadValues.change(heavy, 1, 2, ReadResult::throughput), Lines.PERCENT, "-7", decoding);
    lines.beside(
        "okapi-13a", "change of p99" + of + MANY + ", width 2 from width 6",
        ReadValues.change(many, 2, COUPLED, ReadValues::p99), Lines.PERCENT, "9", QUEUES);
    lines.beside(
        "okapi-13a", "change of p99" + of + MANY + ", width 1 from width 6",
        ReadValues.change(many, 1, COUPLED, ReadValues::p99), Lines.PERCENT, "1.6", QUEUES);
  }
}
