package io.okapifs.ec.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchCommandTest {
  private static Answer search(String options) {
    return Answer.of((Object[]) ("search less " + options).split(" "));
  }

  @Test
  void anElementIsFoundInTheSmallestFieldThatHasOne() {
    Answer small = search("--r 4 --alpha 4 --n 16");
    assertThat(small.code()).isZero();
    assertThat(small.out().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("GF(2^8): p=14 reaches n=16; elements tried: "),
            line -> assertThat(line)
                .isEqualTo(
                    "GF(2^8), p=14, r=4, alpha=4, n=16: 0 of 1820 sets of 4 losses are not"
                        + " survived"));
    Answer wide = search("--r 4 --alpha 4 --n 17");
    assertThat(wide.code()).isZero();
    assertThat(wide.out())
        .startsWith(
            "GF(2^8): no primitive element reaches n=17; elements tried: 16, p=14 reaches n=16\n")
        .contains("GF(2^16): p=2 reaches n=17; elements tried: 1\n")
        .endsWith(": 0 of 2380 sets of 4 losses are not survived\n");
  }

  @Test
  void theSetsThatAnElementDoesNotSurviveArePrinted() {
    Answer answer = search("--r 4 --alpha 4 --n 17 --element 14 --field 8");
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.out())
        .isEqualTo(
            "GF(2^8), p=14, r=4, alpha=4, n=17: 1 of 2380 sets of 4 losses are not survived\n"
                + "{0, 7, 10, 14}\n");
    assertThat(search("--r 4 --alpha 4 --n 40 --element 14 --field 8").out())
        .containsPattern("\n\\.\\.\\. and \\d+ more\n$");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
    "--r 4 --alpha 5 --n 17 | no such LESS code: --r=4, --alpha=5, --n=17; choose"
        + " 2<=alpha<=r<n<=127",
    "--r 4 --alpha 4 --n 128 | --n=128",
    "--r 4 --alpha 4 --n 17 --element 14 --field 9 | no such field: --field=9; choose 8 or 16",
    "--r 4 --alpha 4 --n 17 --element 1 --field 8 | coefficients would repeat: field=GF256,"
        + " element=1",
    "--r 4 --alpha 4 --n 17 --element 14 | --field",
    "--r 4 --alpha 4 | --n"
  })
  void wrongUseIsOneLineThatNamesIt(String options, String words) {
    Answer answer = search(options);
    assertThat(answer.code()).isEqualTo(2);
    assertThat(answer.err().lines()).hasSize(1);
    assertThat(answer.err()).contains(words);
  }
}
