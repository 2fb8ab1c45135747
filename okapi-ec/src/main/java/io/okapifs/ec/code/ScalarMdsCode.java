package io.okapifs.ec.code;

import io.okapifs.ec.cache.BoundedCache;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A code with alpha = 1 of which any k members suffice, given by its parity generator: r rows, k
 * columns, parity = generator x data. The constructions ({@link ReedSolomon} and its kin) answer
 * for it being MDS.
 *
 * <p>Repair: with G = [I; generator], members = G x data, so any k helpers give data =
 * G[helpers]^-1 x helpers, and lost = G[lost] x G[helpers]^-1 x helpers. Helpers are the first k
 * available members, hence data before parity: a surviving data member costs no multiplication when
 * a parity is rebuilt from data alone.
 */
final class ScalarMdsCode implements ErasureCode {
  private static final int CACHED_PLANS_MAX = 1024;
  private static final int CACHED_FOLDS_MAX = 256;

  private final String name;
  private final int k;
  private final int r;
  private final GfMatrix parityGenerator;
  private final GfMatrix generator;
  private final CodingProgram encode;
  private final CodingProgram finish;
  private final BoundedCache<Erasure, RepairPlan> plans = new BoundedCache<>(CACHED_PLANS_MAX);
  private final BoundedCache<BitSet, CodingProgram> folds = new BoundedCache<>(CACHED_FOLDS_MAX);

  /** What a plan depends on. */
  private record Erasure(List<Integer> lost, List<Integer> helpers) {}

  ScalarMdsCode(String family, GfMatrix parityGenerator) {
    this.k = parityGenerator.columnCount();
    this.r = parityGenerator.rowCount();
    this.name = family + "-" + k + "-" + r;
    this.parityGenerator = parityGenerator;
    this.generator = GfMatrix.identity(k).stackedOn(parityGenerator);
    this.encode = CodingProgram.ofMatrix(parityGenerator);
    this.finish = CodingProgram.identity(r);
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
    return 1;
  }

  @Override
  public boolean isMds() {
    return true;
  }

  @Override
  public int tolerance() {
    return r;
  }

  @Override
  public boolean decodable(BitSet live) {
    Members.checkSet("live", live, n());
    return live.cardinality() >= k;
  }

  @Override
  public boolean recoverable(int member, BitSet live) {
    Members.check(member, n());
    return decodable(live) || live.get(member);
  }

  @Override
  public CodingProgram encode() {
    return encode;
  }

  @Override
  public CodingProgram column(int member, int subBlock) {
    Members.checkData(member, k);
    BitSet one = new BitSet();
    one.set(member);
    return columns(one, subBlock);
  }

  @Override
  public CodingProgram columns(BitSet members, int subBlock) {
    Members.checkSubBlock(subBlock, 1);
    if (members.isEmpty() || members.length() > k) {
      throw new IllegalArgumentException("not data members: members=" + members + ", k=" + k);
    }
    return folds.get((BitSet) members.clone(), this::fold);
  }

  private CodingProgram fold(BitSet members) {
    return CodingProgram.addingMatrix(parityGenerator.pickColumns(members.stream().toArray()));
  }

  @Override
  public CodingProgram finish() {
    return finish;
  }

  @Override
  public RepairPlan repair(BitSet lost, BitSet available) {
    Members.checkRepair(lost, available, n());
    if (available.cardinality() < k) {
      throw new UndecodableException(name, lost, available);
    }
    List<Integer> helpers = available.stream().limit(k).boxed().toList();
    return plans.get(new Erasure(lost.stream().boxed().toList(), helpers), this::plan);
  }

  private RepairPlan plan(Erasure erasure) {
    GfMatrix dataFromHelpers = generator.pickRows(toArray(erasure.helpers())).invert();
    GfMatrix lostFromHelpers =
        generator.pickRows(toArray(erasure.lost())).multiply(dataFromHelpers);
    int[] needed =
        IntStream.range(0, k).filter(column -> isUsed(lostFromHelpers, column)).toArray();
    List<SubBlockRun> runs =
        IntStream.of(needed)
            .mapToObj(column -> new SubBlockRun(erasure.helpers().get(column), 0, 1))
            .toList();
    CodingProgram program = CodingProgram.ofMatrix(lostFromHelpers.pickColumns(needed));
    return new RepairPlan(1, erasure.lost(), runs, program);
  }

  private static boolean isUsed(GfMatrix matrix, int column) {
    return IntStream.range(0, matrix.rowCount()).anyMatch(row -> matrix.get(row, column) != 0);
  }

  private static int[] toArray(List<Integer> members) {
    return members.stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public String toString() {
    return Objects.toString(name);
  }
}
