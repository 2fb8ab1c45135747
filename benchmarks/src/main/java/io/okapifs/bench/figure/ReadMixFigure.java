package io.okapifs.bench.figure;

import io.okapifs.bench.figure.Testbed.Layout;
import io.okapifs.bench.sim.Load;
import io.okapifs.bench.sim.Offsets;
import io.okapifs.bench.sim.ReadResult;
import io.okapifs.bench.sim.ReadSizes;
import io.okapifs.bench.sim.Workload;
import java.util.List;

/**
 * Okapi, Figure 6b: reads of mixed sizes, each of files of the width that fits it. The sizes of the
 * paper's Figure 6a are not published; a log-normal distribution stands in for them, whose numbers
 * were chosen so that the model gives about what Figure 6b shows.
 */
final class ReadMixFigure implements Figure {

  private static final String NAME = "okapi-6b";
  private static final long MEDIAN = 4 * Testbed.MIB;
  private static final double SIGMA = 0.6;
  private static final long MOST = 48 * Testbed.MIB;
  private static final int K = 6;
  private static final List<Integer> CLIENTS = List.of(64, 256);
  private static final String STAND_IN = "the sizes are a stand-in for the paper's";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String title() {
    return "Okapi, Figure 6b: reads at random cells, of sizes that are calibrated, not measured";
  }

  @Override
  public List<FigureLine> lines(Settings settings) {
    Lines lines = new Lines(FigureLine.MODELLED + "; sizes calibrated, not measured");
    Testbed testbed = Testbed.healthy(settings);
    ReadSizes sizes = ReadSizes.logNormal(MEDIAN, SIGMA, Testbed.MIB, MOST);
    for (int clients : CLIENTS) {
      Load load = new Load.Closed(clients);
      Workload coupled =
          Workload.of(sizes, Offsets.RANDOM_CELL, testbed.files(Layout.coupled(K)));
      Workload okapi =
          new Workload(
              sizes, Offsets.RANDOM_CELL,
              bytes -> testbed.files(new Layout(K, Testbed.advisedWidth(bytes))));
      compare(
          lines, testbed.run(coupled, load), testbed.run(okapi, load),
          ", Okapi from coupled 6-of-9, " + clients + " clients");
    }
    return lines.all();
  }

  private static void compare(Lines lines, ReadResult coupled, ReadResult okapi, String where) {
    String busy = STAND_IN + "; the fewer clients, the more disks are idle at width 1";
    lines.beside(
        NAME, "change of throughput" + where,
        Lines.change(okapi.throughput(), coupled.throughput()), Lines.PERCENT, "55", busy);
    lines.beside(
        NAME, "change of positionings per request" + where,
        Lines.change(okapi.positioningsPerRead(), coupled.positioningsPerRead()), Lines.PERCENT,
        "-65", STAND_IN);
    lines.beside(
        NAME, "change of positionings per second" + where,
        Lines.change(okapi.positioningsPerSecond(), coupled.positioningsPerSecond()),
        Lines.PERCENT, "-35",
        "the paper's own -65 per request at 1.55 times the throughput are -46 per second");
    lines.beside(
        NAME, "change of the time of all reads" + where,
        Lines.change(okapi.seconds(), coupled.seconds()), Lines.PERCENT, "-36", busy);
  }
}
