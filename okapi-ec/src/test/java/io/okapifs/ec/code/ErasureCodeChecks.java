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
import java.util.stream.Stream;

/**
 * The checks of the contract, apart from the test classes so that a canary can prove that they
 * ring.
 */
final class ErasureCodeChecks {
  private static final int SUB_BLOCK_BYTES = 5;

  private ErasureCodeChecks() {}

  /** Every set of lost members, up to one more than there are parities. */
  static List<BitSet> allErasures(ErasureCode code) {
    return IntStream.rangeClosed(1, Math.min(code.r() + 1, code.n()))
        .boxed()
        .flatMap(losses -> MemberSets.ofSize(code.n(), losses))
        .toList();
  }

  /** So many random ones of them. */
  static List<BitSet> someErasures(ErasureCode code, int count, Random random) {
    return Stream.generate(() -> erasure(code, random)).limit(count).toList();
  }

  private static BitSet erasure(ErasureCode code, Random random) {
    BitSet lost = new BitSet();
    int losses = 1 + random.nextInt(Math.min(code.r() + 1, code.n()));
    while (lost.cardinality() < losses) {
      lost.set(random.nextInt(code.n()));
    }
    return lost;
  }

  /** What is promised of each set of lost members is done, byte for byte. */
  static void checkErasures(ErasureCode code, List<BitSet> patterns, Random random) {
    GfMatrix generator = code.encode().toMatrix();
    patterns.forEach(lost -> checkPromises(code, generator, lost));
    assertThat(code.isMds()).isEqualTo(code.tolerance() == code.r());
    EncodedGroup group = new EncodedGroup(code, subBlockBytes(code), random);
    for (BitSet lost : patterns) {
      BitSet live = MemberSets.others(lost, code.n());
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

  private static int subBlockBytes(ErasureCode code) {
    return code.granuleBytes() == 1 ? SUB_BLOCK_BYTES : code.granuleBytes();
  }

  private static void checkPromises(ErasureCode code, GfMatrix generator, BitSet lost) {
    BitSet live = MemberSets.others(lost, code.n());
    int lostData = (int) lost.stream().filter(member -> member < code.k()).count();
    boolean decodable =
        knownOfLostData(code, generator, lost).rank() == lostData * symbolsPerMember(code);
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
  static void checkRecoverable(ErasureCode code, List<BitSet> patterns) {
    GfMatrix generator = code.encode().toMatrix();
    for (BitSet lost : patterns) {
      BitSet live = MemberSets.others(lost, code.n());
      GfMatrix known = knownOfLostData(code, generator, lost);
      int rank = known.rank();
      for (int member = 0; member < code.n(); member++) {
        GfMatrix wanted = rowsOverLostData(code, generator, member, lost);
        boolean recoverable = live.get(member) || known.stackedOn(wanted).rank() == rank;
        assertThat(code.recoverable(member, live))
            .as("%s recoverable(%s, %s)", code, member, live)
            .isEqualTo(recoverable);
      }
    }
  }

  /** What live parities say about lost data: their rows, over the columns of lost data. */
  private static GfMatrix knownOfLostData(ErasureCode code, GfMatrix generator, BitSet lost) {
    int[] liveParities =
        IntStream.range(code.k(), code.n())
            .filter(member -> !lost.get(member))
            .flatMap(member -> symbols(code, member - code.k()))
            .toArray();
    return generator.pick(liveParities, lostDataSymbols(code, lost));
  }

  private static GfMatrix rowsOverLostData(
      ErasureCode code, GfMatrix generator, int member, BitSet lost) {
    int[] columns = lostDataSymbols(code, lost);
    if (member >= code.k()) {
      return generator.pick(symbols(code, member - code.k()).toArray(), columns);
    }
    int[] symbols = symbols(code, member).toArray();
    return GfMatrix.of(
        symbols.length, columns.length,
        (row, column) -> symbols[row] == columns[column] ? 1 : 0);
  }

  private static int[] lostDataSymbols(ErasureCode code, BitSet lost) {
    return lost.stream()
        .filter(member -> member < code.k())
        .flatMap(member -> symbols(code, member))
        .toArray();
  }

  private static IntStream symbols(ErasureCode code, int index) {
    int perMember = symbolsPerMember(code);
    return IntStream.range(index * perMember, (index + 1) * perMember);
  }

  private static int symbolsPerMember(ErasureCode code) {
    return code.alpha() * code.encode().symbolBytes();
  }

  /** Folding every data sub-block on its own, in any order, then finishing, gives the parities. */
  static void checkColumns(ErasureCode code, Random random) {
    EncodedGroup group = new EncodedGroup(code, subBlockBytes(code), random);
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
    EncodedGroup group = new EncodedGroup(code, subBlockBytes(code), random);
    ByteBuffer[] accumulators = group.newBuffers(code.r() * code.alpha());
    BitSet first = new BitSet();
    IntStream.range(0, code.k()).filter(member -> random.nextBoolean()).forEach(first::set);
    first.set(code.k() - 1);
    BitSet second = MemberSets.others(first, code.k());
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
}
