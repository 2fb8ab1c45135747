package io.okapifs.hdfs.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContradictionReportTest {

  private static final String A = "0:-32:1001:512:DS-1%2Cx";
  private static final String B = "3:-16:1001:512:DS-2";

  private static BitSet places(int... places) {
    BitSet set = new BitSet();
    IntStream.of(places).forEach(set::set);
    return set;
  }

  @ParameterizedTest
  @CsvSource({"-", "0", "'0,3'"})
  void aReportIsTheSameBehindItsText(String wrong) {
    String text = "okapi-contradiction " + wrong + " " + A + "," + B;
    ContradictionReport report = ContradictionReport.parse(text).orElseThrow();
    assertThat(report.toText()).isEqualTo(text);
    assertThat(ContradictionReport.parse(report.toText())).contains(report);
    assertThat(report.members()).containsExactly(
        new GroupMember(0, -32, 1001, 512, "DS-1,x"), new GroupMember(3, -16, 1001, 512, "DS-2"));
  }

  @Test
  void itSaysWhoIsWrong() {
    GroupMember member = new GroupMember(2, -30, 1001, 512, "DS-3");
    ContradictionReport report = new ContradictionReport(List.of(member), places(2));
    assertThat(ContradictionReport.parse(report.toText()).orElseThrow().wrong())
        .isEqualTo(places(2));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "", "okapi-contradiction", "okapi-contradiction -", "okapi-repairs - " + A,
        "okapi-contradiction - x", "okapi-contradiction x " + A, "okapi-contradiction -1 " + A,
        "okapi-contradiction 0 " + B, "okapi-contradiction - " + A + "," + A,
        "okapi-contradiction - " + A + " " + B, "okapi-contradiction - 1:2:3:0:DS"
      })
  void anotherNoticeIsNoReport(String text) {
    assertThat(ContradictionReport.parse(text)).isEmpty();
  }
}
