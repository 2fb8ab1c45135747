package io.okapifs.ec.code;

import static io.okapifs.ec.field.SymbolField.GF256;
import static io.okapifs.ec.field.SymbolField.GF65536;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.okapifs.ec.TestSeed;
import io.okapifs.ec.field.SymbolField;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fast check finds what elimination over the whole check matrix finds. */
class LessLossesTest {
  private static final int ALL = Integer.MAX_VALUE;

  /** In GF(2^8) no element reaches 17 members with four sub-blocks; 14 misses it by one set. */
  @Test
  void oneSetIsFatalWhereTheTableEnds() {
    LessLosses losses = new LessLosses(GF256, 14, 4, 4, 20);
    assertThat(losses.fatal(17, ALL)).containsExactly(MemberSets.of(0, 7, 10, 14));
    assertThat(losses.fatal(16, ALL)).isEmpty();
    assertThat(losses.mdsUpTo()).isEqualTo(16);
    assertThat(losses.fatal(20, 2)).hasSize(2);
    // With two sub-blocks no set can hit more than two groups that have checks of their own.
    assertThat(new LessLosses(GF256, 6, 4, 2, 24).mdsUpTo()).isEqualTo(23);
  }

  /** Elements of GF(2^8) that nobody chose: many sets are fatal. */
  @ParameterizedTest
  @CsvSource({
    "2, 2, 30", "3, 2, 14", "3, 3, 13", "4, 2, 11", "4, 3, 11", "4, 4, 11", "4, 4, 10", "5, 3, 10",
    "6, 6, 9", "8, 8, 10"
  })
  void theFatalSetsAreThoseWhoseChecksAreSingular(int r, int alpha, int n) {
    Random random = TestSeed.random();
    for (int attempt = 0; attempt < 3; attempt++) {
      int element = primitive(random);
      List<BitSet> fatal = new LessLosses(GF256, element, r, alpha, n).fatal(n, ALL);
      assertThat(fatal).as("element=%s", element)
          .containsExactlyInAnyOrderElementsOf(singular(GF256, element, r, alpha, n));
    }
  }

  @Test
  void itComputesInTheWiderFieldToo() {
    assertThat(new LessLosses(GF65536, 3, 4, 4, 9).fatal(9, ALL))
        .containsExactlyInAnyOrderElementsOf(singular(GF65536, 3, 4, 4, 9));
    // The cube of a primitive element: its powers are fewer, but all differ.
    int cube = GF65536.power(2, 3);
    assertThat(new LessLosses(GF65536, cube, 5, 3, 10).fatal(10, ALL))
        .containsExactlyInAnyOrderElementsOf(singular(GF65536, cube, 5, 3, 10));
  }

  private static int primitive(Random random) {
    return IntStream.generate(() -> random.nextInt(254))
        .filter(exponent -> exponent % 3 != 0 && exponent % 5 != 0 && exponent % 17 != 0)
        .map(exponent -> GF256.power(2, exponent))
        .findFirst()
        .orElseThrow();
  }

  private static List<BitSet> singular(SymbolField field, int element, int r, int alpha, int n) {
    Less code = new Less("less", n - r, new LessElement(r, alpha, n, field, element));
    GfMatrix checks = code.checks(IntStream.range(0, n * alpha).toArray());
    int perMember = alpha * field.symbolBytes();
    return MemberSets.ofSize(n, r)
        .filter(
            lost -> {
              int[] columns =
                  lost.stream()
                      .flatMap(m -> IntStream.range(m * perMember, (m + 1) * perMember))
                      .toArray();
              return checks.pickColumns(columns).rank() < checks.rowCount();
            })
        .toList();
  }

  @Test
  void shorterCodesAreMdsWhereLongerOnesAre() {
    LessLosses losses = new LessLosses(GF256, 14, 4, 4, 17);
    for (int n = 5; n <= 16; n++) {
      assertThat(losses.fatal(n, 1)).as("n=%s", n).isEmpty();
    }
  }

  @Test
  void setsAreCounted() {
    assertThat(LessLosses.setCount(127, 4)).isEqualTo(10_334_625);
    assertThat(LessLosses.setCount(16, 4)).isEqualTo(1820);
  }

  @Test
  void parametersWithoutACodeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LessLosses(GF256, 2, 3, 4, 10))
        .withMessage("no such LESS code: r=3, alpha=4, n=10; supported: 2<=alpha<=r<n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LessLosses(GF256, 2, 4, 4, 64))
        .withMessageStartingWith(
            "coefficients would repeat: field=GF256, element=2, n=64, alpha=4");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LessLosses(GF256, 256, 4, 4, 16))
        .withMessageContaining("element=256");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LessLosses(GF256, 14, 4, 4, 16).fatal(17, 1))
        .withMessage("out of range: n=17, limit=1; supported: 4<n<=16, limit>=1");
  }
}
