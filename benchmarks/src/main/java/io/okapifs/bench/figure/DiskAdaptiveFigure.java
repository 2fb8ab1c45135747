package io.okapifs.bench.figure;

import io.okapifs.bench.sim.FleetSimulation;
import io.okapifs.bench.sim.FleetSimulation.Totals;
import java.util.List;

/** Okapi, section 6.3: what transitions for disk-adaptive redundancy read and write. */
final class DiskAdaptiveFigure implements Figure {

  private static final String NAME = "okapi-dare";
  private static final List<Integer> DISKS = List.of(50, 100, 1000);
  private static final String REASON =
      "the paper takes the failures of real disks; here they are synthetic, and fewer blocks move"
          + " the more disks their file may lie on";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String title() {
    return "Okapi, section 6.3: disk-adaptive redundancy over six years of synthetic failure rates";
  }

  @Override
  public List<FigureLine> lines(Settings settings) {
    Lines lines = new Lines(FigureLine.MODELLED + "; synthetic failure rates");
    for (int disks : DISKS) {
      String where = ", " + disks + " disks of a make";
      Totals random = FleetSimulation.run(disks, false, settings.seed());
      Totals ahead = FleetSimulation.run(disks, true, settings.seed());
      lines.add(NAME, "transitions of files" + where, random.transitions(), "");
      lines.add(
          NAME, "disk I/O per byte, written again" + where, perByte(random, random.rewriteBytes()),
          "B/B");
      addRegrouped(lines, random, ", random placement" + where);
      addRegrouped(lines, ahead, ", placement that looks ahead" + where);
      lines.beside(
          NAME, "change of disk I/O by regrouping, random placement" + where, change(random),
          Lines.PERCENT, "-38", REASON);
      lines.add(
          NAME, "change of disk I/O by regrouping, placement that looks ahead" + where,
          change(ahead), Lines.PERCENT);
    }
    return lines.all();
  }

  private static void addRegrouped(Lines lines, Totals totals, String where) {
    lines.add(
        NAME, "disk I/O per byte, regrouped" + where, perByte(totals, totals.regroupBytes()),
        "B/B");
    lines.add(
        NAME, "data blocks that moved per block" + where,
        (double) totals.movedBlocks() / totals.dataBlocks(), "1/1");
  }

  private static double perByte(Totals totals, long bytes) {
    return (double) bytes / totals.dataBytes();
  }

  private static double change(Totals totals) {
    return Lines.change(totals.regroupBytes(), totals.rewriteBytes());
  }
}
