package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EncodingReportTest {

  @Test
  void aReportIsTheSameBehindItsMessage() {
    for (EncodingReport report :
        List.of(
            new EncodingReport(List.of(-9223372036854775792L, -16L)),
            new EncodingReport(List.of()))) {
      assertThat(EncodingReport.of(report.toProto())).isEqualTo(report);
    }
  }

  @Test
  void moreGroupsThanADataNodeEncodesAreNoReport() {
    List<Long> most = Collections.nCopies(EncodingReport.GROUPS_MAX, -16L);
    assertThat(new EncodingReport(most).parityGroups()).hasSameSizeAs(most);
    assertThatThrownBy(
            () -> new EncodingReport(Collections.nCopies(EncodingReport.GROUPS_MAX + 1, -16L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("groups=4097, most=4096");
  }
}
