package io.okapifs.hdfs.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.suites.SuiteOptions.Which;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which classes run, and which need not again, in a small repository. */
final class SuiteSelectionTest {

  private static final String ASPECTS = "hadoop-hdfs-project/hadoop-hdfs/src/main/aspect/";
  private static final String FIXES = "hadoop-hdfs-project/hdfs-fixes/src/main/aspect/";
  private static final String CLASSES = "hadoop-hdfs-project/hadoop-hdfs/src/main/java/";

  @TempDir private Path root;

  @BeforeEach
  void makeRepository() throws Exception {
    write(
        "scripts/rules/upstream-classes.txt",
        """
        TestRead | 1 | all | all |
        TestWrite | 1 | all | no | makes its blocks by hand
        TestUnit | 1 | all | no | makes its blocks by hand
        TestNever | 1 | no | no | a base class
        """);
    write(
        "scripts/rules/upstream-cover.txt",
        """
        1: ReadAspect.open@Client.open
        2: WriteFixes.add@Namesystem.add
        forced: TestRead | 12 | 5 | 1
        off: TestRead | 3 | 5 | 1 2
        off: TestWrite | 1 | 6 | 2
        off: TestUnit | 2 | 12 |
        """);
    write("scripts/rules/upstream-results.txt", "off: TestRead | 1 | 1 | - | -\n");
    write(
        "hadoop-hdfs-project/hdfs-diff.lock",
        """
        hadoop=3.3.6
        around  a.Client.open()  method-execution(void a.Client.open())  a.ReadAspect.open  \
        overloads=1  body=sha256:1
        """);
    write(
        "hadoop-hdfs-project/hdfs-fixes.lock",
        """
        hadoop=3.3.6
        around  a.Namesystem.add()  method-execution(void a.Namesystem.add())  a.WriteFixes.add  \
        overloads=1  body=sha256:2
        """);
    write(".gitignore", "target/\n");
    write(ASPECTS + "ReadAspect.aj", "Streams.open(client);");
    write(FIXES + "hadoop-hdfs/WriteFixes.aj", "Blocks.add(block);");
    write(FIXES + "hadoop-hdfs-client/NoteFixes.aj", "Notes.add();");
    write(CLASSES + "Blocks.java", "class Blocks");
    write("hadoop-hdfs-project/hadoop-hdfs-client/src/main/aspect/NoteAspect.aj", "Notes.add();");
    write("hadoop-hdfs-project/upstream-tests/pom.xml", "<project/>");
    run("git", "init", "--quiet");
    commit();
  }

  @Test
  void withoutOptionsTheClassesThatExecuteAllAreRun() throws IOException {
    assertThat(names(SuiteMode.OFF)).containsExactly("TestRead");
    assertThat(names(SuiteMode.FORCED)).containsExactly("TestRead");
  }

  @Test
  void ofAClassOnlyTheCasesAreRunThatExecuteMore() throws IOException {
    addCases();
    assertThat(names(SuiteMode.OFF)).containsExactly("TestRead#opens,writes");
  }

  @Test
  void whatIsRecordedIsRecordedOfWholeClasses() throws IOException {
    addCases();
    assertThat(names(SuiteMode.OFF, "--write")).containsExactly("TestRead");
    assertThat(names(SuiteMode.OFF, "--all")).contains("TestRead");
  }

  /** Two of the class execute what all do. */
  private void addCases() throws IOException {
    String cover = "scripts/rules/upstream-cover.txt";
    String cases =
        """
        off: TestRead#closes | 1 | 2 | 1 2
        off: TestRead#opens | 0.4 | 0.1 | 2
        off: TestRead#writes | 0.4 | 0.1 | 1
        """;
    write(cover, Files.readString(root.resolve(cover)) + cases);
  }

  @Test
  void allClassesRunWhereTheTableHasThem() throws IOException {
    assertThat(names(SuiteMode.OFF, "--all")).containsExactly("TestRead", "TestWrite", "TestUnit");
    assertThat(names(SuiteMode.FORCED, "--all")).containsExactly("TestRead");
    assertThat(names(SuiteMode.STOCK, "--all", "--stock")).hasSize(3);
  }

  @Test
  void aModeAloneIsRun() throws IOException {
    assertThat(suites().parts(options("--missing", "--off"))).containsOnlyKeys(SuiteMode.OFF);
    assertThat(names(SuiteMode.OFF, "--missing")).containsExactly("TestWrite", "TestUnit");
  }

  @Test
  void namedClassesRunWhereTheTableHasThem() throws IOException {
    assertThat(names(SuiteMode.OFF, "TestWrite", "TestNever")).containsExactly("TestWrite");
    assertThat(names(SuiteMode.FORCED, "TestWrite", "TestNever")).isEmpty();
  }

  @Test
  void anUnknownOptionIsRefused() {
    assertThatThrownBy(() -> options("--every")).hasMessageContaining("--every");
  }

  @Test
  void aChangedAspectRunsTheClassesThatExecuteIt() throws IOException {
    write(FIXES + "hadoop-hdfs/WriteFixes.aj", "Blocks.add(block, 1);");
    assertThat(names(SuiteMode.OFF, "--changed")).containsExactly("TestRead", "TestWrite");
    assertThat(names(SuiteMode.FORCED, "--changed")).isEmpty();
  }

  @Test
  void aClassThatAnAspectNamesCountsAsTheAspect() throws IOException {
    write(CLASSES + "Blocks.java", "final class Blocks");
    assertThat(names(SuiteMode.OFF, "--changed")).containsExactly("TestRead", "TestWrite");
  }

  @Test
  void aClassWhoseNameIsPartOfAnotherDoesNot() throws IOException {
    write(CLASSES + "Block.java", "");
    assertThat(names(SuiteMode.OFF, "--changed")).isEmpty();
  }

  @Test
  void anAspectThatTheCoverDoesNotKnowMayBeExecutedByAnyClass() throws IOException {
    write(ASPECTS + "NewAspect.aj", "");
    assertThat(names(SuiteMode.OFF, "--changed"))
        .containsExactly("TestRead", "TestWrite", "TestUnit");
  }

  @Test
  void changesSinceAnOlderCommitCount() throws Exception {
    write(ASPECTS + "ReadAspect.aj", "Streams.open(client, 1);");
    commit();
    assertThat(names(SuiteMode.FORCED, "--changed")).isEmpty();
    assertThat(names(SuiteMode.FORCED, "--changed", "HEAD~1")).containsExactly("TestRead");
    assertThat(names(SuiteMode.FORCED, "--changed", "HEAD~1", "--forced"))
        .containsExactly("TestRead");
  }

  @Test
  void aChangeOfTheWayTheyRunRunsThoseOfTheContinuousIntegration() throws IOException {
    write("hadoop-hdfs-project/upstream-tests/pom.xml", "<project></project>");
    assertThat(names(SuiteMode.OFF, "--changed")).containsExactly("TestRead");
  }

  @Test
  void aRunOfAllClassesGoesOnAtTheSameCommit() throws IOException {
    leaveAReport();
    write("scripts/rules/upstream-results.txt", "");
    assertThat(hasReport()).isTrue();
  }

  @Test
  void aRunOfAllClassesBeginsAgainAtAnotherCommit() throws Exception {
    leaveAReport();
    write(CLASSES + "Blocks.java", "final class Blocks");
    commit();
    assertThat(hasReport()).isFalse();
  }

  @Test
  void aRunOfAllClassesBeginsAgainWhereSomethingIsNotCommitted() throws IOException {
    write(CLASSES + "Blocks.java", "final class Blocks");
    leaveAReport();
    assertThat(hasReport()).isFalse();
  }

  @Test
  void aRunOfSomeClassesBeginsAgainAndLeavesThatOfAllAlone() throws IOException {
    leaveAReport();
    Path report = suites().filesFor(Which.CI).report(SuiteMode.OFF, "TestRead");
    Files.createDirectories(report.getParent());
    Files.createFile(report);
    assertThat(suites().filesFor(Which.CI).hasReport(SuiteMode.OFF, "TestRead")).isFalse();
    assertThat(hasReport()).isTrue();
  }

  private void leaveAReport() throws IOException {
    Path report = suites().filesFor(Which.ALL).report(SuiteMode.OFF, "TestRead");
    Files.createDirectories(report.getParent());
    Files.createFile(report);
  }

  private boolean hasReport() throws IOException {
    return suites().filesFor(Which.ALL).hasReport(SuiteMode.OFF, "TestRead");
  }

  private List<String> names(SuiteMode mode, String... words) throws IOException {
    return suites().parts(options(words)).get(mode).stream().map(SuitePart::toString).toList();
  }

  private static SuiteOptions options(String... words) {
    return SuiteOptions.parse(List.of(words));
  }

  private UpstreamSuites suites() throws IOException {
    return new UpstreamSuites(root);
  }

  private void commit() throws Exception {
    run("git", "add", "--all");
    run(
        "git", "-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet",
        "--message=change");
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  private void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).directory(root.toFile()).inheritIO().start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
  }
}
