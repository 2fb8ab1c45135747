package io.okapifs.ec.code;

import static io.okapifs.ec.field.SymbolField.GF256;
import static io.okapifs.ec.field.SymbolField.GF65536;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LessSearchTest {
  static Stream<LessElement> narrow() {
    return LessElement.table().stream().filter(line -> line.field() == GF256);
  }

  /** So the bounds of the table are the largest that any primitive element reaches. */
  @ParameterizedTest
  @MethodSource("narrow")
  void noElementOfTheSmallFieldReachesFurtherThanTheTable(LessElement line) {
    int n = line.membersMax();
    assertThat(LessSearch.of(GF256, line.r(), line.alpha(), n).bestMembers()).isEqualTo(n);
    if ((n + 1) * line.alpha() < 256) {
      LessSearch further = LessSearch.of(GF256, line.r(), line.alpha(), n + 1);
      assertThat(further.element()).isEmpty();
      assertThat(further.tried()).as("128 primitive elements, 8 to a class").isEqualTo(16);
      assertThat(further.bestMembers()).isEqualTo(n);
    }
  }

  @Test
  void theFirstElementThatReachesIsFound() {
    LessSearch search = LessSearch.of(GF256, 4, 4, 16);
    assertThat(search.element()).contains(14);
    assertThat(search.tried()).isGreaterThan(1);
    assertThat(LessSearch.of(GF65536, 5, 2, 12).element()).contains(2);
  }

  @Test
  void aFieldWithTooFewElementsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LessSearch.of(GF256, 4, 4, 64))
        .withMessage(
            "field too small: field=GF256, n=64, alpha=4; n*alpha coefficients must differ, of"
                + " which there are 255");
  }
}
