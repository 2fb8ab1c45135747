package io.okapifs.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.bench.Bench;
import io.okapifs.ec.analysis.Cell;
import io.okapifs.ec.analysis.PaperTable;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Okapi calculates, calculated from our layouts. */
final class OkapiTablesTest {

  private static List<String> column(PaperTable table, String column) {
    int index = table.columns().indexOf(column);
    return table.rows().stream().map(row -> row.get(index).ours()).toList();
  }

  private static double value(PaperTable table, String key, String column) {
    int index = table.columns().indexOf(column);
    return table.rows().stream()
        .filter(row -> row.get(0).ours().equals(key))
        .map(row -> Double.parseDouble(row.get(index).ours()))
        .findFirst()
        .orElseThrow();
  }

  /** 2 + 3/k read and written by a copy, 1 + 3/k by new parity. */
  @ParameterizedTest
  @CsvSource({
    "8, 42.1", "9, 42.9", "12, 44.4", "15, 45.5", "20, 46.5", "30, 47.6", "50, 48.5", "96, 49.2"
  })
  void regroupingSavesAlmostHalfOfFigure8(String k, double percent) {
    PaperTable table = OkapiTables.figure8();
    assertThat(value(table, k, "regroup_saves_percent")).isCloseTo(percent, within(0.05));
    assertThat(value(table, k, "regroup"))
        .isCloseTo(1 + 3 / Double.parseDouble(k), within(0.0001));
  }

  @ParameterizedTest
  @CsvSource({"12, 66.7", "18, 69.2", "30, 71.4"})
  void mergingSavesUpToSeventyPercent(String k, double percent) {
    assertThat(value(OkapiTables.figure8(), k, "merge_saves_percent"))
        .isCloseTo(percent, within(0.05));
  }

  @Test
  void onlyMultiplesOfTheOldWidthAreMerged() {
    PaperTable table = OkapiTables.figure8();
    assertThat(column(table, "k"))
        .containsExactly("8", "9", "12", "15", "18", "20", "30", "50", "96");
    assertThat(column(table, "merge"))
        .containsExactly("-", "-", "0.75", "-", "0.6667", "-", "0.6", "-", "0.5313");
  }

  @Test
  void theTransitionsOfSection63AreThePapersButForAUnitAndARoundedRate() {
    PaperTable table = OkapiTables.section63();
    assertThat(value(table, "emergency, rewrite at 5 %", "value")).isCloseTo(20.2, within(0.05));
    assertThat(value(table, "emergency, regroup at 5 %", "value")).isEqualTo(11);
    assertThat(value(table, "emergency, rewrite at 100 %", "value")).isEqualTo(24.2);
    assertThat(value(table, "emergency, regroup at 100 %", "value")).isEqualTo(13.2);
    assertThat(table.differences())
        .containsExactly(
            Cell.word("unit", "TB", "PB"), Cell.word("unit", "TB", "PB"),
            Cell.number("value", 784.08e15 / 4.5e11 / 86400, "21"),
            Cell.number("value", 11, "12"));
    assertThat(column(table, "value"))
        .startsWith("6.3", "3.3", "356.4", "784.08", "427.68", "45.4545");
  }

  @Test
  void writersKeepWhatFigure11Shows() {
    PaperTable table = OkapiTables.figure11();
    assertThat(column(table, "k")).containsExactly("8", "10", "12", "15", "20", "25", "50");
    assertThat(column(table, "naive"))
        .containsExactly("50", "66", "54", "99", "146", "193", "386");
    assertThat(column(table, "partial")).containsOnly("25");
    assertThat(table.differences()).containsExactly(Cell.number("naive", 146, "150"));
  }

  @Test
  void groupsInsideAStripeKeepRowsAlone() {
    FileLayout layout = new FileLayout(new GroupPolicy("rs-3", "rs", 3, 2, 1, 512), 6, 4096);
    assertThat(WriterMemory.naiveBytes(layout, 6 * 4096)).isEqualTo(3 * 512);
    assertThat(WriterMemory.partialBytes(layout, 6 * 4096)).isEqualTo((2 + 1) * 512);
    assertThat(WriterMemory.boundBytes(layout)).isEqualTo((2 + 3 + 6) * 512);
  }

  @Test
  void theCommandRefusesWhatItDoesNotKnow() {
    assertThat(Bench.run("tables", "okapi-figure-8", "--csv")).isZero();
    assertThat(Bench.run("tables", "okapi-figure-9")).isEqualTo(1);
  }
}
