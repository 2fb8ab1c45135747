package io.okapifs.hdfs.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a client writes of its reads, and what it does not. */
class ReadTracerTest {

  private static final long FILE_BYTES = 1000;

  @TempDir private Path folder;

  private Path trace() {
    return folder.resolve("trace");
  }

  private ReadTracer tracer(int percent, int... dice) {
    Iterator<Integer> thrown = IntStream.of(dice).iterator();
    return new ReadTracer(
        "/f", new ReadTraceFile(trace().toFile(), 10_000), percent,
        () -> thrown.hasNext() ? thrown.next() : 0);
  }

  /** Offset and length of what stands in the trace. */
  private List<String> traced() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(trace()));
    assertThat(lines.remove(0)).isEqualTo(TracedRead.HEADER);
    return lines.stream().map(TracedRead::parse)
        .map(read -> read.offset() + "+" + read.length()).toList();
  }

  @Test
  void aPositionalReadIsALine() throws Exception {
    long before = System.currentTimeMillis();
    tracer(100).read(10, 20, FILE_BYTES);
    TracedRead read = TracedRead.parse(Files.readAllLines(trace()).get(1));
    assertThat(read).isEqualTo(new TracedRead(read.timeMs(), "/f", FILE_BYTES, 10, 20));
    assertThat(read.timeMs()).isBetween(before, System.currentTimeMillis());
  }

  @Test
  void callsThatGoOnWhereTheLastOneEndedAreOneRead() throws Exception {
    ReadTracer tracer = tracer(100);
    tracer.readInPass(0, 100, FILE_BYTES);
    tracer.readInPass(100, 50, FILE_BYTES);
    tracer.readInPass(150, 50, FILE_BYTES);
    tracer.read(700, 1, FILE_BYTES);
    tracer.readInPass(400, 10, FILE_BYTES);
    tracer.endPass();
    tracer.endPass();
    assertThat(traced()).containsExactly("700+1", "0+200", "400+10");
  }

  @Test
  void aPassMayBeginAnywhereAndNothingReadIsNoRead() throws Exception {
    ReadTracer tracer = tracer(100);
    tracer.endPass();
    tracer.readInPass(30, 5, FILE_BYTES);
    tracer.readInPass(35, 0, FILE_BYTES);
    tracer.read(3, 0, FILE_BYTES);
    tracer.endPass();
    tracer.readInPass(35, 5, FILE_BYTES);
    tracer.endPass();
    assertThat(traced()).containsExactly("30+5", "35+5");
  }

  @Test
  void aSampleIsTraced() throws Exception {
    ReadTracer tracer = tracer(10, 9, 10, 99, 0);
    IntStream.rangeClosed(1, 4).forEach(i -> tracer.read(i, 1, FILE_BYTES));
    assertThat(traced()).containsExactly("1+1", "4+1");
  }

  @Test
  void aTraceThatIsFullIsRenamedAndAnotherOneBegins() throws Exception {
    int line = bytes("/f", 1) - TracedRead.HEADER.length() - 1;
    ReadTraceFile file =
        new ReadTraceFile(trace().toFile(), TracedRead.HEADER.length() + 1 + 3L * line);
    for (int i = 1; i <= 8; i++) {
      file.append(new TracedRead(1, "/f", FILE_BYTES, i, 1));
    }
    assertThat(traced()).containsExactly("7+1", "8+1");
    assertThat(Files.readAllLines(folder.resolve("trace.1"))).hasSize(4)
        .first().isEqualTo(TracedRead.HEADER);
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("trace", "trace.1");
  }

  private static int bytes(String path, int offset) {
    return TracedRead.HEADER.length() + 1
        + new TracedRead(1, path, FILE_BYTES, offset, 1).toLine().length() + 1;
  }

  @Test
  void aTraceThatCannotBeWrittenFailsNoReadAndIsGivenUp() throws Exception {
    Files.createDirectory(trace());
    ReadTracer tracer = tracer(100);
    assertThatCode(() -> tracer.read(0, 1, FILE_BYTES)).doesNotThrowAnyException();
    Files.delete(trace());
    tracer.read(0, 1, FILE_BYTES);
    assertThat(trace()).doesNotExist();
  }

  @Test
  void nothingIsTracedWhereNoFileIsSet() {
    Configuration conf = new Configuration(false);
    conf.set(ReadTracer.SAMPLE_KEY, "0");
    ReadTracer tracer = ReadTracer.of(conf, "/f");
    tracer.read(0, 1, FILE_BYTES);
    tracer.readInPass(0, 1, FILE_BYTES);
    tracer.endPass();
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 64m, sample-percent=0", "101, 64m, sample-percent=101", "10, 0, max-bytes=0",
    "ten, 64m, sample-percent=ten", "10, much, max-bytes=much"
  })
  void badValuesAreRefusedByKeyAndValue(String percent, String maxBytes, String told) {
    Configuration conf = new Configuration(false);
    conf.set(ReadTracer.FILE_KEY, trace().toString());
    conf.set(ReadTracer.SAMPLE_KEY, percent);
    conf.set(ReadTracer.MAX_KEY, maxBytes);
    assertThatThrownBy(() -> ReadTracer.of(conf, "/f"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("dfs.client.ec.read-trace." + told);
  }
}
