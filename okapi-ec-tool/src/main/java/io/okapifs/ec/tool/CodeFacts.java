package io.okapifs.ec.tool;

import io.okapifs.ec.analysis.RepairCosts;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.plan.ProgramWork;
import java.util.Locale;

/**
 * What a code costs, as words. A value.
 *
 * @param code the code
 * @param repair of one lost member, over all members
 */
record CodeFacts(ErasureCode code, RepairCosts repair) {
  static CodeFacts of(ErasureCode code) {
    return new CodeFacts(code, RepairCosts.of(code, 1));
  }

  String isMds() {
    return code.isMds() ? "yes" : "no";
  }

  /** Bytes stored per byte of data. */
  String overhead() {
    return number((double) code.n() / code.k());
  }

  /** Blocks read, on average and from least to most. */
  String blocks() {
    return range(repair.blocks());
  }

  String seeks() {
    return range(repair.seeks());
  }

  /** Multiplications by a constant per byte of data. */
  String products() {
    ProgramWork work = code.encode().work();
    return number((double) work.products() / dataSymbols());
  }

  /** Plain XORs per byte of data. */
  String additions() {
    ProgramWork work = code.encode().work();
    return number((double) work.additions() / dataSymbols());
  }

  /** A symbol of two bytes is two planes of bytes to the program. */
  private int dataSymbols() {
    return code.k() * code.alpha() * code.encode().symbolBytes();
  }

  private static String range(RepairCosts.Range range) {
    return range.min() == range.max()
        ? number(range.average())
        : number(range.average()) + " [" + number(range.min()) + ".." + number(range.max()) + "]";
  }

  /** Two decimals at most. */
  static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value).replaceAll("\\.?0+$", "");
  }
}
