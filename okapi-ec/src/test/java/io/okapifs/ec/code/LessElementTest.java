package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every line of the table makes a code of which any r members may be lost, up to its bound. */
class LessElementTest {
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("io.okapifs.exhaustive");
  private static final int SAMPLED_SETS = 300;

  /** Up to here all sets are tried in a second, whatever r is. */
  private static final int MEMBERS_QUICK = 16;

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

  /** By another way of computing, which is fast: all sets where they are few. */
  @ParameterizedTest
  @MethodSource("table")
  void noSetOfLossesIsFatal(LessElement line) {
    int n = EXHAUSTIVE ? line.membersMax() : Math.min(line.membersMax(), MEMBERS_QUICK);
    LessLosses losses =
        new LessLosses(line.field(), line.element(), line.r(), line.alpha(), line.membersMax());
    assertThat(losses.fatal(n, 1)).as("%s, n=%s", line, n).isEmpty();
  }

  /** Files are stored with these: which line a code takes may never change. */
  @ParameterizedTest
  @CsvSource({
    "2, 2, 125, GF256, 2", "3, 2, 41, GF256, 50", "3, 2, 42, GF65536, 2", "3, 3, 37, GF256, 14",
    "3, 3, 38, GF65536, 2", "4, 2, 19, GF256, 6", "4, 2, 20, GF65536, 46", "4, 3, 13, GF256, 2",
    "4, 3, 14, GF65536, 1362", "4, 4, 12, GF256, 14", "4, 4, 13, GF65536, 635",
    "5, 2, 8, GF256, 6", "5, 2, 9, GF65536, 2", "5, 2, 15, GF65536, 2", "5, 2, 16, GF65536, 7",
    "5, 3, 6, GF256, 50", "5, 3, 15, GF65536, 2", "5, 3, 16, GF65536, 3", "5, 3, 25, GF65536, 3",
    "5, 4, 8, GF256, 50", "5, 4, 15, GF65536, 2", "5, 4, 25, GF65536, 2",
    "5, 5, 6, GF256, 30", "5, 5, 15, GF65536, 2", "5, 5, 25, GF65536, 2",
    "6, 2, 5, GF256, 30", "6, 2, 10, GF65536, 2", "6, 2, 11, GF65536, 3", "6, 2, 16, GF65536, 3",
    "6, 3, 6, GF256, 31", "6, 3, 10, GF65536, 2", "6, 3, 16, GF65536, 2",
    "6, 4, 5, GF256, 6", "6, 4, 10, GF65536, 2", "6, 4, 16, GF65536, 2",
    "6, 5, 6, GF256, 30", "6, 5, 10, GF65536, 2", "6, 5, 16, GF65536, 3",
    "6, 6, 5, GF256, 14", "6, 6, 10, GF65536, 2", "6, 6, 16, GF65536, 2",
    "7, 4, 4, GF256, 43", "7, 4, 13, GF65536, 3", "8, 4, 4, GF256, 31", "8, 4, 10, GF65536, 2",
    "8, 8, 4, GF256, 30", "8, 8, 10, GF65536, 2"
  })
  void codesKeepTheirFieldAndElement(
      int r, int alpha, int k, SymbolField field, int element) {
    LessElement line = LessElement.of("less", k, r, alpha);
    assertThat(line.field()).isEqualTo(field);
    assertThat(line.element()).isEqualTo(element);
  }

  @Test
  void otherParametersAreRefusedWithThoseThatThereAre() {
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> LessElement.of("less5", 13, 7, 5))
        .withMessageContaining("codec=less5, k=13, r=7; supported: less<alpha> with 2<=alpha<=r")
        .withMessageContaining("k+r<=30 for r=5, k+r<=22 for r=6, k+r<=20 for r=7 and alpha=4")
        .withMessageEndingWith("k+r<=18 for r=8 and alpha=4|8");
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
