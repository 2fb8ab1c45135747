package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  void aClassRunsOnTheStockJarsIfAnythingIsComparedWithThem() {
    Suite suite = Suite.parse("TestDemo | 4 | no | all | counts blocks");
    assertThat(suite.runsIn(SuiteMode.OFF)).isFalse();
    assertThat(suite.runsIn(SuiteMode.FORCED)).isTrue();
    assertThat(suite.runsIn(SuiteMode.STOCK)).isTrue();
  }

  @Test
  void aDifferenceCountsWhereStripeWidthsAreForcedOnly() throws IOException {
    SuiteTable table = read("TestDemo | 4 | all | all |\nTestDemo#appends | no append");
    assertThat(table.differs(SuiteMode.FORCED, "TestDemo", "appends")).isTrue();
    assertThat(table.differs(SuiteMode.FORCED, "TestDemo", "reads")).isFalse();
    assertThat(table.differs(SuiteMode.OFF, "TestDemo", "appends")).isFalse();
  }

  @Test
  void aClassIsPinnedInOneMode() throws IOException {
    SuiteTable table = read("TestDemo | 4 | all | all |\nTestDemo@forced | no advice");
    assertThat(table.isPinned(SuiteMode.FORCED, "TestDemo")).isTrue();
    assertThat(table.isPinned(SuiteMode.OFF, "TestDemo")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TestDemo | 4 | all | no |",
        "TestDemo | 4 | all | sometimes |",
        "TestDemo | 4 | all",
        "TestDemo | 4 | all | all |\nTestDemo | 4 | all | all |",
        "TestDemo#appends | no append",
        "TestDemo | 4 | all | all |\nTestDemo#appends |",
        "TestDemo@off | no advice",
        "TestDemo | 4 | all | all |\nTestDemo@off |",
        "TestDemo | 4 | all | no | makes its blocks by hand\nTestDemo@forced | no advice"
      })
  void aLineThatSaysTooLittleOrTwoThingsIsRefused(String lines) {
    assertThatThrownBy(() -> read(lines)).hasMessageContaining("TestDemo");
  }

  private SuiteTable read(String lines) throws IOException {
    return SuiteTable.read(Files.writeString(folder.resolve("table"), lines));
  }
}
