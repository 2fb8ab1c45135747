package io.okapifs.ec.code;

import io.okapifs.ec.code.PairCoupling.Pair;
import io.okapifs.ec.plan.CodingProgram;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * HashTag+: r instances of {@link HashTag} whose parities are coupled in pairs, so that parity
 * members are repaired cheaply, too.
 *
 * <p>Theory: sub-block row * r + s belongs to instance s. Parity member i holds function (i + s)
 * mod r of instance s, coupled with what member s holds of instance i ({@link PairCoupling}); both
 * are of one function, so that the plan of a data member, run in every instance, has whole pairs. A
 * lost parity member i is known in instance i from its data; that instance's functions on the other
 * members then part the pairs.
 *
 * <pre>
 *   r = 3           instance 0    instance 1    instance 2
 *   parity 0          f_0           f_1 .         f_2 .
 *   parity 1          f_1 .         f_2           f_0 :          . . and : : are pairs
 *   parity 2          f_2 .         f_0 :         f_1
 * </pre>
 *
 * <p>From: the codes that LESS, FAST'26, calls HashTag+ (Table 1; section 2.2): An Explicit
 * Construction of Systematic MDS Codes with Small Subpacketization for All-Node Repair, DASC'18.
 * There alpha is a multiple of r and at least 4. Alpha = r below that is an addition; instances are
 * then Reed-Solomon.
 */
final class HashTagPlus {
  /** The codec name without alpha. */
  static final String FAMILY = "hashtagplus";

  private static final FactorTable FACTORS =
      new FactorTable(
          "hashtagplus<alpha>",
          List.of(
              twoFor(2, 2, 18), twoFor(2, 4, 18),
              twoFor(3, 3, 17), twoFor(3, 6, 17), twoFor(3, 9, 17),
              twoFor(4, 4, 16), twoFor(4, 8, 13), new FactorTable.Line(4, 8, 16, List.of(2)),
              twoFor(4, 12, 13), twoFor(4, 16, 12)));

  private final int k;
  private final int r;
  private final int alpha;
  private final int rows;
  private final HashTag base;
  private final PairCoupling coupling;

  private HashTagPlus(String codec, int alpha, int k, int r, int factor) {
    this.k = k;
    this.r = r;
    this.alpha = alpha;
    this.rows = alpha / r;
    this.base = HashTag.instance(codec, rows, k, r);
    this.coupling = new PairCoupling(factor);
  }

  static ErasureCode create(String codec, int alpha, int k, int r) {
    return create(codec, alpha, k, r, FACTORS.factor(codec, k, r, alpha));
  }

  static FactorTable factors() {
    return FACTORS;
  }

  /** The code with any coupling factor, MDS or not. */
  static ErasureCode create(String codec, int alpha, int k, int r, int factor) {
    HashTagPlus code = new HashTagPlus(codec, alpha, k, r, factor);
    return new CodeBuilder(codec, k, r)
        .alpha(alpha)
        .encodeByStages(code.accumulate(), code.couple())
        .repairs(code::ways)
        .mds()
        .build();
  }

  /** Where its instances are MDS, the smallest factor there is has done so far. */
  private static FactorTable.Line twoFor(int r, int alpha, int lastK) {
    return new FactorTable.Line(r, alpha, 2, Collections.nCopies(lastK - 1, 2));
  }

  private int subBlock(int row, int instance) {
    return row * r + instance;
  }

  /** Which parity member has a function of an instance. */
  private int parityWith(int function, int instance) {
    return Math.floorMod(function - instance, r);
  }

  /** The parity sub-blocks that are coupled, by their numbers among all of them. */
  private List<Pair> pairs() {
    List<Pair> pairs = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < r; i++) {
        for (int s = i + 1; s < r; s++) {
          pairs.add(new Pair(i * alpha + subBlock(row, s), s * alpha + subBlock(row, i)));
        }
      }
    }
    return pairs;
  }

  private CodingProgram accumulate() {
    SymbolWriter writer = new SymbolWriter(k * alpha, r * alpha);
    int[] scales = coupling.scalesBefore(r * alpha, pairs());
    for (int instance = 0; instance < r; instance++) {
      int s = instance;
      base.encode(
          writer,
          (member, row) -> writer.input(member * alpha + subBlock(row, s)),
          (function, row) -> {
            int place = parityWith(function, s) * alpha + subBlock(row, s);
            return ScaledSymbol.holding(writer.output(place), scales[place]);
          });
    }
    return writer.build();
  }

  private CodingProgram couple() {
    SymbolWriter writer = new SymbolWriter(0, r * alpha);
    coupling.coupleInPlace(writer, IntStream.range(0, r * alpha).toArray(), pairs());
    return writer.build();
  }

  private List<RepairWay> ways(RepairRequest request) {
    int lost = request.onlyLost();
    if (lost < 0) {
      return List.of();
    }
    return List.of(RepairWay.solved(lost < k ? readsForData(lost) : readsForParity(lost)));
  }

  private BitSet readsForData(int lost) {
    BitSet reads = new BitSet();
    base.reads(lost).stream()
        .forEach(
            read -> {
              int member = read / rows;
              for (int s = 0; s < r; s++) {
                int holder = member < k ? member : k + parityWith(member - k, s);
                reads.set(holder * alpha + subBlock(read % rows, s));
              }
            });
    return reads;
  }

  private BitSet readsForParity(int lost) {
    BitSet reads = new BitSet();
    for (int row = 0; row < rows; row++) {
      int subBlock = subBlock(row, lost - k);
      IntStream.range(0, k + r)
          .filter(member -> member != lost)
          .forEach(member -> reads.set(member * alpha + subBlock));
    }
    return reads;
  }
}
