package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncodingReportTest {

  @Test
  void aReportIsTheSameBehindItsText() {
    EncodingReport report = new EncodingReport(List.of(-9223372036854775792L, -16L));
    assertThat(report.toText()).isEqualTo("okapi-encodings -9223372036854775792 -16");
    assertThat(EncodingReport.parse(report.toText())).contains(report);
    assertThat(EncodingReport.parse("okapi-encodings")).contains(new EncodingReport(List.of()));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "", " ", "okapi-encoding 1", "okapi-encodings x", "okapi-encodings 1  2",
        "okapi-encodings 9223372036854775808"
      })
  void anotherNoticeIsNoReport(String text) {
    assertThat(EncodingReport.parse(text)).isEmpty();
  }
}
