package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.suites.Suite.When;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SuiteTableTest {

  @TempDir private Path folder;

  @Test
  void aClassRunsOnTheStockJarsAsOftenAsWhatIsComparedWithThem() {
    Suite suite = Suite.parse("TestDemo | 4 | all | ci |");
    assertThat(suite.in(SuiteMode.OFF)).isEqualTo(When.ALL);
    assertThat(suite.in(SuiteMode.FORCED)).isEqualTo(When.CI);
    assertThat(suite.in(SuiteMode.STOCK)).isEqualTo(When.CI);
  }

  @Test
  void aDifferenceCountsWhereStripeWidthsAreForcedOnly() throws IOException {
    SuiteTable table = read("TestDemo | 4 | ci | ci |\nTestDemo#appends | no append");
    assertThat(table.differs(SuiteMode.FORCED, "TestDemo", "appends")).isTrue();
    assertThat(table.differs(SuiteMode.FORCED, "TestDemo", "reads")).isFalse();
    assertThat(table.differs(SuiteMode.OFF, "TestDemo", "appends")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TestDemo | 4 | ci | no |",
        "TestDemo | 4 | ci | sometimes |",
        "TestDemo | 4 | ci",
        "TestDemo | 4 | ci | ci |\nTestDemo | 4 | all | all |",
        "TestDemo#appends | no append",
        "TestDemo | 4 | ci | ci |\nTestDemo#appends |"
      })
  void aLineThatSaysTooLittleOrTwoThingsIsRefused(String lines) {
    assertThatThrownBy(() -> read(lines)).hasMessageContaining("TestDemo");
  }

  private SuiteTable read(String lines) throws IOException {
    return SuiteTable.read(Files.writeString(folder.resolve("table"), lines));
  }
}
