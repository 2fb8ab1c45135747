package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Hitchhiker: two stripes a and b of one Reed-Solomon code, where parities of b carry sums of a.
 *
 * <p>Theory: sub-block 0 of every member belongs to a, sub-block 1 to b; f_0 .. f_(r-1) are the
 * parity functions of the base code and S_1 .. S_(r-1) groups of data members.
 *
 * <pre>
 *                 XOR                          XOR+ and nonXOR
 *   parity 0      f_0(a)   f_0(b)              f_0(a)                       f_0(b)
 *   parity 1      f_1(a)   f_1(b) + g_1(a)     f_1(a) + f_1(b) + g_1(a)     f_1(b) + g_1(a)
 *   parity i      f_i(a)   f_i(b) + g_i(a)     f_i(a)                       f_i(b) + g_i(a)
 * </pre>
 *
 * A lost member of S_i: b follows from b of k other members, then g_i(a) from parity i, and a from
 * it and the rest of S_i. Decoding a first and taking the sums off leaves Reed-Solomon, so all
 * three are MDS. With XOR, g_i is the plain sum over S_i and every data member is in a group. With
 * the others g_i is what f_1 says of S_i, and the last data member is in no group: a of it is what
 * is left of f_1(a). XOR+ has f_1 as the plain sum, nonXOR the base code that HDFS has.
 *
 * <p>From: A "Hitchhiker's" Guide to Fast and Efficient Data Reconstruction, SIGCOMM'14. The line
 * of that name in Table 2 of LESS, FAST'26 (section 4.1) is what XOR+ and nonXOR read and seek with
 * k = 10 and r = 4.
 */
final class Hitchhiker {
  private static final int MEMBERS_MAX = Gf256.SIZE;
  private static final int ALPHA = 2;

  /** Which of the three. */
  enum Variant {
    XOR("hitchhiker-xor"),
    XOR_PLUS("hhxorplus"),
    NON_XOR("hitchhiker-nonxor");

    private final String codec;

    Variant(String codec) {
      this.codec = codec;
    }

    String codec() {
      return codec;
    }

    ErasureCode create(int k, int r) {
      if (r < 3 || k < 2 * (r - 1) || (long) k + r > MEMBERS_MAX) {
        throw CodeLimits.refusal(codec, k, r, "r>=3, k>=2*(r-1), k+r<=" + MEMBERS_MAX);
      }
      return new Hitchhiker(this, k, r).build();
    }
  }

  private final Variant variant;
  private final int k;
  private final int r;
  private final GfMatrix base;

  private Hitchhiker(Variant variant, int k, int r) {
    this.variant = variant;
    this.k = k;
    this.r = r;
    GfMatrix cauchy = ReedSolomon.matrix(k, r);
    this.base = variant == Variant.XOR_PLUS ? withRowOfOnes(cauchy) : cauchy;
  }

  /** Columns scaled so that row 1 is all ones; still every square part of it is regular. */
  private static GfMatrix withRowOfOnes(GfMatrix cauchy) {
    return GfMatrix.of(
        cauchy.rowCount(), cauchy.columnCount(),
        (row, column) -> Gf256.divide(cauchy.get(row, column), cauchy.get(1, column)));
  }

  private ErasureCode build() {
    return new CodeBuilder(variant.codec(), k, r)
        .alpha(ALPHA)
        .encode(encode())
        .repairs(this::ways)
        .mds()
        .build();
  }

  /** Whether f_1(a) hides behind its sum with parity 1 of b. */
  private boolean isPlus() {
    return variant != Variant.XOR;
  }

  /** S_i, i in 1..r-1. */
  private IntStream group(int i) {
    int size = k / (r - 1);
    if (isPlus()) {
      return IntStream.range((i - 1) * size, i == r - 1 ? k - 1 : i * size);
    }
    int shorter = r - 1 - k % (r - 1);
    int first = (i - 1) * size + Math.max(0, i - 1 - shorter);
    return IntStream.range(first, first + size + (i > shorter ? 1 : 0));
  }

  private static int a(int member) {
    return member * ALPHA;
  }

  private static int b(int member) {
    return member * ALPHA + 1;
  }

  private CodingProgram encode() {
    CodingProgram.Builder program = new CodingProgram.Builder(k * ALPHA, r * ALPHA);
    List<Integer> sums = IntStream.range(1, r).mapToObj(i -> addSum(program, i)).toList();
    addParitiesOfA(program);
    List<Integer> sources = new ArrayList<>(dataOf(1));
    sources.addAll(sums);
    GfMatrix carried = GfMatrix.of(r, r - 1, (row, column) -> row == column + 1 ? 1 : 0);
    program.set(paritySlots(program, 1, 0, r), base.besides(carried), sources);
    if (isPlus()) {
      addHiddenParity(program, sums);
    }
    return program.build();
  }

  private int addSum(CodingProgram.Builder program, int i) {
    int[] members = group(i).toArray();
    GfMatrix ofGroup = base.pick(new int[] {1}, members);
    GfMatrix row =
        isPlus() ? ofGroup : GfMatrix.of(1, members.length, (ignored, column) -> 1);
    int sum = program.newTemporary();
    program.set(List.of(sum), row, IntStream.of(members).map(Hitchhiker::a).boxed().toList());
    return sum;
  }

  private void addParitiesOfA(CodingProgram.Builder program) {
    int[] rows = IntStream.range(0, r).filter(row -> row != 1 || !isPlus()).toArray();
    List<Integer> targets = IntStream.of(rows).mapToObj(row -> program.output(a(row))).toList();
    program.set(targets, base.pickRows(rows), dataOf(0));
  }

  /** f_1(a) is the sum of all g_i(a) and the share of the last data member. */
  private void addHiddenParity(CodingProgram.Builder program, List<Integer> sums) {
    List<Integer> sources = new ArrayList<>(sums);
    sources.add(program.output(b(1)));
    sources.add(a(k - 1));
    int last = sources.size() - 1;
    GfMatrix row =
        GfMatrix.of(1, sources.size(), (ignored, i) -> i == last ? base.get(1, k - 1) : 1);
    program.set(List.of(program.output(a(1))), row, sources);
  }

  private List<Integer> dataOf(int subBlock) {
    return IntStream.range(0, k).map(member -> member * ALPHA + subBlock).boxed().toList();
  }

  private static List<Integer> paritySlots(
      CodingProgram.Builder program, int subBlock, int first, int end) {
    return IntStream.range(first, end)
        .mapToObj(parity -> program.output(parity * ALPHA + subBlock))
        .toList();
  }

  private List<RepairWay> ways(RepairRequest request) {
    int lost = request.onlyLost();
    if (lost < 0 || lost >= k) {
      return List.of();
    }
    BitSet reads = new BitSet();
    IntStream.rangeClosed(0, k).filter(member -> member != lost).forEach(m -> reads.set(b(m)));
    int group = 1;
    while (group < r && group(group).noneMatch(member -> member == lost)) {
      group++;
    }
    if (group < r) {
      reads.set(b(k + group));
      group(group).filter(member -> member != lost).forEach(member -> reads.set(a(member)));
    } else {
      reads.set(a(k + 1));
      IntStream.range(2, r).forEach(i -> reads.set(b(k + i)));
    }
    return List.of(RepairWay.solved(reads));
  }
}
