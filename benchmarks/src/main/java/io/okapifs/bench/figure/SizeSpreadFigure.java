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

/** Okapi, Figure 14: sizes of reads that spread around 12 and 24 MiB, under heavy load. */
final class SizeSpreadFigure implements Figure {

  private static final String NAME = "okapi-14";
  private static final List<Integer> WIDTHS = List.of(1, 2, 3, 6);
  private static final List<Integer> DEVIATIONS = List.of(0, 1, 2, 4, 8, 16);
  private static final int K = 6;
  private static final long LEAST = Testbed.MIB / 2;
  private static final Load HEAVY = new Load.Closed(256);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String title() {
    return "Okapi, Figure 14: normal sizes around 12 and 24 MiB from the start of a stripe, "
        + HEAVY;
  }

  @Override
  public List<FigureLine> lines(Settings settings) {
    Lines lines = new Lines(FigureLine.MODELLED);
    Testbed testbed = Testbed.healthy(settings);
    for (int mean : List.of(12, 24)) {
      for (int deviation : DEVIATIONS) {
        String reads = "reads of " + mean + " +- " + deviation + " MiB";
        Map<Integer, ReadResult> byWidth = run(testbed, mean, deviation);
        byWidth.forEach(
            (width, result) ->
                ReadValues.add(lines, NAME, result, reads + ", width " + width));
        lines.beside(
            NAME, "width of the highest throughput of " + reads,
            ReadValues.widthOfHighestThroughput(byWidth), "blocks",
            String.valueOf(Testbed.advisedWidth(mean * Testbed.MIB)),
            "not by this model: a read that goes on into another stripe positions once more at"
                + " width 1, up to s times more at width s");
      }
    }
    return lines.all();
  }

  private static Map<Integer, ReadResult> run(Testbed testbed, int mean, int deviation) {
    ReadSizes sizes =
        ReadSizes.normal(
            mean * Testbed.MIB, deviation * Testbed.MIB, LEAST, Testbed.LONGEST_READ);
    Map<Integer, ReadResult> byWidth = new TreeMap<>();
    for (int width : WIDTHS) {
      byWidth.put(
          width,
          testbed.run(
              Workload.of(sizes, Offsets.STRIPE_START, testbed.files(new Layout(K, width))),
              HEAVY));
    }
    return byWidth;
  }
}
