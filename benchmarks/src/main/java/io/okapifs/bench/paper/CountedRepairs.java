package io.okapifs.bench.paper;

import java.util.OptionalDouble;

/** The runs of repair-io that several papers' rows take their counts from. */
final class CountedRepairs {
  private static final String ONE_LOSS =
      "--policy RS-10-4,LESS2-10-4,LESS3-10-4,LESS4-10-4,HASHTAG4-10-4,ET4-10-4,HHXORPLUS-10-4,"
          + "CLAY-10-4,RS-5-2,BUTTERFLY-5-2,RS-7-2,BUTTERFLY-7-2,RS-5-3,SHEC3-5-3";
  private static final String TWO_LOSSES = "--losses 2 --policy SHEC3-6-4";

  private CountedRepairs() {}

  /** Of one lost member. */
  static Measured run() {
    return Measured.by("repair-io", ONE_LOSS);
  }

  /** Of every pair of lost members. */
  static Measured ofPairs() {
    return Measured.in("repair-io-pairs.jsonl", "repair-io", TWO_LOSSES);
  }

  /** Blocks that DataNodes read for a repair, on average. */
  static OptionalDouble blocks(ResultLines lines, String code) {
    return lines.result("repair-io").with("policy", code).number("blocks_avg");
  }

  /** Reads of one code over those of another. */
  static OptionalDouble over(ResultLines lines, String code, String other) {
    return ResultLines.over(blocks(lines, code), blocks(lines, other));
  }
}
