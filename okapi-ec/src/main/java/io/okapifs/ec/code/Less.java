package io.okapifs.ec.code;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * LESS: MDS codes with a few sub-blocks per block that repair one member from about k/alpha blocks,
 * with one sequential read per helper.
 *
 * <p>Theory: members form alpha + 1 groups ({@link LessGroups}). The extended sub-stripe X_z of
 * group z has all sub-blocks of its members, and one of every other member: sub-block z, for the
 * last group the one numbered like the member's own group. Every sub-block lies in exactly two of
 * them.
 *
 * <pre>
 *   alpha = 2, n = 6:     group 0     group 1     group 2
 *                          m0  m1      m2  m3      m4  m5
 *         sub-block 0     0,2 0,2      0,1 0,1    0,2 0,2      the X_z that it belongs to
 *         sub-block 1     0,1 0,1      1,2 1,2    1,2 1,2
 * </pre>
 *
 * <p>With v[i][j] = p^exponent(i, j), every X_z is a codeword of a Reed-Solomon code: its
 * sub-blocks, each times v^t, add up to zero for t in 0..r-1. The checks of the last group are the
 * sum of the others', so that alpha * r checks remain, as many as there are parity sub-blocks. With
 * the right p ({@link LessElement}) the whole is MDS.
 *
 * <p>A lost member lies in X_z of its group with alpha sub-blocks. X_z without any r sub-blocks
 * tells these r, so that repair reads k + (alpha - 1) * |group| sub-blocks instead of k * alpha.
 *
 * <p>Partial parities are the checks themselves: an accumulator is a sum of sub-blocks times v^t,
 * and becomes parity when the r parity sub-blocks of X_z are solved for. Accumulator (z, t) is kept
 * in the place of sub-block z of parity t.
 *
 * <p>From: LESS, FAST'26. The picture is its example of section 3.2 (Figure 1), the construction
 * its section 3.3 (Equations 3 to 6), repairs of one member and of several in one group its section
 * 3.4 (Figure 2), what they read and seek its section 3.5 (Equation 7). Its appendix A has all
 * checks as one matrix (Equations 8 and 9), and proves Theorem 1: in a field that is large enough
 * there are coefficients that make it MDS. Partial parities are not in the paper.
 */
final class Less {
  /** The codec name without alpha. */
  static final String FAMILY = "less";

  private final String codec;
  private final int k;
  private final int r;
  private final int alpha;
  private final LessElement element;
  private final LessGroups groups;

  Less(String codec, int alpha, int k, int r) {
    this(codec, k, LessElement.of(codec, k, r, alpha));
  }

  /** The code with this element, which is MDS only if the element makes it so. */
  Less(String codec, int k, LessElement element) {
    this.codec = codec;
    this.k = k;
    this.r = element.r();
    this.alpha = element.alpha();
    this.element = element;
    this.groups = new LessGroups(k + r, alpha);
  }

  /** The code with alpha sub-blocks per block, k data and r parity members. */
  static ErasureCode create(String codec, int alpha, int k, int r) {
    return new Less(codec, alpha, k, r).build();
  }

  private ErasureCode build() {
    LessPrograms programs = new LessPrograms(this);
    CodingProgram encode = programs.encode();
    GfMatrix ofData = checks(IntStream.range(0, k * alpha).toArray());
    return new CodeBuilder(codec, k, r)
        .alpha(alpha)
        .symbolBytes(symbolBytes())
        .generator(programs.paritiesFromChecks().multiply(ofData))
        .encode(encode)
        .encodeSharingSums(programs.encodeSharingSums(encode))
        .accumulators(ofData, programs.finish())
        .repairs(this::ways)
        .mds()
        .build();
  }

  int k() {
    return k;
  }

  int r() {
    return r;
  }

  int alpha() {
    return alpha;
  }

  int symbolBytes() {
    return element.field().symbolBytes();
  }

  LessGroups groups() {
    return groups;
  }

  /** Rows t in 0..r-1: v^t of each of these sub-blocks, in the order named. */
  GfMatrix powers(int[] subBlocks) {
    return GfMatrix.over(
        element.field(), r, subBlocks.length, (t, column) -> power(subBlocks[column], t));
  }

  /** All checks over these sub-blocks; row t * alpha + z is check t of X_z. */
  GfMatrix checks(int[] subBlocks) {
    return GfMatrix.over(
        element.field(), r * alpha, subBlocks.length,
        (row, column) -> {
          int subBlock = subBlocks[column];
          boolean inside =
              groups.contains(row % alpha, subBlock / alpha, subBlock % alpha);
          return inside ? power(subBlock, row / alpha) : 0;
        });
  }

  private int power(int subBlock, int t) {
    int exponent = groups.exponent(subBlock / alpha, subBlock % alpha);
    return element.field().power(element.element(), exponent * t);
  }

  private List<RepairWay> ways(RepairRequest request) {
    return Stream.of(ofOneStripe(request), ofWholeBlocks(request))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * Where the lost members share a group: X_z less any r sub-blocks that are not read. The members
   * of the group that are gone are among these with all they have, and every other member that is
   * gone with one; what is left of the r is not read where reading costs most.
   */
  private Optional<RepairWay> ofOneStripe(RepairRequest request) {
    int group = groups.groupOf(request.lost().nextSetBit(0));
    boolean oneGroup = groups.groupOf(request.lost().length() - 1) == group;
    BitSet gone = MemberSets.others(request.available(), k + r);
    BitSet reads = groups.extended(group);
    gone.stream().forEach(member -> reads.clear(member * alpha, (member + 1) * alpha));
    int surplus = reads.cardinality() - (groups.extended(group).cardinality() - r);
    if (!oneGroup || surplus < 0) {
      return Optional.empty();
    }
    List<Integer> cheapest = request.cheapestFirst();
    IntStream.iterate(cheapest.size() - 1, i -> i >= 0, i -> i - 1)
        .map(cheapest::get)
        .filter(member -> groups.groupOf(member) != group)
        .limit(surplus)
        .forEach(member -> reads.clear(member * alpha, (member + 1) * alpha));
    return Optional.of(RepairWay.solved(reads));
  }

  /** Several members: as much is read as always, but less is computed where sums are shared. */
  private Optional<RepairWay> ofWholeBlocks(RepairRequest request) {
    BitSet read = new BitSet();
    request.cheapestFirst().stream().limit(k).forEach(read::set);
    boolean saves =
        groups.size(0) >= LessPrograms.SHARED_GROUP_SIZE_MIN
            ? request.lost().cardinality() > 1
            : request.lost().cardinality() == r;
    if (!saves || read.cardinality() < k) {
      return Optional.empty();
    }
    BitSet reads = new BitSet();
    read.stream().forEach(member -> reads.set(member * alpha, (member + 1) * alpha));
    return Optional.of(
        RepairWay.structured(
            reads, () -> new LessPrograms(this).decode(read, request.lost())));
  }
}
