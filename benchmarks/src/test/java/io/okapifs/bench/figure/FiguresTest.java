package io.okapifs.bench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.bench.figure.Testbed.Layout;
import io.okapifs.bench.sim.Load;
import io.okapifs.bench.sim.Offsets;
import io.okapifs.bench.sim.ReadResult;
import io.okapifs.bench.sim.ReadSizes;
import io.okapifs.bench.sim.RepairSimulation;
import io.okapifs.bench.sim.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of figures, as docs/BENCHMARKS.md gives them. */
final class FiguresTest {

  private static final Figure.Settings SETTINGS = new Figure.Settings(6_000, 1);
  private static final RepairTimes RS = new RepairTimes("RS-10-4");
  private static final RepairTimes CLAY = new RepairTimes("CLAY-10-4");
  private static final RepairTimes LESS4 = new RepairTimes("LESS4-10-4");

  private static ReadResult run(Testbed testbed, int mib, int width, int clients) {
    return testbed.run(
        Workload.of(
            ReadSizes.fixed(mib * Testbed.MIB), Offsets.STRIPE_START,
            testbed.files(new Layout(6, width))),
        new Load.Closed(clients));
  }

  private static double value(List<FigureLine> lines, String... words) {
    List<FigureLine> found =
        lines.stream()
            .filter(line -> List.of(words).stream().allMatch(line.what()::contains))
            .toList();
    assertThat(found).as("%s", List.of(words)).hasSize(1);
    return found.get(0).value();
  }

  /** Figure 5, and the positionings of Figure 5b. */
  @ParameterizedTest
  @CsvSource({"64, 61, 2, -73", "512, 77, 2, -70"})
  void readsOf8MibGainByWidthOne(int clients, double gain, double tolerance, double positionings) {
    Testbed testbed = Testbed.healthy(new Figure.Settings(40_000, 1));
    ReadResult coupled = run(testbed, 8, 6, clients);
    ReadResult okapi = run(testbed, 8, 1, clients);
    assertThat(Lines.change(okapi.throughput(), coupled.throughput()))
        .isCloseTo(gain, within(tolerance));
    assertThat(Lines.change(okapi.positioningsPerRead(), coupled.positioningsPerRead()))
        .isCloseTo(-83.3, within(0.05));
    assertThat(Lines.change(okapi.positioningsPerSecond(), coupled.positioningsPerSecond()))
        .isCloseTo(positionings, within(1.0));
  }

  @Test
  void mixedReadsGainAsInFigure6b() {
    List<FigureLine> lines = new ReadMixFigure().lines(SETTINGS);
    assertThat(value(lines, "throughput", "256 clients")).isBetween(53.0, 60.0);
    assertThat(value(lines, "positionings per request", "256 clients")).isBetween(-66.0, -62.0);
    assertThat(value(lines, "positionings per second", "256 clients")).isBetween(-46.0, -41.0);
    assertThat(lines)
        .allSatisfy(line -> assertThat(line.label()).contains("calibrated, not measured"));
  }

  /** Figure 13a: 2-wide is best under load; a dead disk costs narrow stripes more. */
  @Test
  void readsOf12MibAreFastestAtWidthTwo() {
    Testbed healthy = Testbed.healthy(SETTINGS);
    Testbed degraded = Testbed.withOneDeadDisk(SETTINGS);
    double two = run(healthy, 12, 2, 256).throughput();
    assertThat(Lines.change(two, run(healthy, 12, 6, 256).throughput()))
        .isCloseTo(40, within(2.0));
    assertThat(two).isGreaterThan(run(healthy, 12, 1, 256).throughput());
    assertThat(two).isGreaterThan(run(healthy, 12, 3, 256).throughput());
    double degradedTwo = run(degraded, 12, 2, 256).throughput();
    assertThat(Lines.change(run(degraded, 12, 6, 256).throughput(), degradedTwo))
        .isCloseTo(-13, within(2.0));
  }

  /** Exp#B4 at 10 Gbit/s, Exp#B1 and Exp#B5: LESS4 from RS and from Clay, in percent. */
  @ParameterizedTest
  @CsvSource({
    "BLOCK, 1, 256, -53.5, 42.6", "BLOCK, 10, 256, -20.3, 21.6", "BLOCK, 1, 128, -53.5, 42.6",
    "PACKET, 1, 256, -50.3, -95.3", "PACKET, 10, 256, 386.2, -95.3",
    "PACKET, 1, 128, -2.8, -95.4", "PACKET_PASSED, 10, 256, -20.3, 0.0"
  })
  void repairsTakeWhatTheLayoutOfRunsSays(
      Reading reading, int gigabits, int packetKib, double fromRs, double fromClay) {
    RepairSimulation.Setting setting = reading.with(gigabits, packetKib);
    double less = LESS4.block(setting);
    assertThat(Lines.change(less, RS.block(setting))).isCloseTo(fromRs, within(0.1));
    assertThat(Lines.change(less, CLAY.block(setting))).isCloseTo(fromClay, within(0.1));
  }

  /** Exp#B2: twenty blocks keep the link busy, but for Clay's runs in every packet. */
  @ParameterizedTest
  @CsvSource({"BLOCK, -53.2, 43.8", "PACKET, -50.3, -93.5"})
  void aNodeTakesWhatTheLayoutOfRunsSays(Reading reading, double fromRs, double fromClay) {
    RepairSimulation.Setting setting = reading.with(1, 256);
    double less = LESS4.node(setting);
    assertThat(Lines.change(less, RS.node(setting))).isCloseTo(fromRs, within(0.1));
    assertThat(Lines.change(less, CLAY.node(setting))).isCloseTo(fromClay, within(0.1));
  }

  @Test
  void regroupingSavesWhatThePlacementLeavesOfIt() {
    List<FigureLine> lines = new DiskAdaptiveFigure().lines(SETTINGS);
    double fewDisks = value(lines, "change", "random", ", 50 disks");
    double manyDisks = value(lines, "change", "random", ", 1000 disks");
    double ahead = value(lines, "change", "ahead", ", 50 disks");
    assertThat(fewDisks).isCloseTo(-39, within(0.5));
    assertThat(manyDisks).isLessThan(fewDisks).isGreaterThan(ahead);
    assertThat(ahead).isCloseTo(-45.1, within(0.1));
    assertThat(new DiskAdaptiveFigure().title()).contains("synthetic");
  }
}
