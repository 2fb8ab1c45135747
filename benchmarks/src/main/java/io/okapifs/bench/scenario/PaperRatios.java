package io.okapifs.bench.scenario;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Times of repairs of LESS4-10-4 over those of other codes as the paper has measured them (LESS,
 * FAST'26, Exp#B1 and B2) with 1 Gbit/s, blocks of 64 MiB and magnetic disks.
 */
final class PaperRatios {

  private static final String MEASURED = "LESS4-10-4";
  private static final String REFERENCE = "RS-10-4";
  private static final double LINK_BOUND_MAX = 0.52;
  private static final int MEGABITS_MIN = 100;
  private static final int MEGABITS_MAX = 250;

  private static final Map<String, Double> OF_A_BLOCK =
      Map.of(
          REFERENCE, 1 - 0.508, "HHXORPLUS-10-4", 1 - 0.359, "HASHTAG4-10-4", 1 - 0.215,
          "ET4-10-4", 1 - 0.215, "CLAY-10-4", 1 - 0.339);

  private static final Map<String, Double> OF_A_NODE =
      Map.of(
          REFERENCE, 1 - 0.483, "HHXORPLUS-10-4", 1 - 0.343, "HASHTAG4-10-4", 1 - 0.178,
          "ET4-10-4", 1 - 0.194, "CLAY-10-4", 1 - 0.366);

  private PaperRatios() {}

  /** Time of one code over that of another, of a node or of a block; empty where not printed. */
  static Optional<Double> of(boolean node, String code, String other) {
    Map<String, Double> ratios = node ? OF_A_NODE : OF_A_BLOCK;
    if (code.equals(MEASURED)) {
      return Optional.ofNullable(ratios.get(other));
    }
    return other.equals(MEASURED)
        ? Optional.ofNullable(ratios.get(code)).map(ratio -> 1 / ratio)
        : Optional.empty();
  }

  /**
   * What the upper end of the interval shall be at most: beside RS the paper's gain where links are
   * the limit, and nowhere more than RS takes while repairs accumulate.
   */
  static OptionalDouble wanted(
      boolean node, String code, String other, RepairBed.Setting setting) {
    if (!code.startsWith("LESS") || !other.equals(REFERENCE) || setting.spooledWindow() > 0) {
      return OptionalDouble.empty();
    }
    boolean linkBound =
        !node && !setting.hasDisk()
            && setting.megabits() >= MEGABITS_MIN && setting.megabits() <= MEGABITS_MAX;
    return OptionalDouble.of(linkBound && code.equals(MEASURED) ? LINK_BOUND_MAX : 1);
  }
}
