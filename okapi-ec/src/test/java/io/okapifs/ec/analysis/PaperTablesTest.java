package io.okapifs.ec.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
  void butterflyReadsAndSendsHalfOfWhatSurvivesButForItsLastParity() {
    PaperTable table = PaperTables.compute("butterfly");
    assertThat(table.differences()).isEmpty();
    assertThat(table.rows()).hasSize(6 + 7 + 9);
    assertThat(column(table, "share_read")).containsOnly("0.5", "0.8", "0.8333", "0.875");
    assertThat(column(table, "share_sent_combined")).containsOnly("0.5");
    assertThat(table.rows().stream().filter(row -> row.get(3).ours().equals("B")))
        .extracting(row -> row.get(6).ours())
        .containsExactly("0.8", "0.8333", "0.875");
    assertThat(column(table, "share_sent")).isEqualTo(column(table, "share_read"));
    assertThat(column(table, "seeks"))
        .startsWith("20", "15", "10", "5", "5", "5", "48", "30", "18", "12", "6", "6", "6");
  }

  /** Half as many sets of three are fatal. */
  @Test
  void shecSurvivesMoreThanSimpleLocalGroups() {
    PaperTable table = PaperTables.compute("shec-figure-3");
    assertThat(table.differences()).isEmpty();
    assertThat(column(table, "fatal_shec")).containsExactly("0", "0", "10", "76");
    assertThat(column(table, "fatal_simple_groups")).containsExactly("0", "0", "20", "110");
  }

  @Test
  void theMoreParitiesCoverAMemberTheMoreShecSurvives() {
    PaperTable table = PaperTables.compute("shec-figure-4");
    assertThat(table.differences()).isEmpty();
    Map<String, List<Double>> byLocality =
        table.rows().stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.get(2).ours(), TreeMap::new,
                    Collectors.mapping(
                        row -> Double.valueOf(row.get(7).ours()), Collectors.toList())));
    assertThat(byLocality).containsOnlyKeys("2", "3", "4", "5");
    assertThat(byLocality.values())
        .allSatisfy(factors -> assertThat(factors).isSorted().allMatch(factor -> factor >= 2));
    assertThat(byLocality.get("4")).containsExactly(2.5, 5.0, 14.0);
  }

  @Test
  void ofCodesThatSurviveThreeLossesShecReadsLeastForTwoAndThree() {
    PaperTable table = PaperTables.compute("shec-figure-6");
    assertThat(column(table, "code"))
        .containsExactly("RS-10-3", "AZURE-LRC2-10-4", "XORBAS5-10-5", "SHEC5-10-6");
    assertThat(column(table, "tolerance")).containsOnly("3");
    for (String column : List.of("overhead_2", "overhead_3")) {
      List<Double> overheads = column(table, column).stream().map(Double::valueOf).toList();
      assertThat(overheads.get(3)).as(column).isLessThan(Collections.min(overheads.subList(0, 3)));
    }
    assertThat(column(table, "overhead_1").get(3)).isEqualTo("0.5");
  }

  @Test
  void durabilityOfShecIsOrderedAsThePaperHasIt() {
    PaperTable table = PaperTables.compute("shec-durability");
    assertThat(column(table, "fatal_sets")).containsExactly("20", "3", "10", "1", "2");
    assertThat(column(table, "ratio"))
        .startsWith("1.00e+00", "1.50e-01", "5.00e-01");
    for (String column : List.of("ratio", "ratio_if_repairs_are_faster", "ratio_of_printed")) {
      List<Double> ratios = column(table, column).stream().map(Double::valueOf).toList();
      assertThat(List.of(1, 2, 0, 3, 4)).as(column)
          .isSortedAccordingTo(Comparator.comparing(ratios::get));
    }
    assertThat(table.toReport()).contains("an MTBF of 32 years and an MTTR of 2.0 seconds");
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

  @Test
  void reportsNameWhatDiffersAndWhy() {
    PaperTable table =
        new PaperTable(
                "name", "Title",
                List.of(List.of(Cell.number("io", 13 / 3.0, "4.34"), Cell.inRange("a", 3, 2, 4))))
            .with("It rounds up.");
    assertThat(table.toReport())
        .endsWith(
            "| 4.3333 (4.34; -0.01) | 3 (2..4; same) |\n\n"
                + "Differs: io is 4.3333, the paper prints 4.34.\nNote: It rounds up.\n"
                + "1 of 2 printed values are ours.\n");
    assertThat(Cell.inRange("a", 5, 2, 4).differs()).isTrue();
    assertThat(Cell.inRange("a", 5, 5, 5).printed()).contains("5");
  }
}
