package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.TestSeed;
import io.okapifs.ec.field.SymbolField;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every line of the table makes a code of which any r members may be lost, up to its bound. */
class LessElementTest {
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("io.okapifs.exhaustive");
  private static final int SAMPLED_SETS = 300;

  static List<LessElement> table() {
    return LessElement.table();
  }

  /** In GF(2^8) all sets of r members, in GF(2^16) some unless all are asked for. */
  @ParameterizedTest
  @MethodSource("table")
  void anyLossesLeaveTheChecksSolvable(LessElement line) {
    int n = line.membersMax();
    Less code = new Less("less" + line.alpha(), line.alpha(), n - line.r(), line.r());
    boolean all = EXHAUSTIVE || line.field() == SymbolField.GF256;
    Stream<BitSet> sets = all ? MemberSets.ofSize(n, line.r()) : samples(n, line.r());
    GfMatrix checks = code.checks(IntStream.range(0, n * line.alpha()).toArray());
    int perMember = line.alpha() * code.symbolBytes();
    sets.forEach(
        lost ->
            assertThat(checks.pickColumns(columns(lost, perMember)).rank())
                .as("%s without %s", line, lost)
                .isEqualTo(checks.rowCount()));
  }

  private static int[] columns(BitSet members, int perMember) {
    return members.stream()
        .flatMap(member -> IntStream.range(member * perMember, (member + 1) * perMember))
        .toArray();
  }

  private static Stream<BitSet> samples(int n, int size) {
    Random random = TestSeed.random();
    return Stream.generate(() -> sample(n, size, random)).limit(SAMPLED_SETS);
  }

  /** Neighbours often: far apart members share few checks and are solvable anyway. */
  private static BitSet sample(int n, int size, Random random) {
    BitSet set = new BitSet();
    int first = random.nextInt(n);
    int spread = random.nextBoolean() ? n : 2 * size;
    while (set.cardinality() < size) {
      set.set((first + random.nextInt(spread)) % n);
    }
    return set;
  }

  @Test
  void narrowerFieldsAreTakenUpToTheirBound() {
    for (LessElement line : table()) {
      int k = line.membersMax() - line.r();
      assertThat(LessElement.of("less", k, line.r(), line.alpha())).isEqualTo(line);
    }
    assertThat(LessElement.of("less4", 12, 4, 4).field()).isEqualTo(SymbolField.GF256);
    assertThat(LessElement.of("less4", 13, 4, 4).field()).isEqualTo(SymbolField.GF65536);
  }
}
