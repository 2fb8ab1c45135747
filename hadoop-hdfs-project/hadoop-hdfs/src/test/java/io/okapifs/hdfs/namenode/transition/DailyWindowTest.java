package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The time of day in which transitions are worked on. */
class DailyWindowTest {

  @ParameterizedTest
  @CsvSource({
    "'', 00:00, true", "'', 13:37, true",
    "09:00-17:30, 08:59, false", "09:00-17:30, 09:00, true", "09:00-17:30, 17:29:59, true",
    "09:00-17:30, 17:30, false",
    "22:00-06:00, 21:59, false", "22:00-06:00, 22:00, true", "22:00-06:00, 23:59:59, true",
    "22:00-06:00, 00:00, true", "22:00-06:00, 05:59, true", "22:00-06:00, 06:00, false",
    "07:00-07:00, 06:59, true", "07:00-07:00, 07:00, true",
  })
  void itIsOpenFromItsFirstMinuteToItsLast(String text, LocalTime now, boolean open) {
    assertThat(DailyWindow.parse(text).isOpen(now)).isEqualTo(open);
  }

  @ParameterizedTest
  @ValueSource(strings = {"22:00", "22-6", "22:00-25:00", "night", "22:00-06:00-07:00", "-"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> DailyWindow.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a time of day is from and to, such as 22:00-06:00, not " + text);
  }

  @Test
  void anEmptyOneIsAlways() {
    assertThat(DailyWindow.parse("")).isEqualTo(DailyWindow.ALWAYS);
  }
}
