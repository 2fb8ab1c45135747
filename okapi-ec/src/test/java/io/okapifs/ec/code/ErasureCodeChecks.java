package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.RepairPlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The checks of the contract, apart from the test classes so that a canary can prove that they
 * ring.
 */
final class ErasureCodeChecks {
  private static final int SUB_BLOCK_BYTES = 5;

  private ErasureCodeChecks() {}

  /** All sets of lossesMin to lossesMax members, in ascending order of size. */
  static List<BitSet> lossPatterns(int n, int lossesMin, int lossesMax) {
    List<BitSet> patterns = new ArrayList<>();
    for (int losses = lossesMin; losses <= lossesMax; losses++) {
      addPatterns(patterns, new BitSet(), 0, n, losses);
    }
    return patterns;
  }

  private static void addPatterns(
      List<BitSet> patterns, BitSet chosen, int first, int n, int left) {
    if (left == 0) {
      patterns.add((BitSet) chosen.clone());
      return;
    }
    for (int member = first; member <= n - left; member++) {
      chosen.set(member);
      addPatterns(patterns, chosen, member + 1, n, left - 1);
      chosen.clear(member);
    }
  }

  static BitSet others(BitSet members, int n) {
    BitSet others = (BitSet) members.clone();
    others.flip(0, n);
    return others;
  }

  /**
   * Every pattern up to one loss more than there are parities: what is promised is done, byte for
   * byte.
   */
  static void checkAllErasures(ErasureCode code, Random random) {
    List<BitSet> patterns = lossPatterns(code.n(), 1, Math.min(code.r() + 1, code.n()));
    patterns.forEach(lost -> checkPromises(code, lost));
    assertThat(code.isMds()).isEqualTo(code.tolerance() == code.r());
    EncodedGroup group = new EncodedGroup(code, SUB_BLOCK_BYTES, random);
    for (BitSet lost : patterns) {
      BitSet live = others(lost, code.n());
      if (code.decodable(live)) {
        checkRepair(code, group, lost, live);
      } else {
        assertThat(catchThrowable(() -> code.repair(lost, live)))
            .as("%s repair(%s)", code, lost)
            .isInstanceOf(UndecodableException.class)
            .hasMessageContaining(code.name())
            .hasMessageContaining(lost.toString());
      }
    }
  }

  private static void checkPromises(ErasureCode code, BitSet lost) {
    BitSet live = others(lost, code.n());
    boolean decodable = decodableByRank(code, live);
    assertThat(code.decodable(live)).as("%s decodable(%s)", code, live).isEqualTo(decodable);
    if (lost.cardinality() <= code.tolerance()) {
      assertThat(decodable).as("%s tolerates loss of %s", code, lost).isTrue();
    }
  }

  /**
   * One lost member out of the pattern, and the whole pattern, from the last k members alone where
   * k suffice.
   */
  static void checkRepair(ErasureCode code, EncodedGroup group, BitSet lost, BitSet live) {
    checkPlan(code, group, lost, live);
    BitSet few = (BitSet) live.clone();
    while (code.isMds() && few.cardinality() > code.k()) {
      few.clear(few.nextSetBit(0));
    }
    checkPlan(code, group, lost, few);
    BitSet one = new BitSet();
    one.set(lost.length() - 1);
    checkPlan(code, group, one, live);
  }

  private static void checkPlan(
      ErasureCode code, EncodedGroup group, BitSet lost, BitSet available) {
    RepairPlan plan = code.repair(lost, available);
    assertThat(plan.lostMembers()).containsExactlyElementsOf(lost.stream().boxed().toList());
    assertThat(available.stream().boxed().toList()).containsAll(plan.helpers());
    assertThat(code.repair(lost, available)).as("plans are deterministic").isEqualTo(plan);
    assertThat(group.rebuild(plan))
        .as("%s rebuilds %s from %s", code, lost, available)
        .isEqualTo(group.expected(plan));
  }

  /**
   * Members are recoverable exactly when adding their rows does not raise the rank of the live
   * rows.
   */
  static void checkRecoverable(ErasureCode code) {
    for (BitSet lost : lossPatterns(code.n(), 1, Math.min(code.r() + 1, code.n()))) {
      BitSet live = others(lost, code.n());
      int rank = rows(code, live).rank();
      for (int member = 0; member < code.n(); member++) {
        BitSet more = (BitSet) live.clone();
        more.set(member);
        assertThat(code.recoverable(member, live))
            .as("%s recoverable(%s, %s)", code, member, live)
            .isEqualTo(rows(code, more).rank() == rank);
      }
    }
  }

  /** Folding every data sub-block on its own, in any order, then finishing, gives the parities. */
  static void checkColumns(ErasureCode code, Random random) {
    EncodedGroup group = new EncodedGroup(code, SUB_BLOCK_BYTES, random);
    ByteBuffer[] accumulators = group.newBuffers(code.r() * code.alpha());
    List<Integer> order =
        new ArrayList<>(IntStream.range(0, code.k() * code.alpha()).boxed().toList());
    Collections.shuffle(order, random);
    for (int index : order) {
      int member = index / code.alpha();
      int subBlock = index % code.alpha();
      ByteBuffer[] input = {group.subBlock(member, subBlock)};
      group.coder().run(code.column(member, subBlock), input, accumulators);
    }
    group.coder().run(code.finish(), new ByteBuffer[0], accumulators);
    assertThat(accumulators).as("columns of %s", code).isEqualTo(group.parities());
  }

  /** Folding several members at once gives the parities, too. */
  static void checkColumnsTogether(ErasureCode code, Random random) {
    EncodedGroup group = new EncodedGroup(code, SUB_BLOCK_BYTES, random);
    ByteBuffer[] accumulators = group.newBuffers(code.r() * code.alpha());
    BitSet first = new BitSet();
    IntStream.range(0, code.k()).filter(member -> random.nextBoolean()).forEach(first::set);
    first.set(code.k() - 1);
    BitSet second = others(first, code.k());
    for (int subBlock = 0; subBlock < code.alpha(); subBlock++) {
      for (BitSet members : List.of(first, second)) {
        int s = subBlock;
        ByteBuffer[] inputs =
            members.stream().mapToObj(m -> group.subBlock(m, s)).toArray(ByteBuffer[]::new);
        if (inputs.length > 0) {
          group.coder().run(code.columns(members, s), inputs, accumulators);
        }
      }
    }
    group.coder().run(code.finish(), new ByteBuffer[0], accumulators);
    assertThat(accumulators).as("columns of %s", code).isEqualTo(group.parities());
  }

  private static boolean decodableByRank(ErasureCode code, BitSet live) {
    return rows(code, live).rank() == code.k() * code.alpha();
  }

  /** The rows of [I; encode] that belong to the given members. */
  private static GfMatrix rows(ErasureCode code, BitSet members) {
    GfMatrix all =
        GfMatrix.identity(code.k() * code.alpha()).stackedOn(code.encode().toMatrix());
    int[] rows =
        members.stream()
            .flatMap(m -> IntStream.range(m * code.alpha(), (m + 1) * code.alpha()))
            .toArray();
    return all.pickRows(rows);
  }
}
