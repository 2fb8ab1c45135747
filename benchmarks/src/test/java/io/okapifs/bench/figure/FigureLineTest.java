package io.okapifs.bench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FigureLineTest {

  private static FigureLine line(double value, String printed, String reason) {
    return new FigureLine(
        "okapi-5a", "throughput", value, "%", Optional.ofNullable(printed),
        Optional.ofNullable(reason), FigureLine.MODELLED);
  }

  @Test
  void whatRoundsToThePrintedDigitsNeedsNoReason() {
    FigureLine line = line(78.94, "78.9", "why");
    assertThat(line.reason()).isEmpty();
    assertThat(line.difference().orElseThrow()).isCloseTo(0.04, within(1e-9));
  }

  @Test
  void whatDoesNotKeepsItsReason() {
    assertThat(line(78.96, "78.9", "why").reason()).contains("why");
    assertThat(line(-71, "-70", "why").difference().orElseThrow()).isEqualTo(-1);
  }

  @Test
  void aDifferenceWithoutReasonIsRefused() {
    assertThatThrownBy(() -> line(81, "80", null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("value=81.0, printed=80");
  }

  @Test
  void whatThePaperDoesNotPrintHasNoDifference() {
    assertThat(line(81, null, null).difference()).isEmpty();
  }
}
