package io.okapifs.ec.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.ec.code.CodeRegistry;
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
    assertThat(table.differences()).extracting(Cell::column).containsOnly("reduced");
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
}
