package io.okapifs.ec.code;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;

/**
 * HashTag: Reed-Solomon row by row, where parities other than the first also carry sub-blocks of
 * other rows ({@link HashTagExtras}).
 *
 * <pre>
 *   parity p, row x  =  sum over j of c[p][j] * data j, row x
 *                       +  factor * sum of the extras of (p, x)
 * </pre>
 *
 * <p>Theory: row x of all other data members and of parity 0 tells row x of the lost one, and then
 * each parity of row x tells the extra it carries of that member; so one row read tells up to r
 * rows. Which factor keeps the code MDS is found by trying ({@link FactorTable}).
 *
 * <p>From: HashTag Erasure Codes: From Theory to Practice, IEEE Transactions on Big Data 2018.
 * Table 1 of LESS, FAST'26 (section 2.3), has alpha up to r^ceil(k/r); its Table 2 (section 4.1)
 * has what repairs read and seek for alpha in 2..4.
 */
final class HashTag {
  /** The codec name without alpha. */
  static final String FAMILY = "hashtag";

  private static final FactorTable FACTORS =
      FactorTable.parse(
          "hashtag<alpha>",
          """
          r=2 alpha=2 k=2.. : 1 1 1 1 1 1 1 1 2 1 1 1 2 2 2 1 2
          r=3 alpha=2 k=2.. : 1 1 1 1 1 1 1 1 1 2 1 5 4 3 23 3
          r=3 alpha=3 k=2.. : 1 1 1 1 1 1 2 1 2 2 2 5 12 4 19 1
          r=4 alpha=2 k=2.. : 1 1 1 1 1 1 1 2 6 4 114 177 0 0 167
          r=4 alpha=3 k=2.. : 1 1 1 1 2 8 8 2 3 29 7 168
          r=4 alpha=4 k=2.. : 1 1 1 1 2 4 3 6 10 14 10
          r=2 alpha=4 k=4.. : 1
          r=3 alpha=9 k=6.. : 1
          r=4 alpha=16 k=8.. : 2 0 4 0 52
          """);

  private final int k;
  private final int r;
  private final int alpha;
  private final int factor;
  private final GfMatrix base;
  private final HashTagExtras extras;

  private HashTag(int alpha, int k, int r, int factor) {
    this.k = k;
    this.r = r;
    this.alpha = alpha;
    this.factor = factor;
    this.base = ReedSolomon.matrix(k, r);
    this.extras =
        alpha <= r
            ? HashTagExtras.spread(k, r, alpha)
            : HashTagExtras.byDigits(k, r, alpha);
  }

  static ErasureCode create(String codec, int alpha, int k, int r) {
    return create(codec, alpha, k, r, FACTORS.factor(codec, k, r, alpha));
  }

  static FactorTable factors() {
    return FACTORS;
  }

  /** The code with any factor, MDS or not. */
  static ErasureCode create(String codec, int alpha, int k, int r, int factor) {
    HashTag code = new HashTag(alpha, k, r, factor);
    return new CodeBuilder(codec, k, r)
        .alpha(alpha)
        .encode(code.encode())
        .repairs(code::ways)
        .mds()
        .build();
  }

  /** One instance of {@link HashTagPlus}; with a single row it is Reed-Solomon. */
  static HashTag instance(String codec, int rows, int k, int r) {
    return new HashTag(rows, k, r, rows == 1 ? 1 : FACTORS.factor(codec, k, r, rows));
  }

  private CodingProgram encode() {
    SymbolWriter writer = new SymbolWriter(k * alpha, r * alpha);
    encode(
        writer,
        (member, row) -> writer.input(member * alpha + row),
        (parity, row) -> ScaledSymbol.in(writer.output(parity * alpha + row)));
    return writer.build();
  }

  /** Where a parity goes. */
  interface ParityPlace {
    ScaledSymbol of(int parity, int row);
  }

  /** Row by row: the sums of extras, then all parities of the row in one step. */
  void encode(SymbolWriter writer, IntBinaryOperator dataSlot, ParityPlace place) {
    for (int row = 0; row < alpha; row++) {
      int x = row;
      List<ScaledSymbol> sources = new ArrayList<>();
      IntStream.range(0, k)
          .forEach(member -> sources.add(ScaledSymbol.in(dataSlot.applyAsInt(member, x))));
      List<Integer> carrying =
          IntStream.range(1, r).filter(p -> !extras.of(p, x).isEmpty()).boxed().toList();
      for (int parity : carrying) {
        List<Integer> slots =
            extras.of(parity, row).stream()
                .map(extra -> dataSlot.applyAsInt(extra.member(), extra.row()))
                .toList();
        sources.add(ScaledSymbol.in(writer.sum(slots)));
      }
      GfMatrix carried =
          GfMatrix.of(
              r, carrying.size(), (parity, i) -> carrying.get(i) == parity ? factor : 0);
      List<ScaledSymbol> targets =
          IntStream.range(0, r).mapToObj(parity -> place.of(parity, x)).toList();
      writer.multiply(targets, base.besides(carried), sources);
    }
  }

  private List<RepairWay> ways(RepairRequest request) {
    int lost = request.onlyLost();
    return lost < 0 || lost >= k ? List.of() : List.of(RepairWay.solved(reads(lost)));
  }

  /** What to read for a lost data member. */
  BitSet reads(int lost) {
    BitSet reads = new BitSet();
    BitSet known = new BitSet();
    for (int row = 0; row < alpha; row++) {
      for (int parity = 1; parity < r; parity++) {
        if (extras.of(parity, row, lost).isPresent()) {
          readRow(reads, lost, row);
          known.set(row);
          known.set(extras.of(parity, row, lost).get().row());
          reads.set((k + parity) * alpha + row);
          extras.of(parity, row).stream()
              .filter(extra -> extra.member() != lost)
              .forEach(extra -> reads.set(extra.member() * alpha + extra.row()));
        }
      }
    }
    for (int row = known.nextClearBit(0); row < alpha; row = known.nextClearBit(row + 1)) {
      readRow(reads, lost, row);
    }
    return reads;
  }

  /** All other data members and parity 0. */
  private void readRow(BitSet reads, int lost, int row) {
    IntStream.rangeClosed(0, k)
        .filter(member -> member != lost)
        .forEach(member -> reads.set(member * alpha + row));
  }
}
