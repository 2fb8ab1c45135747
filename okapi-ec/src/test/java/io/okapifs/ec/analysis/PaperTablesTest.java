package io.okapifs.ec.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class PaperTablesTest {
  @Test
  void tablesOfShecAreThePapersButForOneNumberThatIsCutInsteadOfRounded() {
    assertThat(PaperTables.compute("shec-table-1").differences().map(Cell::toString))
        .containsExactly(
            Cell.number("overhead_2", 202 / 270.0, "0.74").toString());
    assertThat(PaperTables.compute("shec-table-2").differences()).isEmpty();
  }

  @Test
  void durabilityOfShecIsWhatItsNumberOfParitiesDoesNotPromise() {
    assertThat(column(PaperTables.compute("shec-table-2"), "fatal_pairs"))
        .containsExactly("0", "1", "2");
  }

  @Test
  void butterflyReadsHalfOfWhatSurvivesButForItsLastParity() {
    PaperTable table = PaperTables.compute("butterfly");
    assertThat(table.differences()).isEmpty();
    assertThat(table.rows()).hasSize(6 + 7 + 9);
    assertThat(column(table, "share_read")).contains("0.8", "0.8333", "0.875");
  }

  private static List<String> column(PaperTable table, String column) {
    int index = table.columns().indexOf(column);
    return table.rows().stream().map(row -> row.get(index).ours()).toList();
  }

  @Test
  void everyTableIsKnownByItsName() {
    assertThat(PaperTables.names())
        .contains("less-table-1", "less-table-2", "less-table-3", "less-figure-3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PaperTables.compute("less-table-9"))
        .withMessageStartingWith("no such table: name=less-table-9; tables: [butterfly");
  }

  @Test
  void differencesAreTakenAfterRoundingToThePrintedDigits() {
    assertThat(Cell.number("a", 7.0714, "7.07").difference()).contains("0");
    assertThat(Cell.number("a", 13 / 3.0, "4.34").difference()).contains("-0.01");
    assertThat(Cell.number("a", 0.125, "0.13").differs()).isFalse();
    assertThat(Cell.number("a", 286, "286.00").ours()).isEqualTo("286");
    assertThat(Cell.number("a", 286, "287").differs()).isTrue();
    assertThat(Cell.word("a", "Yes", "No").differs()).isTrue();
    assertThat(Cell.word("a", "Yes", "Yes").differs()).isFalse();
  }

  @Test
  void tablesAreWrittenAsCsvAndMarkdown() {
    PaperTable table =
        new PaperTable(
            "name", "Title",
            List.of(List.of(Cell.key("n", 14), Cell.number("io", 13 / 3.0, "4.34"))));
    assertThat(table.toCsv()).isEqualTo("n,io\n14,4.3333\n");
    assertThat(table.toMarkdown())
        .isEqualTo("### Title\n\n| n | io |\n| --- | --- |\n| 14 | 4.3333 (4.34; -0.01) |\n");
  }
}
