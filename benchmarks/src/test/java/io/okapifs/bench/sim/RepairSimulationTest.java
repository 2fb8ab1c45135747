package io.okapifs.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.bench.disk.DiskModel;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.plan.RepairPlan;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Repairs beside closed forms: blocks of 64 MiB, 10 ms per positioning, 150 MiB/s. */
final class RepairSimulationTest {

  private static final long MIB = 1 << 20;
  private static final long BLOCK = 64 * MIB;
  private static final int PACKET = 256 << 10;
  private static final int PACKETS = (int) (BLOCK / PACKET);
  private static final double POSITIONING = 0.010;
  private static final double EXACT = 1e-5;

  private static RepairPlan plan(String name, int lostMember) {
    ErasureCode code = CodeRegistry.byName(name);
    BitSet lost = new BitSet();
    lost.set(lostMember);
    return code.repair(lost, MemberSets.others(lost, code.n()));
  }

  private static double seconds(RepairPlan plan, RunLayout runs, Gaps gaps, double gigabits) {
    RepairSimulation simulation =
        new RepairSimulation(
            new RepairSimulation.Setting(
                DiskModel.parse("hdd"), gaps, gigabits * 1e9, runs, BLOCK, PACKET),
            14);
    simulation.add(plan, IntUnaryOperator.identity());
    return simulation.seconds();
  }

  private static double disk(double bytes) {
    return bytes / (150 * MIB);
  }

  private static double link(double bytes, double gigabits) {
    return bytes * 8 / (gigabits * 1e9);
  }

  @ParameterizedTest
  @EnumSource(RunLayout.class)
  void aSlowLinkIsBusyFromTheFirstPacketToTheLast(RunLayout runs) {
    double expected = POSITIONING + disk(PACKET) + link(10.0 * BLOCK, 1);
    assertThat(seconds(plan("RS-10-4", 3), runs, Gaps.POSITION, 1))
        .isCloseTo(expected, within(EXACT));
  }

  @ParameterizedTest
  @EnumSource(RunLayout.class)
  void behindAFastLinkEachDiskReadsItsBlockInOneGo(RunLayout runs) {
    double expected = POSITIONING + disk(BLOCK) + link(10.0 * PACKET, 1e3);
    assertThat(seconds(plan("RS-10-4", 3), runs, Gaps.POSITION, 1e3))
        .isCloseTo(expected, within(1e-4));
  }

  /** The helper with the most runs decides; of Clay that is one with 64 single sub-blocks. */
  @Test
  void runsPerBlockCostAPositioningEach() {
    RepairPlan clay = plan("CLAY-10-4", 0);
    int most = mostRuns(clay);
    assertThat(clay.cost()).isEqualTo(13 * 64);
    double expected = most * POSITIONING + disk(BLOCK / 4.0);
    assertThat(seconds(clay, RunLayout.PER_BLOCK, Gaps.POSITION, 1e3))
        .isCloseTo(expected, within(0.001));
  }

  @Test
  void runsPerPacketCostAPositioningEachInEveryPacket() {
    RepairPlan less = plan("LESS4-10-4", 0);
    double expected = PACKETS * POSITIONING + disk(BLOCK / 4.0);
    assertThat(less.runsOf(less.helpers().get(less.helpers().size() - 1)))
        .singleElement()
        .satisfies(run -> assertThat(run.subBlockCount()).isEqualTo(1));
    assertThat(seconds(less, RunLayout.PER_PACKET, Gaps.POSITION, 1e3))
        .isCloseTo(expected, within(0.001));
  }

  /** To let three quarters of a packet pass is faster than to position. */
  @Test
  void shortGapsAreReadOver() {
    RepairPlan less = plan("LESS4-10-4", 0);
    double seconds = seconds(less, RunLayout.PER_PACKET, Gaps.PASS_OVER, 1e3);
    assertThat(seconds).isCloseTo(POSITIONING + disk(BLOCK), within(0.005));
  }

  @Test
  void repairsQueueAtDisksAndAtTheLink() {
    RepairPlan rs = plan("RS-10-4", 0);
    RepairSimulation simulation =
        new RepairSimulation(
            new RepairSimulation.Setting(
                DiskModel.parse("hdd"), Gaps.POSITION, 1e9, RunLayout.PER_BLOCK, BLOCK, PACKET),
            14);
    for (int i = 0; i < 20; i++) {
      simulation.add(rs, IntUnaryOperator.identity());
    }
    assertThat(simulation.seconds())
        .isCloseTo(POSITIONING + disk(PACKET) + link(200.0 * BLOCK, 1), within(EXACT));
  }

  @Test
  void whatCannotBeSimulatedIsNamed() {
    assertThatThrownBy(() -> seconds(plan("RS-10-4", 0), RunLayout.PER_BLOCK, Gaps.POSITION, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bitsPerSecond=0.0");
  }

  private static int mostRuns(RepairPlan plan) {
    return plan.helpers().stream()
        .mapToInt(helper -> plan.runsOf(helper).size())
        .max().orElseThrow();
  }
}
