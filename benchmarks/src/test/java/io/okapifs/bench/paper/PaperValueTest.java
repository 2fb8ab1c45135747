package io.okapifs.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PaperValueTest {
  @Test
  void aNumberIsComparedInThePrintedDigits() {
    assertThat(PaperValue.of("", "io", "7.07", 7.0714).difference()).contains("0");
    assertThat(PaperValue.of("", "io", "7.4", 7.473).difference()).contains("0.1");
    assertThat(PaperValue.of("", "io", "7.4", 7.473).differs()).isTrue();
    assertThat(PaperValue.of("", "io", "about 50", 42.4).difference()).contains("-8");
    assertThat(PaperValue.of("", "io", "about 50", 42.4).printed()).contains("about 50");
  }

  @Test
  void aBoundHoldsOrDoesNot() {
    assertThat(PaperValue.of("", "bytes", "at most 1024", 280).difference()).contains("holds");
    assertThat(PaperValue.of("", "bytes", "at most 1024", 280).differs()).isFalse();
    assertThat(PaperValue.of("", "bytes", "at most 1024", 1025).differs()).isTrue();
    assertThat(PaperValue.of("", "speed", "at least 157", 157).differs()).isFalse();
    assertThat(PaperValue.of("", "speed", "at least 157", 156).differs()).isTrue();
  }

  @Test
  void whatOneSideLacksDoesNotDiffer() {
    assertThat(PaperValue.missing("", "io", "7.07").differs()).isFalse();
    assertThat(PaperValue.of("", "io", null, 7).differs()).isFalse();
    assertThat(PaperValue.word("", "mds", "Yes", "Yes").differs()).isFalse();
    assertThat(PaperValue.word("", "mds", "Yes", "No").differs()).isTrue();
  }

  @Test
  void anUnclearPrintedValueIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PaperValue.of("RS", "io", "roughly 7", 7))
        .withMessage("neither a number nor a bound: item=RS, metric=io, printed=roughly 7");
  }
}
