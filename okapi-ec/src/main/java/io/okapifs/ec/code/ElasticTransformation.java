package io.okapifs.ec.code;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Elastic Transformation of Reed-Solomon: alpha instances of one code, whose symbols are coupled in
 * groups of members ({@link ElasticGroup}).
 *
 * <p>Theory: member i of a group holds, in sub-block s, the symbol of instance s that belongs to
 * the base member i + s (around the group): so each instance meets the group's members in another
 * order. Symbols (i, s) and (s, i) are then stored coupled ({@link PairCoupling}).
 *
 * <pre>
 *   alpha = 2, one group     instance 0   instance 1
 *   member 0                    u0           v1 .        v1 and u1 are a pair
 *   member 1                    u1 .         v0
 * </pre>
 *
 * <p>To repair member 0, instance 0 is decoded from the other groups, and u1 of it parts the pair;
 * of its own group one sub-block per member is read. Which factor keeps the code MDS is found by
 * trying.
 *
 * <p>From: the codes that LESS, FAST'26, calls ET (section 2.2): Balancing Repair Bandwidth and
 * Subpacketization in Erasure-Coded Storage via Elastic Transformation, INFOCOM'23. Table 2 of LESS
 * (section 4.1) has what repairs read and seek with k = 10 and r = 4; its Table 1 has alpha beyond
 * r, too.
 */
final class ElasticTransformation {
  /** The codec name without alpha. */
  static final String FAMILY = "et";

  private static final FactorTable FACTORS =
      FactorTable.parse(
          "et<alpha>",
          """
          r=2 alpha=2 k=2.. : 2 2 2 3 2 2 2 2 2 2 2 3 2 2 2 2 2
          r=3 alpha=2 k=2.. : 3 2 2 3 2 2 2 2 3 2 2 3 4 2 3 7
          r=3 alpha=3 k=3.. : 2 2 3 3 2 3 3 2 11 3 4 8 14 16 52
          r=4 alpha=2 k=2.. : 2 2 2 3 2 2 2 8 2 2 2 35 13 0 22
          r=4 alpha=3 k=3.. : 2 2 2 2 2 11 17 8 0 47
          r=4 alpha=4 k=4.. : 2 2 5 6 2 12 56 31 2 149 0 0 12
          """);

  private final int k;
  private final int r;
  private final int alpha;
  private final GfMatrix base;
  private final PairCoupling coupling;
  private final List<ElasticGroup> dataGroups;
  private final List<ElasticGroup> parityGroups;

  private ElasticTransformation(int alpha, int k, int r, int factor) {
    this.k = k;
    this.r = r;
    this.alpha = alpha;
    this.coupling = new PairCoupling(factor);
    this.base = ReedSolomon.matrix(k, r);
    this.dataGroups = ElasticGroup.of(0, k, alpha);
    this.parityGroups = ElasticGroup.of(k, r, alpha);
  }

  static ErasureCode create(String codec, int alpha, int k, int r) {
    return create(codec, alpha, k, r, FACTORS.factor(codec, k, r, alpha));
  }

  static FactorTable factors() {
    return FACTORS;
  }

  /** The code with any factor, MDS or not. */
  static ErasureCode create(String codec, int alpha, int k, int r, int factor) {
    ElasticTransformation code = new ElasticTransformation(alpha, k, r, factor);
    CodingProgram accumulate = code.accumulate();
    CodingProgram couple = code.couple();
    List<ElasticGroup> groups =
        Stream.concat(code.dataGroups.stream(), code.parityGroups.stream()).toList();
    return new CodeBuilder(codec, k, r)
        .alpha(alpha)
        .encodeByStages(accumulate, couple)
        .repairs(
            new ElasticRepair(
                k, alpha, groups, code.coupling, () -> accumulate.then(couple).toMatrix()))
        .mds()
        .build();
  }

  /** Data back to base symbols, then the base code instance by instance. */
  private CodingProgram accumulate() {
    SymbolWriter writer = new SymbolWriter(k * alpha, r * alpha);
    List<List<ScaledSymbol>> ofInstances = emptyLists();
    for (ElasticGroup group : dataGroups) {
      ScaledSymbol[] symbols = new ScaledSymbol[group.symbolCount()];
      int firstSlot = writer.input(group.first() * alpha);
      Arrays.setAll(symbols, i -> ScaledSymbol.in(firstSlot + i));
      coupling.decouple(writer, symbols, group.pairs());
      addByBase(ofInstances, group, symbols);
    }
    List<List<ScaledSymbol>> parities = emptyLists();
    for (ElasticGroup group : parityGroups) {
      int[] scales = coupling.scalesBefore(group.symbolCount(), group.pairs());
      ScaledSymbol[] symbols = new ScaledSymbol[group.symbolCount()];
      int firstSlot = writer.output((group.first() - k) * alpha);
      Arrays.setAll(symbols, i -> ScaledSymbol.holding(firstSlot + i, scales[i]));
      addByBase(parities, group, symbols);
    }
    for (int s = 0; s < alpha; s++) {
      writer.multiply(parities.get(s), base, ofInstances.get(s));
    }
    return writer.build();
  }

  private List<List<ScaledSymbol>> emptyLists() {
    List<List<ScaledSymbol>> lists = new ArrayList<>();
    IntStream.range(0, alpha).forEach(s -> lists.add(new ArrayList<>()));
    return lists;
  }

  /** Appends the symbols of each instance in the order of the base code's members. */
  private void addByBase(
      List<List<ScaledSymbol>> ofInstances, ElasticGroup group, ScaledSymbol[] symbols) {
    for (int s = 0; s < alpha; s++) {
      for (int position = 0; position < group.size(); position++) {
        ofInstances.get(s).add(symbols[group.atBase(position, s)]);
      }
    }
  }

  private CodingProgram couple() {
    SymbolWriter writer = new SymbolWriter(0, r * alpha);
    for (ElasticGroup group : parityGroups) {
      int firstSlot = (group.first() - k) * alpha;
      int[] slots = IntStream.range(firstSlot, firstSlot + group.symbolCount()).toArray();
      coupling.coupleInPlace(writer, slots, group.pairs());
    }
    return writer.build();
  }
}
