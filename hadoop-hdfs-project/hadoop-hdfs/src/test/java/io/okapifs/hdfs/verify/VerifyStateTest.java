package io.okapifs.hdfs.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file that says how far a verification is. */
class VerifyStateTest {

  private static final VerifyState.Request ASKED =
      new VerifyState.Request("hdfs://c/d", "10%", 5, "90d", 1234, false);

  @TempDir Path folder;

  private final ByteArrayOutputStream warnings = new ByteArrayOutputStream();
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("state");
  }

  private VerifyState open(VerifyState.Request asked, boolean seedAsked) throws IOException {
    return VerifyState.open(file, asked, seedAsked, new PrintStream(warnings));
  }

  private static VerifyCounters counters(Count what, long number) {
    VerifyCounters counters = new VerifyCounters();
    counters.add(what, number);
    return counters;
  }

  private static String summary(VerifyState state) {
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
    VerifyReport report = new VerifyReport(nowhere, nowhere);
    state.addTo(report);
    return report.summary(Sample.ALL);
  }

  @Test
  void itSaysWhatIsFinishedWhatWasCountedAndWhatWasAskedFor() throws Exception {
    VerifyState begun = open(ASKED, false);
    assertThat(begun.last()).isNull();
    begun.begin();
    begun.finished("/d/a", counters(Count.FILES, 1));
    begun.finished("/d/\u00e9 \"\n", counters(Count.BAD, 2));
    begun.note();
    VerifyState.Request later =
        new VerifyState.Request("hdfs://c/d", "10%", 77, "90d", 9999, false);
    VerifyState found = open(later, false);
    assertThat(found.last()).isEqualTo("/d/\u00e9 \"\n");
    assertThat(summary(found)).startsWith("1 files verified, ").contains("bad: 2, ");
    assertThat(found.request()).as("seed and time are those of the begin").isEqualTo(ASKED);
    assertThat(folder).isDirectoryContaining(path -> path.equals(file));
    assertThat(Files.list(folder)).hasSize(1);
    found.end();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void nothingIsWrittenBeforeItBegins() throws Exception {
    open(ASKED, false);
    assertThat(folder).isEmptyDirectory();
  }

  private void assertRefused(VerifyState.Request asked, boolean seedAsked, String... words)
      throws IOException {
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(() -> open(asked, seedAsked))
        .isInstanceOf(IOException.class).hasMessageContainingAll(words);
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void aFileOfAnotherRequestIsRefusedWithBothAndKept() throws Exception {
    open(ASKED, false).begin();
    assertRefused(
        new VerifyState.Request("hdfs://c/e", "10%", 5, "90d", 1, false), false,
        file.toString(), "-path was hdfs://c/d, asked=hdfs://c/e");
    assertRefused(
        new VerifyState.Request("hdfs://c/d", null, 5, "90d", 1, false), false,
        "-sample was 10%, asked=null");
    assertRefused(
        new VerifyState.Request("hdfs://c/d", "10%", 5, "91d", 1, false), false,
        "-olderThan was 90d, asked=91d");
    assertRefused(
        new VerifyState.Request("hdfs://c/d", "10%", 5, "90d", 1, true), false,
        "-repair was false, asked=true");
    assertRefused(
        new VerifyState.Request("hdfs://c/d", "10%", 6, "90d", 1, false), true,
        "-seed was 5, asked=6");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "\n", "a text", "{}", "[]", "{\"format\":2}",
        "{\"format\":2,\"request\":null,\"last\":null,\"counts\":{}}",
        "{\"format\":1,\"request\":null,\"last\":null,\"counts\":{}}",
        "{\"format\":1,\"request\":REQUEST,\"last\":\"d/a\",\"counts\":{}}",
        "{\"format\":1,\"request\":REQUEST,\"last\":\"/d/a\",\"counts\":{\"BLOCKS\":1}}",
        "{\"format\":1,\"request\":REQUEST,\"last\":\"/d/a\",\"counts\":{\"BAD\":-1}}",
        "{\"format\":1,\"request\":REQUEST,\"last\":\"/d/a\",\"counts\":{\"BAD\":null}}",
        "{\"format\":1,\"request\":REQUEST,\"last\":\"/d/a\",\"counts\":null}",
        "{\"format\":1,\"request\":REQUEST,\"last\":\"/d/a\",\"counts\":{}",
        "{\"format\":1,\"request\":{\"path\":\"hdfs://c/d\"},\"last\":\"/d/a\",\"counts\":{}}",
      })
  void whatIsNoSuchFileIsRefusedAndKept(String text) throws Exception {
    String request =
        "{\"path\":\"hdfs://c/d\",\"sample\":\"10%\",\"seed\":5,\"olderThan\":\"90d\","
            + "\"changedUntilMillis\":1234,\"repair\":false}";
    Files.writeString(file, text.replace("REQUEST", request));
    assertRefused(ASKED, false, file + " does not say how far a verification is: ");
  }

  @Test
  void aFileThatCannotBeWrittenIsToldOnceAndAtTheBeginRefused() throws Exception {
    VerifyState begun = open(ASKED, false);
    begun.begin();
    Files.delete(file);
    Files.delete(folder);
    begun.note();
    begun.note();
    assertThat(warnings.toString()).startsWith(file + " cannot be written: ").hasLineCount(1);
    assertThatThrownBy(begun::begin)
        .isInstanceOf(IOException.class).hasMessageStartingWith(file + " cannot be written: ");
    Files.createDirectory(folder);
  }
}
