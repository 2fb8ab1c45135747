package io.okapifs.hdfs.tools;

import io.okapifs.ec.code.ErasureCode;
import java.util.BitSet;

/** How much a parity group can still lose. */
final class GroupSummary {

  /** Said of a group that lost more than its code can recover. */
  static final int LOST = -1;

  private GroupSummary() {}

  /**
   * Further losses, whichever they are, that surely leave every member recoverable; {@link #LOST}
   * where some member is gone for good.
   *
   * @param usable live members, and absent ones: an absent data member is known to be zeros
   */
  static int survives(ErasureCode code, BitSet usable) {
    if (!code.decodable(usable)) {
      return LOST;
    }
    int lost = code.n() - usable.cardinality();
    return Math.max(0, code.tolerance() - lost);
  }
}
