package io.okapifs.bench.figure;

import io.okapifs.bench.figure.RepairComparison.Printed;
import io.okapifs.bench.sim.RepairSimulation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** LESS, Exp#B4, which begins where Exp#B1 is: the repair of a block against the network. */
final class BandwidthFigure implements Figure {

  private static final List<Integer> GIGABITS = List.of(1, 2, 5, 10);
  private static final int PACKET_KIB = 256;
  private static final Map<Integer, Printed> PRINTED =
      Map.of(1, new Printed("-50.8", "-33.9"), 10, new Printed("-28.6", "-83.3"));

  @Override
  public String name() {
    return "less-b4";
  }

  @Override
  public String title() {
    return "LESS, Exp#B1 and B4: repair of a block at 1, 2, 5 and 10 Gbit/s";
  }

  @Override
  public List<FigureLine> lines(Settings settings) {
    Lines lines = new Lines(FigureLine.MODELLED);
    RepairComparison comparison = new RepairComparison(name(), "repair of a block");
    for (Reading reading : Reading.values()) {
      for (int gigabits : GIGABITS) {
        RepairSimulation.Setting setting = reading.with(gigabits, PACKET_KIB);
        comparison.addTo(
            lines, ", " + gigabits + " Gbit/s", reading, times -> times.block(setting),
            Optional.ofNullable(PRINTED.get(gigabits)));
      }
    }
    return lines.all();
  }
}
