package io.okapifs.ec.tool;

import io.okapifs.ec.analysis.RepairCosts;
import io.okapifs.ec.code.ErasureCode;
import java.util.List;
import java.util.Locale;

/**
 * What a code costs, as words. A value.
 *
 * @param code the code
 * @param repair of one lost member, over all members
 */
record CodeFacts(ErasureCode code, RepairCosts repair) {
  /** What {@link #values} are. */
  static final List<String> COLUMNS =
      List.of(
          "code", "k", "r", "alpha", "mds", "tolerance", "overhead", "io_avg", "io_min", "io_max",
          "seeks_avg", "seeks_min", "seeks_max", "products", "xors", "not_stored");

  static CodeFacts of(ErasureCode code) {
    return new CodeFacts(code, RepairCosts.of(code, 1));
  }

  /** All of it as numbers and words; repairs are counted in blocks. */
  List<Object> values() {
    return List.of(
        code.name(), code.k(), code.r(), code.alpha(), code.isMds(), code.tolerance(),
        (double) code.n() / code.k(), repair.blocks().average(), repair.blocks().min(),
        repair.blocks().max(), repair.seeks().average(), repair.seeks().min(),
        repair.seeks().max(), productsPerByte(), additionsPerByte(),
        code.whyNotStored().orElse(""));
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
    return number(productsPerByte());
  }

  /** Plain XORs per byte of data. */
  String additions() {
    return number(additionsPerByte());
  }

  private double productsPerByte() {
    return (double) code.encode().work().products() / dataSymbols();
  }

  private double additionsPerByte() {
    return (double) code.encode().work().additions() / dataSymbols();
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
