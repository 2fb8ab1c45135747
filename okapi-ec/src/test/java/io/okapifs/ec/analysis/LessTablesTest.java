package io.okapifs.ec.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.ec.code.CodeRegistry;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LessTablesTest {
  @Test
  void repairsOfOneBlockAreThoseOfTable2ButForOneNumberThatIsRoundedUp() {
    PaperTable table = PaperTables.compute("less-table-2");
    assertThat(table.differences())
        .containsExactly(Cell.number("io_min", 13 / 3.0, "4.34"));
    assertThat(table.toCsv())
        .startsWith(
            "code,n,k,alpha,io_avg,io_min,io_max,seeks_avg,seeks_min,seeks_max\n"
                + "RS,14,10,1,10,10,10,10,10,10\nCLAY,14,10,256,3.25,3.25,3.25,286,13,832\n");
  }

  /** Parities of PM-RBT, and the last one of Butterfly, are repaired from k blocks. */
  @Test
  void propertiesAreThoseOfTable1ButForParitiesThatOnlySendLess() {
    PaperTable table = PaperTables.compute("less-table-1");
    assertThat(table.rows().stream().filter(row -> row.stream().anyMatch(Cell::differs)))
        .extracting(row -> row.get(0).ours())
        .containsExactly("PM-RBT", "BUTTERFLY");
    assertThat(table.differences()).extracting(Cell::column).containsOnly("reduced_read");
    assertThat(printed(table, "reduced_read")).isEqualTo(ours(table, "reduced_sent"));
  }

  @Test
  void table1HasARowForTheCodeThatIsOnlySimulated() {
    PaperTable table = PaperTables.compute("less-table-1");
    assertThat(table.rows()).hasSize(10);
    assertThat(table.toCsv())
        .contains("\nF-MSR (not implemented),6,4,Yes,n-k<=3,0,No,2,2.5,2.5,2.5,2.5,Yes,Yes\n")
        .contains("\nPM-RBT,10,5,Yes,n>=2k-1,9 of 9,Yes,4,2,5,2,2,No,Yes\n")
        .contains("\nBUTTERFLY,6,4,Yes,n-k=2,6 of 7,Yes,8,2.5,3.25,2.5,2.5,No,Yes\n")
        .contains("\nLESS,9,6,Yes,any n and k,21 of 21,Yes,2,4.5,4.5,4.5,4.5,Yes,Yes\n");
    assertThat(ours(table, "made"))
        .containsExactly(
            "0", "9 of 9", "6 of 7", "21 of 21", "21 of 21", "8 of 21", "21 of 21", "21 of 21",
            "21 of 21", "21 of 21");
  }

  @Test
  void everySetOfLossesThatTable4TriesIsSurvived() {
    PaperTable table = PaperTables.compute("less-table-4");
    assertThat(table.differences()).isEmpty();
    assertThat(table.rows()).hasSize(11);
    assertThat(ours(table, "fatal_sets")).containsOnly("0");
    assertThat(ours(table, "another_p")).containsOnly("No", "-");
    assertThat(table.toCsv())
        .contains("\n2,2,GF(2^8),2,2,127,127,8001,0,No\n")
        .contains("\n3,3,GF(2^16),2,2,127,127,333375,0,-\n")
        .contains("\n4,4,GF(2^8),14,14,16,16,1820,0,No\n")
        .contains("\n4,4,GF(2^16),635,-,127,32,35960,0,-\n");
  }

  @Test
  void fieldsInUseAreSmallerThanTheorem1Promises() {
    PaperTable table = PaperTables.compute("less-theorem-1");
    assertThat(table.toCsv())
        .startsWith("n_minus_k,alpha,n,bound,bits_promised,bits_used,p\n")
        // 127 * 2 + 1 * 126
        .contains("\n2,2,127,380,9,8,2\n")
        // 44 * 2 + 2 * 43 * 42 / 2
        .contains("\n3,2,44,1894,11,8,50\n")
        // 16 * 4 + 3 * 15 * 14 * 13 / 6
        .contains("\n4,4,16,1429,11,8,14\n")
        // 127 * 4 + 3 * 126 * 125 * 124 / 6
        .contains("\n4,4,127,977008,20,16,635\n");
  }

  @Test
  void wideCodesRepairAsInTable3() {
    PaperTable table = PaperTables.compute("less-table-3");
    assertThat(table.differences()).isEmpty();
    assertThat(table.rows()).hasSize(6);
  }

  @ParameterizedTest
  @CsvSource({
    "8, 27.27, 6.82", "10, 28.571, 7.473", "12, 29.17, 7.99"
  })
  void repairsOfTwoBlocksAreThoseOfFigure3(int k, double cheaperPercent, double savedPercent) {
    RepairCosts costs = RepairCosts.of(CodeRegistry.create("less2", k, 4), 2);
    assertThat(costs.undecodableCount()).isZero();
    assertThat(100 * costs.cheaperShare()).isCloseTo(cheaperPercent, within(0.005));
    assertThat(100 * (1 - costs.blocks().average() / k)).isCloseTo(savedPercent, within(0.005));
  }

  @Test
  void twoBlockRepairsAreListedForAllFamilies() {
    PaperTable table = PaperTables.compute("two-block-repairs");
    assertThat(table.differences()).isEmpty();
    assertThat(table.rows()).hasSize(15);
  }

  private static List<String> ours(PaperTable table, String column) {
    return cells(table, column).map(Cell::ours).toList();
  }

  private static List<String> printed(PaperTable table, String column) {
    return cells(table, column).map(cell -> cell.printed().orElseThrow()).toList();
  }

  private static Stream<Cell> cells(PaperTable table, String column) {
    int index = table.columns().indexOf(column);
    return table.rows().stream().map(row -> row.get(index));
  }
}
