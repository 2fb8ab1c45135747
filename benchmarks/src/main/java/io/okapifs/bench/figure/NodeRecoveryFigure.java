package io.okapifs.bench.figure;

import io.okapifs.bench.figure.RepairComparison.Printed;
import io.okapifs.bench.sim.RepairSimulation;
import java.util.List;
import java.util.Optional;

/** LESS, Exp#B2: the 20 blocks of a node, all rebuilt by one node. */
final class NodeRecoveryFigure implements Figure {

  private static final double GIGABITS = 1;
  private static final int PACKET_KIB = 256;
  private static final Printed PRINTED = new Printed("-48.3", "-36.6");

  @Override
  public String name() {
    return "less-b2";
  }

  @Override
  public String title() {
    return "LESS, Exp#B2: recovery of a node with 20 blocks at 1 Gbit/s";
  }

  @Override
  public List<FigureLine> lines(Settings settings) {
    Lines lines = new Lines(FigureLine.MODELLED);
    RepairComparison comparison = new RepairComparison(name(), "recovery of a node");
    for (Reading reading : Reading.values()) {
      RepairSimulation.Setting setting = reading.with(GIGABITS, PACKET_KIB);
      comparison.addTo(
          lines, "", reading, times -> times.node(setting), Optional.of(PRINTED));
    }
    return lines.all();
  }
}
