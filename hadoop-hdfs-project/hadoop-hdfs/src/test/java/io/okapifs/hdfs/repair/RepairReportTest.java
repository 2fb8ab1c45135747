package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepairReportTest {

  @Test
  void aReportIsTheSameBehindItsText() {
    RepairReport report =
        new RepairReport(
            7, Map.of("RS-6-3-64k", Map.of("Runs", 6L, "BytesRead", 1L << 50), "P", Map.of()));
    assertThat(report.toText()).isEqualTo("okapi-repairs 7 P: RS-6-3-64k:BytesRead=1125899906842624"
        + ",Runs=6");
    assertThat(RepairReport.parse(report.toText())).contains(report);
    assertThat(RepairReport.parse("okapi-repairs 7")).contains(new RepairReport(7, Map.of()));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "", " ", "disk error", "okapi-repairs", "okapi-repairs x", "okapi-repairs 1 P:Runs",
        "okapi-repairs 1 P:Runs=", "okapi-repairs 1 P:Runs=many", "okapi-repairs 1 P:Runs=1,=",
        "okapi-repairs 1 P:Runs=99999999999999999999"
      })
  void anotherNoticeIsNoReport(String text) {
    assertThat(RepairReport.parse(text)).isEmpty();
  }
}
