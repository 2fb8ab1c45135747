package io.okapifs.bench.figure;

import io.okapifs.bench.figure.Testbed.Layout;
import io.okapifs.bench.sim.Load;
import io.okapifs.bench.sim.Offsets;
import io.okapifs.bench.sim.ReadResult;
import io.okapifs.bench.sim.ReadSizes;
import io.okapifs.bench.sim.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Okapi, Figures 2 and 5: reads of 2 to 48 MiB in four layouts. */
final class ReadSizeFigure implements Figure {

  private static final List<Integer> SIZES = List.of(2, 4, 6, 8, 12, 16, 24, 32, 48);
  private static final int LIGHT = 64;
  private static final int HEAVY = 512;

  @Override
  public String name() {
    return "okapi-5";
  }

  @Override
  public String title() {
    return "Okapi, Figures 2 and 5: reads of 2 to 48 MiB by 64 and by 512 clients";
  }

  @Override
  public List<FigureLine> lines(Settings settings) {
    Lines lines = new Lines(FigureLine.MODELLED);
    Testbed testbed = Testbed.healthy(settings);
    for (Offsets offsets : List.of(Offsets.ALIGNED, Offsets.RANDOM_CELL)) {
      for (int clients : List.of(LIGHT, HEAVY)) {
        Map<Integer, ReadSizeRow> rows = new TreeMap<>();
        for (int size : SIZES) {
          rows.put(size, row(testbed, size, offsets, new Load.Closed(clients)));
        }
        String where = ", " + offsets + ", " + clients + " clients";
        rows.forEach((size, row) -> row.addTo(lines, size + " MiB reads", where));
        new ReadSizeSummary(rows, where, reason(offsets, clients)).addTo(lines);
      }
    }
    return lines.all();
  }

  private static ReadSizeRow row(Testbed testbed, int size, Offsets offsets, Load load) {
    long bytes = size * Testbed.MIB;
    Map<String, Layout> layouts = new LinkedHashMap<>();
    layouts.put(ReadSizeRow.NARROW, Layout.coupled(3));
    layouts.put(ReadSizeRow.SAME, Layout.coupled(6));
    layouts.put(ReadSizeRow.WIDE, Layout.coupled(12));
    layouts.put(ReadSizeRow.OKAPI, new Layout(6, Testbed.advisedWidth(bytes)));
    Map<String, ReadResult> results = new LinkedHashMap<>();
    layouts.forEach(
        (name, layout) ->
            results.put(
                name,
                testbed.run(
                    Workload.of(ReadSizes.fixed(bytes), offsets, testbed.files(layout)), load)));
    return new ReadSizeRow(results);
  }

  private static String reason(Offsets offsets, int clients) {
    String reason =
        "the paper prints neither the clients of its cluster nor where reads began, and here only"
            + " disks take time";
    if (clients == LIGHT) {
      reason += "; 64 clients leave disks idle where a read asks for one block";
    }
    if (offsets == Offsets.RANDOM_CELL) {
      reason += "; a read at a random cell touches one block more than an aligned one";
    }
    return reason;
  }
}
