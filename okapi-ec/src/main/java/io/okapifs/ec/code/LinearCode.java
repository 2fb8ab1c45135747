package io.okapifs.ec.code;

import io.okapifs.ec.cache.BoundedCache;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The engine behind every code: from what a construction says ({@link CodeBuilder}) to programs and
 * plans.
 *
 * <p>A symbol is one byte plane of a sub-block: symbolBytes per sub-block, alpha sub-blocks per
 * member, data members first. All algebra is over symbols and GF(2^8); see {@link ParityAlgebra}.
 */
final class LinearCode implements ErasureCode {
  private static final int CACHED_FOLDS_MAX = 1024;
  private static final int CACHED_ANSWERS_MAX = 4096;
  private static final int CACHED_PLANS_MIN = 16;
  private static final int CACHED_PLANS_MAX = 1024;

  /** Of all cached plans, as many as a byte each. */
  private static final int CACHED_COEFFICIENTS = 32 << 20;

  private final CodeBuilder construction;
  private final String name;
  private final int k;
  private final int r;
  private final int alpha;
  private final int symbolBytes;
  private final Lazy<GfMatrix> generator;
  private final Lazy<ParityAlgebra> algebra;
  private final Lazy<Integer> tolerance;
  private final BoundedCache<Fold, CodingProgram> folds = new BoundedCache<>(CACHED_FOLDS_MAX);
  private final BoundedCache<BitSet, Boolean> answers = new BoundedCache<>(CACHED_ANSWERS_MAX);
  private final BoundedCache<RepairRequest, RepairPlan> plans;

  /** Requests differ in their costs more often than in what is read in the end. */
  private final BoundedCache<Reads, Optional<RepairPlan>> plansByReads;

  private record Fold(BitSet members, int subBlock) {}

  private record Reads(BitSet lost, BitSet subBlocks) {}

  LinearCode(CodeBuilder construction) {
    this.construction = construction;
    this.k = construction.k();
    this.r = construction.r();
    this.alpha = construction.alpha();
    this.symbolBytes = construction.symbolBytes();
    this.name = construction.codec().toUpperCase(Locale.ROOT) + "-" + k + "-" + r;
    this.generator = new Lazy<>(construction::generator);
    this.algebra = new Lazy<>(() -> new ParityAlgebra(generator.get()));
    this.tolerance = new Lazy<>(() -> construction.tolerance().orElseGet(this::countTolerance));
    long planSize = (long) r * alpha * symbolBytes * k * alpha * symbolBytes;
    long affordable = CACHED_COEFFICIENTS / planSize;
    int entries = (int) Math.max(CACHED_PLANS_MIN, Math.min(CACHED_PLANS_MAX, affordable));
    this.plans = new BoundedCache<>(entries);
    this.plansByReads = new BoundedCache<>(entries);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int k() {
    return k;
  }

  @Override
  public int r() {
    return r;
  }

  @Override
  public int alpha() {
    return alpha;
  }

  @Override
  public int granuleBytes() {
    return encode().granuleBytes();
  }

  @Override
  public Optional<String> whyNotStored() {
    return construction.whyNotStored();
  }

  @Override
  public Optional<GfMatrix> parityShare(int dataMembersBefore) {
    return construction.shareBehind(dataMembersBefore);
  }

  @Override
  public boolean isMds() {
    return tolerance() == r;
  }

  @Override
  public int tolerance() {
    return tolerance.get();
  }

  @Override
  public boolean decodable(BitSet live) {
    Members.checkSet("live", live, n());
    int lostCount = n() - live.cardinality();
    if (lostCount <= tolerance() || lostCount > r) {
      return lostCount <= tolerance();
    }
    return answers.get((BitSet) live.clone(), this::decodableByRank);
  }

  private boolean decodableByRank(BitSet live) {
    BitSet lostData = new BitSet();
    lostData.set(0, k);
    lostData.andNot(live);
    return determines(live, lostData);
  }

  private int countTolerance() {
    return IntStream.rangeClosed(1, r)
        .filter(losses -> MemberSets.ofSize(n(), losses).anyMatch(lost -> !decodableWithout(lost)))
        .findFirst()
        .orElse(r + 1) - 1;
  }

  private boolean decodableWithout(BitSet lost) {
    return decodableByRank(MemberSets.others(lost, n()));
  }

  @Override
  public boolean recoverable(int member, BitSet live) {
    Members.check(member, n());
    if (live.get(member) || decodable(live)) {
      return true;
    }
    return !isMds() && determines(live, MemberSets.of(member));
  }

  @Override
  public CodingProgram encode() {
    return construction.encode();
  }

  @Override
  public CodingProgram encodeSharingSums() {
    return construction.encodeSharingSums();
  }

  @Override
  public CodingProgram column(int member, int subBlock) {
    Members.checkData(member, k);
    return columns(MemberSets.of(member), subBlock);
  }

  @Override
  public CodingProgram columns(BitSet members, int subBlock) {
    Members.checkSubBlock(subBlock, alpha);
    Members.checkData(members, k);
    return folds.get(new Fold((BitSet) members.clone(), subBlock), this::fold);
  }

  private CodingProgram fold(Fold fold) {
    int[] subBlocks = fold.members.stream().map(m -> m * alpha + fold.subBlock).toArray();
    GfMatrix shares =
        construction.accumulatorColumns(subBlocks).orElseGet(() -> parityColumns(subBlocks));
    return CodingProgram.addingMatrix(symbolBytes, shares);
  }

  private GfMatrix parityColumns(int[] subBlocks) {
    int[] columns = IntStream.of(subBlocks).flatMap(this::symbolsOf).toArray();
    return generator.get().pickColumns(columns);
  }

  @Override
  public CodingProgram finish() {
    return construction.finish();
  }

  @Override
  public RepairPlan repair(BitSet lost, BitSet available, HelperCosts costs) {
    Members.checkSet("lost", lost, n());
    Members.checkSet("available", available, n());
    return plans.get(new RepairRequest(lost, available, costs), this::plan);
  }

  /** The cheapest way that can be done; what the construction knows comes first among equals. */
  private RepairPlan plan(RepairRequest request) {
    Stream<RepairWay> special =
        construction.repairs().ways(request).stream().filter(way -> isPossible(way, request));
    return Stream.concat(special, wholeBlocks(request).stream())
        .sorted(Comparator.comparingLong(way -> way.cost(alpha, request.costs())))
        .flatMap(
            way ->
                plansByReads
                    .get(new Reads(request.lost(), way.reads()), any -> plan(request, way))
                    .stream())
        .findFirst()
        .orElseThrow(() -> new UndecodableException(name, request.lost(), request.available()));
  }

  private boolean isPossible(RepairWay way, RepairRequest request) {
    return way.reads().stream().allMatch(read -> request.available().get(read / alpha));
  }

  private Optional<RepairWay> wholeBlocks(RepairRequest request) {
    return helpers(request)
        .map(
            helpers -> {
              BitSet reads = new BitSet();
              helpers.stream().forEach(m -> reads.set(m * alpha, (m + 1) * alpha));
              return RepairWay.solved(reads);
            });
  }

  /** Enough members to read whole: the k cheapest, or all without the dearest that are spared. */
  private Optional<BitSet> helpers(RepairRequest request) {
    if (isMds()) {
      List<Integer> cheapest = request.cheapestFirst();
      boolean enough = cheapest.size() >= k;
      return enough ? Optional.of(MemberSets.of(cheapest.subList(0, k))) : Optional.empty();
    }
    // By ranks other helpers would be spared, and not always as many.
    List<Integer> cheapest = request.withoutRanks().cheapestFirst();
    BitSet helpers = (BitSet) request.available().clone();
    if (!determines(helpers, request.lost())) {
      return Optional.empty();
    }
    for (int i = cheapest.size() - 1; i >= 0; i--) {
      helpers.clear(cheapest.get(i));
      if (!determines(helpers, request.lost())) {
        helpers.set(cheapest.get(i));
      }
    }
    return Optional.of(helpers);
  }

  private boolean determines(BitSet known, BitSet wanted) {
    return algebra.get().determines(symbolsOf(known), symbolsOf(wanted));
  }

  private Optional<RepairPlan> plan(RepairRequest request, RepairWay way) {
    List<Integer> lost = request.lost().stream().boxed().toList();
    if (way.structured().isPresent()) {
      CodingProgram program = way.structured().get().get();
      return Optional.of(new RepairPlan(alpha, lost, runs(way.reads()), program));
    }
    int[] known = way.reads().stream().flatMap(this::symbolsOf).toArray();
    return algebra
        .get()
        .solve(symbolsOf(request.lost()), known)
        .map(matrix -> plan(lost, way.reads().stream().toArray(), matrix));
  }

  private RepairPlan plan(List<Integer> lost, int[] reads, GfMatrix matrix) {
    int[] used =
        IntStream.range(0, reads.length)
            .filter(i -> symbolsOf(i).anyMatch(column -> !matrix.isZeroColumn(column)))
            .toArray();
    BitSet usedReads = new BitSet();
    IntStream.of(used).forEach(i -> usedReads.set(reads[i]));
    GfMatrix ofUsed = matrix.pickColumns(IntStream.of(used).flatMap(this::symbolsOf).toArray());
    CodingProgram program =
        ofUsed.isBinary() && symbolBytes == 1
            ? CodingProgram.ofSparseRows(ofUsed)
            : CodingProgram.ofMatrix(symbolBytes, ofUsed);
    return new RepairPlan(alpha, lost, runs(usedReads), program);
  }

  private List<SubBlockRun> runs(BitSet reads) {
    List<SubBlockRun> runs = new ArrayList<>();
    for (int first = reads.nextSetBit(0); first >= 0; ) {
      int member = first / alpha;
      int end = Math.min(reads.nextClearBit(first), (member + 1) * alpha);
      runs.add(new SubBlockRun(member, first % alpha, end - first));
      first = reads.nextSetBit(end);
    }
    return runs;
  }

  private IntStream symbolsOf(int subBlock) {
    return IntStream.range(subBlock * symbolBytes, (subBlock + 1) * symbolBytes);
  }

  private IntStream symbolsOfMember(int member) {
    return IntStream.range(member * alpha * symbolBytes, (member + 1) * alpha * symbolBytes);
  }

  private int[] symbolsOf(BitSet members) {
    return members.stream().flatMap(this::symbolsOfMember).toArray();
  }

  @Override
  public String toString() {
    return name;
  }

  /** A value computed when it is first asked for. */
  private static final class Lazy<T> implements Supplier<T> {
    private final Supplier<T> compute;
    private volatile T value;

    Lazy(Supplier<T> compute) {
      this.compute = compute;
    }

    @Override
    public T get() {
      T known = value;
      if (known == null) {
        // Two threads may compute it twice; the results are equal.
        known = compute.get();
        value = known;
      }
      return known;
    }
  }
}
