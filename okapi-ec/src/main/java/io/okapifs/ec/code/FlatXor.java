package io.okapifs.ec.code;

import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Flat XOR codes of Hamming distance 3 and 4, as in liberasurecode: every parity is the XOR of some
 * data members, and any two or three losses are survived.
 *
 * <p>Theory: data member j is in the parities that its word names, bit i being parity i. Words are
 * different and all have two bits, or all have three, hence the distance. There are 2^r sums of
 * parities; each sum with its data members is a check that adds up to zero. The cheapest repair is
 * found among all of them: one check per lost member that touches nothing else that is gone.
 *
 * <p>From: Flat XOR-based erasure codes in storage systems, MSST'10; flat_xor_3 and flat_xor_4 in
 * section 3 and Table 1 of A Performance Evaluation of Erasure Coding Libraries, DAIS'16, measured
 * there with k = 10 and r = 5 (section 5.2).
 */
final class FlatXor {
  /** The codec name without the distance. */
  static final String FAMILY = "flatxor";

  private static final List<Table> TABLES = List.of(
      new Table(3, 3, 3, 5, 6, 3),
      new Table(5, 3, 5, 5, 9, 10, 18, 20, 3, 12, 17, 6, 24),
      new Table(6, 3, 6, 17, 33, 36, 24, 10, 6, 3, 12, 48, 5, 18, 40, 9, 34, 20),
      new Table(5, 4, 5, 11, 13, 21, 22, 26, 7, 25, 14, 19, 28),
      new Table(6, 4, 12, 7, 14, 28, 56, 49, 35, 13, 26, 52, 41, 19, 38),
      new Table(
          6, 4, 6, 25, 41, 49, 14, 22, 38, 7, 56, 11, 52, 19, 44, 35, 28, 13, 50, 21, 42, 37, 26));

  /** The words of all codes with r parities that have at least so many data members. */
  private record Table(int r, int distance, int dataMembersMin, int... words) {
    boolean holds(int distance, int k, int r) {
      return r == this.r
          && distance == this.distance
          && k >= dataMembersMin
          && k <= words.length;
    }
  }

  private final int k;
  private final int r;
  private final int[] words;
  private final List<BitSet> checks;

  private FlatXor(int k, int r, int[] words) {
    this.k = k;
    this.r = r;
    this.words = words;
    this.checks = IntStream.range(1, 1 << r).mapToObj(this::check).toList();
  }

  /** The code of this distance. */
  static ErasureCode create(String codec, int distance, int k, int r) {
    int[] words = TABLES.stream()
        .filter(table -> table.holds(distance, k, r))
        .findFirst()
        .orElseThrow(() -> CodeLimits.refusal(codec, k, r, supported()))
        .words();
    return new FlatXor(k, r, words).build(codec, distance);
  }

  private static String supported() {
    return "flatxor3 with k=3 for r=3, 5<=k<=10 for r=5, 6<=k<=15 for r=6; flatxor4 with 5<=k<=10"
        + " for r=5, 6<=k<=20 for r=6";
  }

  private ErasureCode build(String codec, int distance) {
    return new CodeBuilder(codec, k, r)
        .generator(GfMatrix.of(r, k, (i, j) -> words[j] >> i & 1))
        .repairs(this::ways)
        .tolerance(distance - 1)
        .build();
  }

  /** The members of the check that adds up these parities. */
  private BitSet check(int parities) {
    BitSet check = new BitSet();
    IntStream.range(0, k)
        .filter(j -> Integer.bitCount(words[j] & parities) % 2 == 1)
        .forEach(check::set);
    IntStream.range(0, r).filter(i -> (parities >> i & 1) == 1).forEach(i -> check.set(k + i));
    return check;
  }

  /** All choices of one check per lost member, those first that read members of low numbers. */
  private List<RepairWay> ways(RepairRequest request) {
    Stream<BitSet> unions = Stream.of(new BitSet());
    for (int member : request.lost().stream().toArray()) {
      List<BitSet> ofMember = readsFor(member, request.available());
      unions =
          unions.flatMap(union -> ofMember.stream().map(reads -> union(union, reads))).distinct();
    }
    return unions.sorted(LOW_MEMBERS_FIRST).map(RepairWay::solved).toList();
  }

  private List<BitSet> readsFor(int member, BitSet available) {
    List<BitSet> found = new ArrayList<>();
    for (BitSet check : checks) {
      BitSet reads = (BitSet) check.clone();
      reads.and(available);
      if (check.get(member) && reads.cardinality() == check.cardinality() - 1) {
        found.add(reads);
      }
    }
    return found;
  }

  private static BitSet union(BitSet left, BitSet right) {
    BitSet union = (BitSet) left.clone();
    union.or(right);
    return union;
  }

  private static final Comparator<BitSet> LOW_MEMBERS_FIRST = (left, right) -> {
    BitSet differing = (BitSet) left.clone();
    differing.xor(right);
    int first = differing.nextSetBit(0);
    return first < 0 ? 0 : left.get(first) ? -1 : 1;
  };
}
