package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SuiteCoverTest {

  private static final String COVER =
      """
      # Comment.
      1: ReadAspect.open@Client.open
      2: WriteAspect.add@Namesystem.add
      off: TestRead | 3 | 5 | 1 2
      off: TestWrite | 4 | 6 | 2
      off: TestUnit | 1 | 1 |
      forced: TestRead | 3 | 5 | 2
      """;
  private static final String TABLE =
      """
      TestRead | 1 | all | all |
      TestWrite | 1 | all | no | makes its blocks by hand
      TestUnit | 1 | all | no | makes its blocks by hand
      """;

  @TempDir private Path folder;

  @Test
  void aCoverReadsAsItIsWritten() throws IOException {
    SuiteCover cover = read(COVER);
    assertThat(cover.get(SuiteMode.OFF, "TestRead").points())
        .containsExactly("ReadAspect.open@Client.open", "WriteAspect.add@Namesystem.add");
    assertThat(cover.get(SuiteMode.OFF, "TestRead").processorSeconds()).isEqualTo(5);
    assertThat(cover.get(SuiteMode.OFF, "TestUnit").points()).isEmpty();
    assertThat(read(cover.toText()).toText()).isEqualTo(cover.toText());
  }

  @Test
  void aJoinPointThatIsNewInTheLockIsUnknown() throws IOException {
    assertThat(
            read(COVER).unknown(
                List.of(
                    "WriteAspect.add@Namesystem.add", "WriteAspect.close@Namesystem.close")))
        .containsExactly("WriteAspect.close@Namesystem.close");
  }

  @Test
  void aJoinPointThatNoClassExecutesIsKnown() throws IOException {
    SuiteCover cover = read(COVER);
    cover.knows(List.of("WriteAspect.close@Namesystem.close"));
    assertThat(read(cover.toText()).unknown(Set.of("WriteAspect.close@Namesystem.close")))
        .isEmpty();
  }

  @Test
  void joinPointsKeepTheirClassesWhenTheLockGrows() throws IOException {
    SuiteCover cover = read(COVER);
    cover.knows(List.of("AnAspect.first@Client.first"));
    SuiteCover grown = read(cover.toText());
    for (String suite : List.of("TestRead", "TestWrite")) {
      assertThat(grown.get(SuiteMode.OFF, suite)).isEqualTo(cover.get(SuiteMode.OFF, suite));
    }
  }

  @Test
  void whatIsNoLongerAdvisedOrRunIsForgotten() throws IOException {
    SuiteCover cover = read(COVER);
    cover.keepOnly(table("TestWrite | 1 | all | no | x"), Set.of("WriteAspect.add@Namesystem.add"));
    assertThat(cover.known()).containsExactly("WriteAspect.add@Namesystem.add");
    assertThat(cover.get(SuiteMode.OFF, "TestRead")).isNull();
    assertThat(cover.executed(SuiteMode.FORCED)).isEmpty();
  }

  @Test
  void eachModeHasAChoiceOfItsOwnAndItsPins() throws IOException {
    SuiteCover cover = read(COVER);
    SuiteTable table = table(TABLE + "TestUnit@off | a service that no aspect makes");
    assertThat(cover.chosen(table, SuiteMode.OFF))
        .containsExactly(SuitePart.whole("TestRead"), SuitePart.whole("TestUnit"));
    assertThat(cover.chosen(table, SuiteMode.FORCED)).containsExactly(SuitePart.whole("TestRead"));
  }

  @Test
  void whatAnyModeChoosesIsChosenOnTheStockJars() throws IOException {
    SuiteTable table = table(TABLE + "TestUnit@off | a service that no aspect makes");
    assertThat(read(COVER).chosen(table, SuiteMode.STOCK))
        .containsExactly(SuitePart.whole("TestRead"), SuitePart.whole("TestUnit"));
  }

  @Test
  void aCaseIsWrittenAsWhatItDoesNotExecuteOfItsClass() throws IOException {
    SuiteCover cover = read(COVER + "off: TestRead#opens | 1.5 | 0.3 | 2\n");
    assertThat(cover.get(SuiteMode.OFF, "TestRead#opens").points())
        .containsExactly("ReadAspect.open@Client.open");
    assertThat(cover.toText()).contains("off: TestRead#opens | 1.5 | 0.3 | 2\n");
    assertThat(cover.caseCount("TestRead")).isEqualTo(1);
    assertThat(cover.caseCount("TestWrite")).isZero();
  }

  @Test
  void aClassThatIsRecordedAnewForgetsItsOldCases() throws IOException {
    SuiteCover cover = read(COVER + "off: TestRead#opens | 1.5 | 0.3 | 2\n");
    cover.put(SuiteMode.OFF, List.of(cover.get(SuiteMode.OFF, "TestRead")));
    assertThat(cover.get(SuiteMode.OFF, "TestRead#opens")).isNull();
    assertThat(cover.get(SuiteMode.OFF, "TestRead")).isNotNull();
    assertThat(cover.get(SuiteMode.OFF, "TestWrite")).isNotNull();
  }

  @Test
  void casesOfAClassThatRunsNoMoreAreForgotten() throws IOException {
    SuiteCover cover = read(COVER + "off: TestRead#opens | 1.5 | 0.3 | 2\n");
    cover.keepOnly(table("TestWrite | 1 | all | no | x"), Set.of("WriteAspect.add@Namesystem.add"));
    assertThat(cover.get(SuiteMode.OFF, "TestRead#opens")).isNull();
  }

  @Test
  void anAspectIsExecutedByThoseThatExecuteAnyOfItsJoinPoints() throws IOException {
    SuiteCover cover = read(COVER);
    assertThat(cover.executing(SuiteMode.OFF, Set.of("WriteAspect")))
        .containsExactly("TestRead", "TestWrite");
    assertThat(cover.executing(SuiteMode.OFF, Set.of("ReadAspect"))).containsExactly("TestRead");
    assertThat(cover.executing(SuiteMode.FORCED, Set.of("ReadAspect"))).isEmpty();
  }

  private SuiteCover read(String text) throws IOException {
    return SuiteCover.read(Files.writeString(folder.resolve("cover"), text));
  }

  private SuiteTable table(String lines) throws IOException {
    return SuiteTable.read(Files.writeString(folder.resolve("table"), lines));
  }
}
