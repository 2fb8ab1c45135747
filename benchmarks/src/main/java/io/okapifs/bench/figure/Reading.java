package io.okapifs.bench.figure;

import io.okapifs.bench.sim.Gaps;
import io.okapifs.bench.sim.RepairSimulation;
import io.okapifs.bench.sim.RunLayout;

/** Where the runs of a repair lie, and what a gap between two of them costs. */
enum Reading {
  BLOCK(
      "runs per block, as here", RunLayout.PER_BLOCK, Gaps.POSITION,
      Reading.FULL_RATE, "the runs of the paper's prototype lie in every packet"),
  PACKET(
      "runs per packet, as in the paper", RunLayout.PER_PACKET, Gaps.POSITION,
      Reading.EVERY_RUN, Reading.EVERY_RUN),
  PACKET_PASSED(
      "runs per packet, short gaps passed over", RunLayout.PER_PACKET, Gaps.PASS_OVER,
      Reading.FULL_RATE,
      "here a gap costs no more than its bytes, and sub-packets take no time to process");

  private static final String FULL_RATE =
      "here disks and the link carry their full rate, and computing takes no time";
  private static final String EVERY_RUN =
      "the model charges 10 ms for every run; a real disk lets the short gaps of a packet pass";

  private static final long BLOCK_BYTES = 64 * Testbed.MIB;
  private static final double GIGA = 1e9;
  private static final int KIB_SHIFT = 10;

  private final String words;
  private final RunLayout runs;
  private final Gaps gaps;
  private final String fromRs;
  private final String fromClay;

  Reading(String words, RunLayout runs, Gaps gaps, String fromRs, String fromClay) {
    this.words = words;
    this.runs = runs;
    this.gaps = gaps;
    this.fromRs = fromRs;
    this.fromClay = fromClay;
  }

  /** Blocks of 64 MiB; a link of so many Gbit/s to the node that rebuilds. */
  RepairSimulation.Setting with(double gigabits, int packetKib) {
    return new RepairSimulation.Setting(
        Testbed.DISK, gaps, gigabits * GIGA, runs, BLOCK_BYTES, packetKib << KIB_SHIFT);
  }

  /** Why LESS gains another part of RS's time than the paper has measured. */
  String reasonFromRs() {
    return fromRs;
  }

  /** The same of Clay's. */
  String reasonFromClay() {
    return fromClay;
  }

  @Override
  public String toString() {
    return words;
  }
}
