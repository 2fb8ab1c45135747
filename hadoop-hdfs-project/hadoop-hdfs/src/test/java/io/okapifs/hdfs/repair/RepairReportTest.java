package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RepairReportTest {

  @Test
  void aReportIsTheSameBehindItsMessage() {
    RepairReport report =
        new RepairReport(
            7, Map.of("RS-6-3-64k", Map.of("BytesRead", 1L << 50, "Runs", 2L), "P: =", Map.of()));
    assertThat(RepairReport.of(report.toProto())).isEqualTo(report);
    RepairReport empty = new RepairReport(7, Map.of());
    assertThat(RepairReport.of(empty.toProto())).isEqualTo(empty);
  }

  @Test
  void moreCountersThanThereAreAreNoReport() {
    Map<String, Long> counters =
        IntStream.range(0, 65).boxed().collect(Collectors.toMap(i -> "C" + i, i -> 1L));
    RepairReport report = new RepairReport(1, Map.of("RS-6-3-64k", counters));
    assertThatThrownBy(() -> RepairReport.of(report.toProto()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("policy=RS-6-3-64k, counters=65, most=64");
  }
}
