package io.okapifs.bench.paper;

import io.okapifs.ec.analysis.RepairCosts;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.List;
import java.util.stream.IntStream;

/** Counts over one code, out of its plans and its generator. */
final class CodeCounts {
  private static final String NONE = "none";

  private CodeCounts() {}

  /** Blocks that the repair of these lost members reads. */
  static double blocksRead(String code, int... lost) {
    return RepairCosts.of(CodeRegistry.byName(code), List.of(MemberSets.of(lost))).blocks()
        .average();
  }

  /** The average over all lost members. */
  static double blocksRead(String code) {
    return RepairCosts.of(CodeRegistry.byName(code), 1).blocks().average();
  }

  /** By how many percent less than the k blocks of RS any one repair reads, at least. */
  static double percentSavedAtLeast(String code) {
    ErasureCode one = CodeRegistry.byName(code);
    return 100 * (1 - RepairCosts.of(one, 1).blocks().max() / one.k());
  }

  /** Which sets of so many lost members cannot be decoded, as a share of all. */
  static double undecodable(String code, int losses) {
    ErasureCode one = CodeRegistry.byName(code);
    return MemberSets.ofSize(one.n(), losses)
        .filter(lost -> !one.decodable(MemberSets.others(lost, one.n())))
        .count();
  }

  /** yes or no. */
  static String decodable(String code, int... lost) {
    ErasureCode one = CodeRegistry.byName(code);
    return one.decodable(MemberSets.others(MemberSets.of(lost), one.n())) ? "yes" : "no";
  }

  /** Elements of the generator that cost a product. */
  static double nonZeros(String code) {
    ErasureCode one = CodeRegistry.byName(code);
    GfMatrix generator = one.encode().toMatrix();
    return IntStream.range(0, one.r() * one.alpha())
        .mapToLong(
            row ->
                IntStream.range(0, one.k() * one.alpha())
                    .filter(column -> generator.get(row, column) != 0)
                    .count())
        .sum();
  }

  /** Bytes stored per byte of data. */
  static double stored(String code) {
    ErasureCode one = CodeRegistry.byName(code);
    return (double) one.n() / one.k();
  }

  /** A member of so many bytes, cut into the code's sub-blocks. */
  static double subBlockBytes(String code, double stripeBytes) {
    ErasureCode one = CodeRegistry.byName(code);
    return stripeBytes / one.k() / one.alpha();
  }

  /**
   * LESS with r = 2..4, every alpha and n up to a bound: how many of these codes read another
   * amount than Equation 7, or from another number of places than k + alpha - 1, for any member.
   */
  static String lessThatBreakTheEquations(int membersMax) {
    for (int r = 2; r <= 4; r++) {
      for (int alpha = 2; alpha <= r; alpha++) {
        for (int k = r; k + r <= membersMax; k++) {
          if (!keepsTheEquations(CodeRegistry.create("less" + alpha, k, r))) {
            return "LESS" + alpha + "-" + k + "-" + r;
          }
        }
      }
    }
    return NONE;
  }

  private static boolean keepsTheEquations(ErasureCode code) {
    int groups = code.alpha() + 1;
    int longGroups = code.n() % groups;
    int longest = (code.n() + groups - 1) / groups;
    return IntStream.range(0, code.n())
        .allMatch(
            member -> {
              boolean inLongGroup = longGroups == 0 || member < longGroups * longest;
              int group = inLongGroup ? longest : longest - 1;
              RepairCosts costs = RepairCosts.of(code, List.of(MemberSets.of(member)));
              double subBlocks = costs.blocks().average() * code.alpha();
              return Math.rint(subBlocks) == code.k() + (code.alpha() - 1) * group
                  && costs.seeks().max() == code.k() + code.alpha() - 1;
            });
  }
}
