package io.okapifs.bench.figure;

import io.okapifs.bench.figure.RepairComparison.Printed;
import io.okapifs.bench.sim.RepairSimulation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** LESS, Exp#B5: the repair of a block against the size of packets. */
final class PacketFigure implements Figure {

  private static final List<Integer> PACKETS_KIB = List.of(128, 256, 512, 1024);
  private static final double GIGABITS = 1;
  private static final Map<Integer, Printed> PRINTED =
      Map.of(128, new Printed("-59.1", "-50.4"), 256, new Printed("-50.8", "-33.9"));

  @Override
  public String name() {
    return "less-b5";
  }

  @Override
  public String title() {
    return "LESS, Exp#B5: repair of a block in packets of 128 to 1024 KiB at 1 Gbit/s";
  }

  @Override
  public List<FigureLine> lines(Settings settings) {
    Lines lines = new Lines(FigureLine.MODELLED);
    RepairComparison comparison = new RepairComparison(name(), "repair of a block");
    for (Reading reading : Reading.values()) {
      for (int kib : PACKETS_KIB) {
        RepairSimulation.Setting setting = reading.with(GIGABITS, kib);
        comparison.addTo(
            lines, ", packets of " + kib + " KiB", reading, times -> times.block(setting),
            Optional.ofNullable(PRINTED.get(kib)));
      }
    }
    return lines.all();
  }
}
