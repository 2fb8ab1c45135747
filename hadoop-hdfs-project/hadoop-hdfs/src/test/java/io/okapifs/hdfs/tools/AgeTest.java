package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgeTest {

  @ParameterizedTest
  @CsvSource({"2w, 14", "90d, 90", "48h, 2", "1440m, 1"})
  void anAgeIsWeeksDaysHoursOrMinutes(String text, long days) {
    assertThat(new Age().convert(text)).isEqualTo(Duration.ofDays(days));
  }
}
