package io.okapifs.ec.code;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Butterfly codes: two parities H and B by XOR alone, and one lost member is rebuilt from half of
 * what survives. MDS, alpha = 2^(k-1).
 *
 * <p>Theory: the data are a matrix with one column per member, the last member's first; let P turn
 * it upside down. Halve it, and set its first column apart:
 *
 * <pre>
 *   D = [ a A ]      H(D) = [ a  + H(A)   ]      B(D) = [ Pb + B(A)              ]
 *       [ b C ]             [ b  + P H(PC)]             [ P (a + H(A) + B(PC))   ]
 * </pre>
 *
 * <p>with H and B of one column being that column. So H is the XOR of each row, and B the XOR along
 * the wings of a butterfly. Both come from one recursion over A and PC that uses a + H(A) twice:
 * 2 (k-1) XORs per row.
 *
 * <p>From: Opening the Chrysalis, FAST'16, after slides on it: their Butterfly Encoder has H and B
 * for k = 2 and k &gt; 2, Theorem 1 that the code is MDS, and Theorem 2 what is read for one lost
 * member, in four cases: any data member but the first, the first, H, B. There a column counts from
 * the right; it is the data member of its number here.
 */
final class Butterfly {
  /** The codec name. */
  static final String CODEC = "butterfly";

  /** Blocks have 2^(k-1) sub-blocks: beyond this they are too small to read on their own. */
  private static final int DATA_MEMBERS_MAX = 7;

  private final int k;
  private final int alpha;

  private Butterfly(int k) {
    this.k = k;
    this.alpha = 1 << (k - 1);
  }

  /** The code with k data members. */
  static ErasureCode create(int k, int r) {
    if (k < 2 || k > DATA_MEMBERS_MAX || r != 2) {
      throw CodeLimits.refusal(CODEC, k, r, "r=2 with 2<=k<=" + DATA_MEMBERS_MAX);
    }
    return new Butterfly(k).build();
  }

  private ErasureCode build() {
    return new CodeBuilder(CODEC, k, 2)
        .alpha(alpha)
        .encode(encode())
        .repairs(this::ways)
        .mds()
        .build();
  }

  /** A sum of slots that is not computed yet. */
  private record Sum(List<Integer> slots) {
    static Sum of(int slot) {
      return new Sum(List.of(slot));
    }

    Sum plus(Sum other) {
      List<Integer> all = new ArrayList<>(slots);
      all.addAll(other.slots);
      return new Sum(all);
    }
  }

  /** What the recursion gives: both parities of a matrix, row by row. */
  private record Parities(List<Sum> h, List<Sum> b) {}

  private CodingProgram encode() {
    CodingProgram.Builder program = new CodingProgram.Builder(k * alpha, 2 * alpha);
    List<List<Sum>> columns = IntStream.range(0, k)
        .mapToObj(column -> (k - 1 - column) * alpha)
        .map(first -> IntStream.range(first, first + alpha).mapToObj(Sum::of).toList())
        .toList();
    Parities parities = encode(program, columns, true);
    for (int row = 0; row < alpha; row++) {
      set(program, program.output(row), parities.h.get(row));
      set(program, program.output(alpha + row), parities.b.get(row));
    }
    return program.build();
  }

  private Parities encode(
      CodingProgram.Builder program, List<List<Sum>> columns, boolean isWhole) {
    List<Sum> first = columns.get(0);
    if (columns.size() == 1) {
      return new Parities(first, first);
    }
    int half = first.size() / 2;
    List<List<Sum>> rest = columns.subList(1, columns.size());
    Parities upper = encode(program, rest.stream().map(c -> c.subList(0, half)).toList(), false);
    Parities lower = encode(
        program, rest.stream().map(c -> reversed(c.subList(half, 2 * half))).toList(), false);
    List<Sum> shared = plus(first.subList(0, half), upper.h);
    if (!isWhole) {
      shared = shared.stream().map(sum -> kept(program, sum)).toList();
    }
    List<Sum> mirrored = reversed(first.subList(half, 2 * half));
    return new Parities(
        joined(shared, reversed(plus(mirrored, lower.h))),
        joined(
            plus(mirrored, upper.b),
            reversed(plus(isWhole ? outputs(program, half) : shared, lower.b))));
  }

  /** The upper half of H, which is computed before anything that uses it. */
  private static List<Sum> outputs(CodingProgram.Builder program, int half) {
    return IntStream.range(0, half).mapToObj(row -> Sum.of(program.output(row))).toList();
  }

  private static Sum kept(CodingProgram.Builder program, Sum sum) {
    int temporary = program.newTemporary();
    set(program, temporary, sum);
    return Sum.of(temporary);
  }

  private static void set(CodingProgram.Builder program, int target, Sum sum) {
    GfMatrix ones = GfMatrix.of(1, sum.slots.size(), (row, column) -> 1);
    program.set(List.of(target), ones, sum.slots);
  }

  private static List<Sum> plus(List<Sum> left, List<Sum> right) {
    return IntStream.range(0, left.size()).mapToObj(i -> left.get(i).plus(right.get(i))).toList();
  }

  private static List<Sum> reversed(List<Sum> sums) {
    List<Sum> reversed = new ArrayList<>(sums);
    Collections.reverse(reversed);
    return reversed;
  }

  private static List<Sum> joined(List<Sum> upper, List<Sum> lower) {
    List<Sum> joined = new ArrayList<>(upper);
    joined.addAll(lower);
    return joined;
  }

  /**
   * For one lost member: half of every other one. B is not so lucky, it needs k blocks; but each
   * helper could send half a block of XORs.
   */
  private List<RepairWay> ways(RepairRequest request) {
    int lost = request.onlyLost();
    if (lost < 0) {
      return List.of();
    }
    BitSet reads = new BitSet();
    for (int helper = 0; helper < k + 2; helper++) {
      if (helper != lost) {
        int first = helper * alpha;
        IntStream.range(0, alpha)
            .filter(rowsRead(lost, helper))
            .forEach(row -> reads.set(first + row));
      }
    }
    return List.of(RepairWay.solved(reads));
  }

  private IntPredicate rowsRead(int lost, int helper) {
    int h = k;
    int b = k + 1;
    IntPredicate lower = row -> row >= alpha / 2;
    if (lost == b) {
      return helper == h ? lower : helper == k - 1 ? lower.negate() : row -> true;
    }
    if (lost == h) {
      return lower;
    }
    if (lost == 0) {
      return row -> row % 2 == (helper == b ? 1 : 0);
    }
    return row -> {
      int phase = (row >> (lost - 1)) % 4;
      return phase == 0 || phase == 3;
    };
  }
}
