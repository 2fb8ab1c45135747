package io.okapifs.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class MeanIntervalTest {

  /** With five values t is 2.776, by any table; their standard deviation is the root of 2.5. */
  @Test
  void theIntervalIsStudents() {
    MeanInterval interval = MeanInterval.of(1, 2, 3, 4, 5);
    assertThat(interval.count()).isEqualTo(5);
    assertThat(interval.mean()).isEqualTo(3);
    assertThat(interval.high() - 3).isCloseTo(2.776 * Math.sqrt(2.5 / 5), within(1e-3));
    assertThat(3 - interval.low()).isCloseTo(interval.high() - 3, within(1e-12));
  }

  @Test
  void equalValuesHaveNoWidth() {
    assertThat(MeanInterval.of(7, 7, 7)).isEqualTo(new MeanInterval(3, 7, 7, 7));
  }

  @Test
  void oneValueSaysNothingOfAnInterval() {
    assertThat(MeanInterval.of(7)).isEqualTo(new MeanInterval(1, 7, 7, 7));
  }

  @Test
  void noValuesAreAnError() {
    assertThatThrownBy(MeanInterval::of)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("measurements expected: count=0");
  }
}
