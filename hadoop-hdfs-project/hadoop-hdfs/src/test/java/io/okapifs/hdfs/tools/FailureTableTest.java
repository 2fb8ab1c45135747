package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Failure rates as operators write them down. */
class FailureTableTest {

  private static final LocalDate TODAY = LocalDate.of(2026, 6, 1);

  @TempDir private Path folder;

  private FailureTable table(String... lines) throws IOException {
    return FailureTable.of(
        Files.writeString(folder.resolve("afr"), String.join("\n", lines)), TODAY);
  }

  private static Optional<Double> percent(FailureTable table, String host, String rack) {
    return table.of(host, "10.0.0.7:9866", rack).map(rate -> rate.perYear() * 100);
  }

  private static void assertPercent(FailureTable table, String host, String rack, double percent) {
    assertThat(percent(table, host, rack).orElseThrow()).isCloseTo(percent, within(1e-9));
  }

  @Test
  void theFirstLineThatFitsANodeCounts() throws Exception {
    FailureTable table =
        table("# old and new", "", "old1 9%  # a lemon", "old* 4", "/rack2 0.5", "* 1.5");
    assertPercent(table, "old1", "/rack1", 9);
    assertPercent(table, "old2", "/rack2", 4);
    assertPercent(table, "new1", "/rack2", 0.5);
    assertPercent(table, "new1", "/rack22", 1.5);
    assertThat(table.rates()).extracting(FailureTable.Rate::line).containsExactly(3, 4, 5, 6);
  }

  @Test
  void aCommentMayHaveCommasAlsoInTheFirstLine() throws Exception {
    assertPercent(table("# node or rack, or a pattern of either", "* 1.5"), "a", "/r", 1.5);
  }

  @ParameterizedTest
  @CsvSource({"10.0.0.7", "10.0.0.7:9866", "dn", "dn:9866", "d*", "/dc1/rack1", "/dc1/*"})
  void aNodeHasManyNames(String what) throws Exception {
    assertThat(percent(table(what + " 2"), "dn", "/dc1/rack1")).isPresent();
    assertThat(percent(table(what + " 2"), "DN2", "/dc2/rack1").isPresent())
        .isEqualTo(what.startsWith("10."));
  }

  @Test
  void aRateHoldsFromItsDayOn() throws Exception {
    FailureTable table =
        table("* 1", "* 2 2026-05-31", "* 3 2026-01-01", "* 9 2026-06-02", "a 5 2026-06-01");
    assertPercent(table, "a", "/r", 2);
    assertPercent(table("a 5 2026-06-02", "* 1"), "a", "/r", 1);
    assertThatThrownBy(() -> table("a 5 2026-06-02"))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("has no failure rate that holds on 2026-06-01");
  }

  @ParameterizedTest
  @CsvSource({
    "a, 'line 2: not WHAT PERCENT [DATE]: a'",
    "a 1 2026-01-01 x, 'line 2: not WHAT PERCENT [DATE]: a 1 2026-01-01 x'",
    "a 0, 'line 2: a failure rate is a percentage of disks per year, above 0 and at most 100, not 0'",
    "a 101, 'line 2: a failure rate is a percentage of disks per year, above 0 and at most 100, not"
        + " 101'",
    "a x%, 'line 2: a failure rate is a percentage of disks per year, above 0 and at most 100, not"
        + " x%'",
    "a NaN, 'line 2: a failure rate is a percentage of disks per year, above 0 and at most 100, not"
        + " NaN'",
    "a 1 June, 'line 2: a date is like 2026-01-31, not June'",
    "a[ 1, 'line 2: no pattern of a host or rack: a['",
    "b 2, 'line 2: b has a rate for the same day in line 1'",
  })
  void aBadLineIsNamed(String line, String why) {
    assertThatThrownBy(() -> table("b 1", line))
        .isInstanceOf(IOException.class).hasMessage(folder.resolve("afr") + ", " + why);
  }

  @Test
  void driveDaysOfModelsAreCountedTogether() throws Exception {
    FailureTable table =
        table(
            "date,Host,serial_number,model,failures,drive_days", "x,a,s1,OLD,9,20000",
            "x,b,s2,OLD,10,16500", "x,b,s3,NEW,0,36500");
    // OLD: (19 + 1) / 36500 * 365 = 20 %, NEW: (0 + 1) / 36500 * 365 = 1 %.
    assertPercent(table, "a", "/r", 20);
    assertPercent(table, "b", "/r", (16500 * 20 + 36500 * 1) / 53000.0);
    assertThat(percent(table, "c", "/r")).isEmpty();
  }

  @Test
  void withoutDriveDaysALineIsADriveOnADay() throws Exception {
    StringBuilder text = new StringBuilder("host,failure");
    for (int day = 0; day < 730; day++) {
      text.append("\na,").append(day == 729 ? 1 : 0);
    }
    assertPercent(table(text.toString()), "a", "/r", 100);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "model,failures | x,0 | line 1: the columns host and failures are needed, with drive_days"
            + " unless each line is one drive on one day; here are model,failures",
        "host,failures | a | line 2: has 1 fields, and the first line 2",
        "host,failures | ,1 | line 2: has no host: ,1",
        "host,failures | a,-1 | line 2: failures is a number, 0 or more, not -1",
        "host,failures,drive_days | a,1,x | line 2: drive_days is a number, 0 or more, not x",
      })
  void aBadLineOfAnExportIsNamed(String header, String line, String why) {
    assertThatThrownBy(() -> table(header, line))
        .isInstanceOf(IOException.class).hasMessage(folder.resolve("afr") + ", " + why);
  }

  @Test
  void aFewDaysWithoutAFailureSayNothing() {
    for (String days : new String[] {"0", "300"}) {
      assertThatThrownBy(() -> table("host,failures,drive_days", "a,0," + days))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("tells too little of host a: by " + days + ".0 drive days");
    }
  }
}
