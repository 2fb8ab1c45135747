package io.okapifs.ec.code;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * How {@link Less} encodes and decodes. In the encode programs the slot of a sub-block is its
 * number: data are inputs and parities outputs.
 */
final class LessPrograms {
  /** In groups as large as this, partial sums that sub-stripes share save more than they cost. */
  static final int SHARED_GROUP_SIZE_MIN = 8;

  private final Less code;
  private final int k;
  private final int r;
  private final int alpha;
  private final int n;
  private final LessGroups groups;

  LessPrograms(Less code) {
    this.code = code;
    this.k = code.k();
    this.r = code.r();
    this.alpha = code.alpha();
    this.n = k + r;
    this.groups = code.groups();
  }

  CodingProgram encode() {
    return isDirect() ? encodeDirectly() : encodeByPartialSums();
  }

  private boolean isDirect() {
    return groups.size(0) < SHARED_GROUP_SIZE_MIN && !isEntangled();
  }

  /** The one with fewer products, whatever its steps are. */
  CodingProgram encodeSharingSums(CodingProgram encode) {
    CodingProgram sharing = isDirect() ? encodeByPartialSums() : encode;
    return sharing.work().products() < encode.work().products() ? sharing : encode;
  }

  /** From all checks over the data to all parity sub-blocks. */
  GfMatrix paritiesFromChecks() {
    return code.checks(IntStream.range(k * alpha, n * alpha).toArray()).invert();
  }

  /** Whether sub-stripes need each other's parities both ways; only when k is tiny. */
  private boolean isEntangled() {
    return groups.groupOf(k) < alpha - 1;
  }

  /** The order to solve the sub-stripes in: last the one that needs parities of the others. */
  private List<Integer> order() {
    List<Integer> order = new ArrayList<>(IntStream.range(0, alpha).boxed().toList());
    int needy = groups.groupOf(k);
    if (needy < alpha) {
      order.remove(Integer.valueOf(needy));
      order.add(needy);
    }
    return order;
  }

  /** The parity sub-blocks that X_z is solved for. */
  private int[] unknown(int z) {
    return IntStream.range(k, n).map(member -> member * alpha + z).toArray();
  }

  /** X_z without these, all of it or its parity sub-blocks alone. */
  private int[] known(int z, int firstMember) {
    BitSet known = groups.extended(z);
    IntStream.of(unknown(z)).forEach(known::clear);
    known.clear(0, firstMember * alpha);
    return known.stream().toArray();
  }

  /** One sub-stripe after the other: its parities straight from its other sub-blocks. */
  private CodingProgram encodeDirectly() {
    CodingProgram.Builder program = builder(k * alpha);
    for (int z : order()) {
      GfMatrix solve = code.powers(unknown(z)).invert();
      program.set(
          boxed(unknown(z)), solve.multiply(code.powers(known(z, 0))), boxed(known(z, 0)));
    }
    return program.build();
  }

  /** All checks over the data first, and from them the parities. */
  private CodingProgram encodeByPartialSums() {
    CodingProgram.Builder program = builder(k * alpha);
    BitSet data = new BitSet();
    data.set(0, k);
    List<Integer> checks = new LessChecks(code, program, data).appendAll();
    if (isEntangled()) {
      program.set(
          boxed(IntStream.range(k * alpha, n * alpha).toArray()), paritiesFromChecks(), checks);
      return program.build();
    }
    for (int z : order()) {
      int stripe = z;
      List<Integer> ofStripe =
          IntStream.range(0, r).mapToObj(t -> checks.get(t * alpha + stripe)).toList();
      solve(program, z, ofStripe, boxed(unknown(z)), IntUnaryOperator.identity());
    }
    return program.build();
  }

  /**
   * The lost members from k others that are read whole: all checks over these, and from them the
   * members that were not read. A sub-stripe whose group has all its members is solved by itself;
   * then those of the other groups together.
   */
  CodingProgram decode(BitSet read, BitSet lost) {
    CodingProgram.Builder program =
        new CodingProgram.Builder(
            code.symbolBytes(), k * alpha, lost.cardinality() * alpha);
    List<Integer> checks = new LessChecks(code, program, read).appendAll();
    BitSet notRead = MemberSets.others(read, n);
    BitSet hit = new BitSet();
    notRead.stream().map(groups::groupOf).filter(group -> group < alpha).forEach(hit::set);
    Map<Integer, Integer> slots = slots(program, notRead, lost);
    for (int z = hit.nextClearBit(0); z < alpha; z = hit.nextClearBit(z + 1)) {
      int[] unknown = subBlocks(notRead, z);
      program.set(
          slotsOf(slots, unknown), code.powers(unknown).invert(), checksOf(checks, List.of(z)));
    }
    hit.stream().forEach(z -> addKnown(program, notRead, hit, z, slots, checks));
    solveTogether(program, notRead, lost, hit, slots, checks);
    return program.build();
  }

  /** Outputs for the sub-blocks of lost members, temporaries for those of others not read. */
  private Map<Integer, Integer> slots(
      CodingProgram.Builder program, BitSet notRead, BitSet lost) {
    Map<Integer, Integer> slots = new HashMap<>();
    int outputs = 0;
    for (int subBlock : subBlocks(notRead)) {
      boolean wanted = lost.get(subBlock / alpha);
      slots.put(subBlock, wanted ? program.output(outputs++) : program.newTemporary());
    }
    return slots;
  }

  /** To the checks of X_z what is known by now of the members of group z that were not read. */
  private void addKnown(
      CodingProgram.Builder program, BitSet notRead, BitSet hit, int z,
      Map<Integer, Integer> slots, List<Integer> checks) {
    int[] known =
        IntStream.of(subBlocks(notRead))
            .filter(subBlock -> groups.groupOf(subBlock / alpha) == z)
            .filter(subBlock -> !hit.get(subBlock % alpha))
            .toArray();
    if (known.length > 0) {
      program.add(checksOf(checks, List.of(z)), code.powers(known), slotsOf(slots, known));
    }
  }

  /** What is wanted of the sub-blocks of the sub-stripes whose groups miss members. */
  private void solveTogether(
      CodingProgram.Builder program, BitSet notRead, BitSet lost, BitSet hit,
      Map<Integer, Integer> slots, List<Integer> checks) {
    int[] unknown =
        IntStream.of(subBlocks(notRead)).filter(each -> hit.get(each % alpha)).toArray();
    if (unknown.length == 0) {
      return;
    }
    List<Integer> stripes = hit.stream().boxed().toList();
    int[] rows =
        IntStream.range(0, r).boxed()
            .flatMap(t -> stripes.stream().map(z -> t * alpha + z))
            .flatMapToInt(this::planes)
            .toArray();
    GfMatrix solve = code.checks(unknown).pickRows(rows).invert();
    int[] wanted =
        IntStream.range(0, unknown.length).filter(i -> lost.get(unknown[i] / alpha)).toArray();
    program.set(
        slotsOf(slots, IntStream.of(wanted).map(i -> unknown[i]).toArray()),
        solve.pickRows(IntStream.of(wanted).flatMap(this::planes).toArray()),
        checksOf(checks, stripes));
  }

  /** By power, then by sub-stripe. */
  private List<Integer> checksOf(List<Integer> checks, List<Integer> stripes) {
    return IntStream.range(0, r).boxed()
        .flatMap(t -> stripes.stream().map(z -> checks.get(t * alpha + z)))
        .toList();
  }

  private static List<Integer> slotsOf(Map<Integer, Integer> slots, int[] subBlocks) {
    return IntStream.of(subBlocks).mapToObj(slots::get).toList();
  }

  /** Sub-block z of each. */
  private int[] subBlocks(BitSet members, int z) {
    return members.stream().map(member -> member * alpha + z).toArray();
  }

  private int[] subBlocks(BitSet members) {
    return members.stream().flatMap(m -> IntStream.range(m * alpha, (m + 1) * alpha)).toArray();
  }

  private IntStream planes(int index) {
    return IntStream.range(index * code.symbolBytes(), (index + 1) * code.symbolBytes());
  }

  /** The parities of X_z from its checks over the data, and from those of its parities known. */
  private void solve(
      CodingProgram.Builder program, int z, List<Integer> checks, List<Integer> targets,
      IntUnaryOperator slotOfParity) {
    GfMatrix solve = code.powers(unknown(z)).invert();
    int[] parities = known(z, k);
    List<Integer> sources = new ArrayList<>(checks);
    sources.addAll(boxed(IntStream.of(parities).map(slotOfParity).toArray()));
    program.set(targets, solve.besides(solve.multiply(code.powers(parities))), sources);
  }

  /** The accumulators become parities in place; each sub-stripe has as many of both. */
  CodingProgram finish() {
    CodingProgram.Builder program = builder(0);
    if (isEntangled()) {
      List<Integer> all = boxed(IntStream.range(0, r * alpha).toArray());
      List<Integer> parities = temporaries(program, r * alpha);
      program.set(parities, paritiesFromChecks(), all);
      copy(program, parities, all);
      return program.build();
    }
    for (int z : order()) {
      int[] slots = IntStream.range(0, r).map(t -> t * alpha + z).toArray();
      List<Integer> parities = temporaries(program, r);
      solve(program, z, boxed(slots), parities, subBlock -> subBlock - k * alpha);
      copy(program, parities, boxed(slots));
    }
    return program.build();
  }

  private void copy(CodingProgram.Builder program, List<Integer> from, List<Integer> to) {
    for (int i = 0; i < from.size(); i++) {
      program.set(List.of(to.get(i)), GfMatrix.identity(code.symbolBytes()), List.of(from.get(i)));
    }
  }

  private CodingProgram.Builder builder(int inputCount) {
    return new CodingProgram.Builder(code.symbolBytes(), inputCount, r * alpha);
  }

  private static List<Integer> temporaries(CodingProgram.Builder program, int count) {
    return IntStream.range(0, count).mapToObj(i -> program.newTemporary()).toList();
  }

  private static List<Integer> boxed(int[] values) {
    return IntStream.of(values).boxed().toList();
  }
}
