package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.trace.TracedRead;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which reads of a trace are made, and of what place of a test file; blocks of 128 MiB. */
class ReadCheckTest {

  private static final long MIB = 1 << 20;
  private static final long BLOCK = 128 * MIB;
  private static final long FILE = ReadCheck.MOST_BYTES;

  private static TracedRead read(long file, long offset, long length) {
    return new TracedRead(7, "/f", file, offset, length);
  }

  @Test
  void readsOfAFileThatFitsStayWhereTheyAre() throws Exception {
    List<TracedRead> reads = List.of(read(FILE, 0, 5), read(FILE, FILE - 5, 5));
    assertThat(ReadCheck.fitting(reads, FILE, BLOCK)).isEqualTo(reads);
  }

  /** The ninth block of a longer file is the first one of eight. */
  @Test
  void othersBeginAsFarBehindTheStartOfABlockAsTheyDid() throws Exception {
    long large = 100L << 30;
    assertThat(
            ReadCheck.fitting(
                List.of(
                    read(large, 8 * BLOCK + 3, MIB), read(large, 15 * BLOCK, 2 * BLOCK),
                    read(large, 10 * BLOCK, FILE)),
                FILE, BLOCK))
        .containsExactly(read(FILE, 3, MIB), read(FILE, BLOCK, 2 * BLOCK));
  }

  @Test
  void readsAreFewAndOfLimitedBytes() throws Exception {
    List<TracedRead> many =
        LongStream.range(0, 10_000).mapToObj(i -> read(FILE, i, 1)).toList();
    assertThat(ReadCheck.fitting(many, FILE, BLOCK))
        .hasSize(ReadCheck.MOST_READS).contains(many.get(0), many.get(9_950));
    List<TracedRead> large =
        LongStream.range(0, 9).mapToObj(i -> read(FILE, i, 300 * MIB)).toList();
    assertThat(ReadCheck.fitting(large, FILE, BLOCK)).hasSize(3);
  }

  @Test
  void whereNoneFitsThatIsSaid() {
    assertThatThrownBy(
            () -> ReadCheck.fitting(List.of(read(FILE + 1, 0, FILE + 1)), FILE, BLOCK))
        .isInstanceOf(IOException.class)
        .hasMessage("no read of the trace fits into a test file: bytes=1073741824, reads=1");
  }
}
