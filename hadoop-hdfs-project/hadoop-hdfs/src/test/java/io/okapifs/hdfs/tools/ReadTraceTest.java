package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.trace.TracedRead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace is a file of lines; what is no read is named by its line. */
class ReadTraceTest {

  @TempDir private Path folder;

  private Path write(String... lines) throws IOException {
    return Files.writeString(folder.resolve("trace"), String.join("\n", lines) + "\n");
  }

  @Test
  void aLineIsARead() throws Exception {
    Path file = write(TracedRead.HEADER, "1700000000000\t/data/f\t100\t10\t90");
    assertThat(ReadTrace.of(file))
        .containsExactly(new TracedRead(1_700_000_000_000L, "/data/f", 100, 10, 90));
  }

  @Test
  void partsOfARolledTraceMayStandBehindEachOther() throws Exception {
    Path file =
        write(TracedRead.HEADER, "1\t/f\t9\t0\t9", TracedRead.HEADER, "2\t/f\t9\t0\t9");
    assertThat(ReadTrace.of(file).stream().map(TracedRead::timeMs)).containsExactly(1L, 2L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/f", "/a b", "/tab\there", "/line\nbreak\r", "/back\\slash\\t", "/ü"})
  void anyPathComesBackFromItsLine(String path) {
    TracedRead read = new TracedRead(1, path, 9, 0, 9);
    assertThat(read.toLine()).doesNotContain("\n", "\r");
    assertThat(TracedRead.parse(read.toLine())).isEqualTo(read);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1\t/f\t9\t0", "1\t/f\t9\t0\t9\t9", "1 /f 9 0 9", "", "x\t/f\t9\t0\t9", "1\t/f\t9\t-1\t9",
        "1\t/f\t9\t0\t10", "1\t/f\t9\t9\t1", "1\t/f\t9\t0\t0", "1\tf\t9\t0\t9",
        "1\t/f\t9\t0\t99999999999999999999"
      })
  void aBadLineIsNamedByItsNumberWithWhatIsExpected(String line) throws Exception {
    Path file = write(TracedRead.HEADER, "1\t/f\t9\t0\t9", line);
    assertThatThrownBy(() -> ReadTrace.of(file))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + ", line 3: not a read")
        .hasMessageEndingWith(
            "; expected: time in ms, path, file length, offset, length, with tabs between them");
  }

  @Test
  void anotherFileIsNoTrace() throws Exception {
    Path file = write("#okapi-read-trace 2");
    assertThatThrownBy(() -> ReadTrace.of(file))
        .hasMessage(
            file + " is no trace of reads that this version knows: its first line must be"
                + " '#okapi-read-trace 1', not '#okapi-read-trace 2'");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatThrownBy(() -> ReadTrace.of(file)).hasMessage(file + " is no trace of reads: not UTF-8");
  }

  @Test
  void aTraceWithoutReadsAndNoTraceAtAllAreSaid() throws Exception {
    Path empty = write(TracedRead.HEADER);
    assertThatThrownBy(() -> ReadTrace.of(empty)).hasMessage(empty + " has no reads");
    assertThatThrownBy(() -> ReadTrace.of(folder))
        .hasMessage("a trace is a file, and " + folder + " is a directory");
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> ReadTrace.of(none)).hasMessage("no trace " + none + " on this machine");
  }
}
