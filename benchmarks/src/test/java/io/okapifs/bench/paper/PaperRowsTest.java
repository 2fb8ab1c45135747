package io.okapifs.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.okapifs.bench.Bench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The rows as they are, computed once, with the results that are kept. */
class PaperRowsTest {
  private static final Path ROOT = Path.of(System.getProperty("okapi.rootFolder"));
  private static final Map<String, CommandLine> COMMANDS =
      new CommandLine(Bench.class).getSubcommands();

  private static List<RowResult> results;

  @BeforeAll
  static void computeAllRows() {
    Source.Available available =
        new Source.Available(
            Tables.names(), COMMANDS.keySet(),
            new KeptResults(List.of(ROOT.resolve("benchmarks").resolve("results"))));
    results = PaperRows.ALL.stream().map(row -> RowResult.of(row, available)).toList();
  }

  @Test
  void thePageInTheTreeIsTheOneThatTheRowsWrite() throws IOException {
    assertThat(Files.readString(ROOT.resolve("docs").resolve("PAPERS.md")))
        .as("stale: run bin/bench paper --document > docs/PAPERS.md")
        .isEqualTo(PaperPage.of(results));
  }

  @Test
  void thePageOfMeasurementsIsTheOneThatTheirFilesWrite() throws IOException {
    assertThat(Files.readString(ROOT.resolve("docs").resolve("RESULTS.md")))
        .as("stale: run bin/bench paper --measured > docs/RESULTS.md")
        .isEqualTo(ResultsPage.of(ROOT.resolve("benchmarks").resolve("results")));
  }

  @Test
  void everyDifferenceHasAReason() {
    assertThat(results)
        .allSatisfy(
            result -> assertThat(result.unexplained()).as(result.row().id()).isEmpty());
  }

  @Test
  void aDifferenceWithoutAReasonIsFound() {
    Source source = Computed.by("nothing").value("", "io", "1", () -> 2);
    Row row = Row.table("less-x", SourcePaper.LESS, "", "", Label.COMPUTED, source);
    assertThat(RowResult.of(row, null).unexplained()).hasSize(1);
    Source explained = Computed.by("nothing").value("", "io", "1", () -> 2).because("io", "why");
    Row other = Row.table("less-x", SourcePaper.LESS, "", "", Label.COMPUTED, explained);
    assertThat(RowResult.of(other, null).unexplained()).isEmpty();
  }

  @Test
  void noReasonIsLeftForWhatDoesNotDifferAnyMore() {
    for (RowResult result : results) {
      if (result.outcome().state() == Outcome.State.KNOWN) {
        Set<String> reasoned = result.row().source().reasonedNames();
        assertThat(result.outcome().values())
            .as(result.row().id())
            .filteredOn(value -> reasoned.contains(value.name()))
            .allMatch(PaperValue::differs);
      }
    }
  }

  @Test
  void idsAreUniqueAndSoAreNamesOfValues() {
    assertThat(PaperRows.ALL).extracting(Row::id).doesNotHaveDuplicates();
    assertThat(results)
        .allSatisfy(
            result ->
                assertThat(result.outcome().values())
                    .as(result.row().id())
                    .extracting(PaperValue::name)
                    .doesNotHaveDuplicates());
  }

  @Test
  void everyPaperHasRowsAndEveryRowThatHasNoValuesSaysWhy() {
    assertThat(PaperRows.ALL).extracting(Row::paper).contains(SourcePaper.values());
    assertThat(results)
        .allSatisfy(
            result ->
                assertThat(
                        result.outcome().note().isEmpty()
                            && result.outcome().values().stream()
                                .allMatch(value -> value.ours().isEmpty()))
                    .as(result.row().id())
                    .isFalse());
  }

  @Test
  void onlyWhatOthersKeepToThemselvesCannotBeHadAndHasASubstitute() {
    assertThat(results)
        .filteredOn(result -> result.outcome().state() == Outcome.State.CANNOT_BE_HAD)
        .extracting(result -> result.row().id())
        .containsExactly("okapi-google", "okapi-figure-6a", "okapi-section-6-3-3-logs");
    for (Row row : PaperRows.ALL) {
      row.source().substitute().ifPresent(
          stand -> {
            Matcher id = Pattern.compile("`(.*?)`").matcher(stand);
            if (id.find()) {
              assertThat(PaperRows.byIds(List.of(id.group(1)))).hasSize(1);
            }
          });
    }
  }

  @Test
  void commandsThatRowsNameAreUnderstoodAsTheyAreWritten() {
    Set<String> understood = new HashSet<>();
    for (BenchRun run : PaperRuns.of(PaperRows.ALL)) {
      if (COMMANDS.containsKey(run.command())) {
        new CommandLine(Bench.class).parseArgs(run.words().toArray(new String[0]));
        understood.add(run.command());
      }
    }
    assertThat(understood).contains("repair-io", "repair-time", "codes", "transition-io");
  }

  @Test
  void aFileIsWrittenByOneCommandLine() {
    assertThat(PaperRuns.of(PaperRows.ALL)).extracting(BenchRun::file).doesNotHaveDuplicates();
  }

  @Test
  void testsThatHoldClaimsAreThere() throws IOException {
    Set<String> classes = new HashSet<>();
    PaperRows.ALL.forEach(row -> collect(row.source(), classes));
    assertThat(classes).isNotEmpty();
    for (String name : classes) {
      Path file = Path.of("src", "test", "java").resolve(name.replace('.', '/') + ".java");
      try (Stream<Path> all = Files.walk(ROOT, 2)) {
        assertThat(all.filter(folder -> Files.exists(folder.resolve(file)))).as(name).hasSize(1);
      }
    }
  }

  private static void collect(Source source, Set<String> classes) {
    if (source instanceof HeldByTest test) {
      classes.add(test.testClass());
    } else if (source instanceof Sources several) {
      several.parts().forEach(part -> collect(part, classes));
    }
  }

  @Test
  void anIdMayBeShortAndAnUnknownOneNamesTheNearest() {
    assertThat(PaperRows.byIds(List.of("okapi-fig-5a", "less-tab-2")))
        .extracting(Row::id)
        .containsExactly("okapi-figure-5a", "less-table-2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PaperRows.byIds(List.of("less-tabel-2")))
        .withMessageStartingWith("no such row: id=less-tabel-2; nearest: less-table-2, ")
        .withMessageEndingWith("--list names all " + PaperRows.ALL.size());
  }

  @Test
  void aFolderThatIsNotCompleteSaysWhichRowsAreMissing(@TempDir Path folder) throws IOException {
    List<Row> rows = PaperRows.byIds(List.of("less-figure-1", "okapi-section-3"));
    PaperFolder written = new PaperFolder(folder, Map.of("commit", "abc"), rows);
    written.write(resultOf("less-figure-1"));
    assertThat(folder.resolve("rows.json")).content()
        .contains("\"complete\" : false", "\"missing\" : [ \"okapi-section-3\" ]");
    written.write(resultOf("okapi-section-3"));
    assertThat(folder.resolve("rows.json")).content()
        .contains("\"complete\" : true", "\"missing\" : [ ]");
    assertThat(folder.resolve("okapi-section-3.csv")).content()
        .isEqualTo(
            """
            item,metric,paper,ours,difference,label,reason
            6 disks,ms,,140,,computed,
            2 disks,ms,,100,,computed,
            6 disks over 2,percent more,40,40,0,computed,
            """);
    assertThat(folder.resolve("less-figure-1.json")).content()
        .contains("\"commit\" : \"abc\"", "\"paper\" : \"25\"", "\"ours\" : \"25\"");
  }

  private static RowResult resultOf(String id) {
    return results.stream().filter(result -> result.row().id().equals(id)).findFirst()
        .orElseThrow();
  }

  @Test
  void textHasAColumnForEachSide() {
    assertThat(PaperText.details(resultOf("okapi-section-3")))
        .contains("6 disks over 2, percent more  40     40    0")
        .startsWith("okapi-section-3: Okapi, OSDI'25, example in section 3\n");
    assertThat(PaperText.summary(results)).hasLineCount(1 + PaperRows.ALL.size());
    assertThat(PaperText.list(PaperRows.ALL)).hasLineCount(1 + PaperRows.ALL.size());
  }
}
