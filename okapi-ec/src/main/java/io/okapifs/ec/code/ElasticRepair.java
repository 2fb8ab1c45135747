package io.okapifs.ec.code;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * What {@link ElasticTransformation} reads for one lost member: enough to decode the one instance
 * that parts the lost member's pairs, and the other halves of these.
 *
 * <p>All that the rule names is read, as the code's authors count it, although in groups larger
 * than alpha now and then a sub-block could be left out.
 */
final class ElasticRepair implements RepairRule {
  private final int k;
  private final int alpha;
  private final List<ElasticGroup> groups;

  private final Supplier<GfMatrix> generator;

  /** Per group and stored symbol, the base symbols in it. */
  private final List<List<BitSet>> baseOfStored = new ArrayList<>();

  /** Per group and base symbol, the stored symbols that it takes to know it. */
  private final List<List<BitSet>> storedOfBase = new ArrayList<>();

  /** Stored sub-blocks that tell one base symbol. */
  private record Candidate(BitSet reads, long cost) {}

  ElasticRepair(
      int k, int alpha, List<ElasticGroup> groups, PairCoupling coupling,
      Supplier<GfMatrix> generator) {
    this.k = k;
    this.alpha = alpha;
    this.groups = groups;
    this.generator = generator;
    for (ElasticGroup group : groups) {
      GfMatrix matrix = coupling.matrix(group.symbolCount(), group.pairs());
      baseOfStored.add(ElasticGroup.supports(matrix));
      storedOfBase.add(ElasticGroup.supports(matrix.invert()));
    }
  }

  @Override
  public List<RepairWay> ways(RepairRequest request) {
    int lost = request.onlyLost();
    if (lost < 0) {
      return List.of();
    }
    int own =
        IntStream.range(0, groups.size())
            .filter(g -> groups.get(g).contains(lost))
            .findFirst()
            .orElseThrow();
    int instance = partingInstance(own, lost);
    List<Candidate> cheapest =
        IntStream.range(0, groups.size())
            .boxed()
            .flatMap(g -> candidates(request, g, instance).stream())
            .sorted(Comparator.comparingLong(Candidate::cost))
            .limit(k)
            .toList();
    if (cheapest.size() < k) {
      return List.of();
    }
    BitSet reads = otherHalves(own, lost);
    cheapest.forEach(candidate -> reads.or(candidate.reads));
    return List.of(RepairWay.structured(reads, () -> solve(lost, reads)));
  }

  private CodingProgram solve(int lost, BitSet reads) {
    int[] wanted = IntStream.range(lost * alpha, (lost + 1) * alpha).toArray();
    int[] known = reads.stream().toArray();
    ParityAlgebra algebra = new ParityAlgebra(generator.get());
    return CodingProgram.ofMatrix(algebra.solve(wanted, known).orElseThrow());
  }

  /** The first instance that alpha - 1 other members have a share of in what is lost. */
  private int partingInstance(int own, int lost) {
    ElasticGroup group = groups.get(own);
    BitSet shares = new BitSet();
    for (int s = 0; s < alpha; s++) {
      shares.or(baseOfStored.get(own).get(group.symbol(lost, s)));
    }
    return IntStream.range(0, alpha)
        .filter(s -> othersOf(group, shares, s, lost) == alpha - 1)
        .findFirst()
        .orElseThrow();
  }

  private long othersOf(ElasticGroup group, BitSet symbols, int instance, int lost) {
    return symbols.stream()
        .filter(symbol -> symbol % alpha == instance && group.member(symbol) != lost)
        .count();
  }

  /** The base symbols of an instance in a group that available members tell, in base order. */
  private List<Candidate> candidates(RepairRequest request, int g, int instance) {
    ElasticGroup group = groups.get(g);
    return IntStream.range(0, group.size())
        .mapToObj(position -> storedOfBase.get(g).get(group.atBase(position, instance)))
        .filter(
            stored -> stored.stream().allMatch(i -> request.available().get(group.member(i))))
        .map(stored -> candidate(request, group, stored))
        .toList();
  }

  private Candidate candidate(RepairRequest request, ElasticGroup group, BitSet stored) {
    BitSet reads = new BitSet();
    stored.stream().forEach(symbol -> reads.set(group.first() * alpha + symbol));
    long cost = stored.stream().mapToLong(i -> request.costs().of(group.member(i))).sum();
    return new Candidate(reads, cost);
  }

  /** All that is coupled with the lost member's symbols, near or far, on other members. */
  private BitSet otherHalves(int own, int lost) {
    ElasticGroup group = groups.get(own);
    BitSet halves = new BitSet();
    for (int s = 0; s < alpha; s++) {
      int symbol = group.symbol(lost, s);
      if (baseOfStored.get(own).get(symbol).cardinality() > 1) {
        halves.or(closure(storedOfBase.get(own), symbol));
      }
    }
    BitSet reads = new BitSet();
    halves.stream()
        .filter(symbol -> group.member(symbol) != lost)
        .forEach(symbol -> reads.set(group.first() * alpha + symbol));
    return reads;
  }

  private static BitSet closure(List<BitSet> rows, int symbol) {
    BitSet closure = new BitSet();
    IntStream.range(0, rows.size()).filter(i -> rows.get(i).get(symbol)).forEach(closure::set);
    for (int size = 0; size < closure.cardinality(); ) {
      size = closure.cardinality();
      ((BitSet) closure.clone()).stream().forEach(i -> closure.or(rows.get(i)));
    }
    return closure;
  }
}
