package io.okapifs.hdfs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pass over a file with one lost block fetches: each byte once, as memory allows. */
class DegradedPassTest {

  private static final int CELL = 16;
  private static final int CELLS = 16;
  private static final int BLOCK = CELLS * CELL;
  private static final int K = 6;
  private static final int LENGTH = 4 * K * BLOCK;
  private static final GroupPolicy RS_6_3 = new GroupPolicy("RS-6-3-16", "rs", K, 3, 1, CELL);
  private static final long ENOUGH = (long) K * BLOCK;

  private final DegradedReadMemory memory = new DegradedReadMemory();
  private final DegradedReadStatistics statistics = new DegradedReadStatistics();

  static Stream<Arguments> everyLostPosition() {
    return Stream.of(1, 2, 3, 6)
        .flatMap(width -> Stream.of(0, 1, 2, 3, 4, 5).map(lost -> Arguments.of(width, lost)));
  }

  /** What the pass has behind it in the group when it meets the loss. */
  private static long passedBytes(int stripeWidth, int lost) {
    return (long) lost / stripeWidth * stripeWidth * BLOCK;
  }

  /** What it has before it behind the stripe of the loss. */
  private static long aheadBytes(int stripeWidth, int lost) {
    return (long) (K - stripeWidth) * BLOCK - passedBytes(stripeWidth, lost);
  }

  private long fetched(int stripeWidth, int lost, long budget, boolean known, int step)
      throws IOException {
    FileInMemory file = new FileInMemory(new FileLayout(RS_6_3, stripeWidth, BLOCK), LENGTH, 3);
    file.lose(Source.data(lost));
    StreamMemory stream = new StreamMemory(new ElasticByteBufferPool(), memory, budget, statistics);
    if (known) {
      stream.lost().add(Source.data(lost), "known");
    }
    for (int from = 0; from < LENGTH; from += step) {
      int to = Math.min(LENGTH, from + step);
      ByteBuffer target = ByteBuffer.allocate(to - from);
      RangeRead.read(file, stream, file.view(), new ByteRange(from, to), target, from);
      assertThat(target.array()).isEqualTo(Arrays.copyOfRange(file.content, from, to));
    }
    assertThat(memory.reservedBytes()).as("of what is behind nothing is kept").isZero();
    // The parity takes the place of the lost block.
    assertThat(statistics.getLong(DegradedReadStatistics.BYTES_FETCHED_TWICE))
        .isEqualTo(file.bytesFetched() - LENGTH);
    statistics.reset();
    return file.bytesFetched();
  }

  @ParameterizedTest
  @MethodSource("everyLostPosition")
  void aKnownLossCostsNothingWhereThereIsMemory(int stripeWidth, int lost) throws IOException {
    long budget = Math.max(passedBytes(stripeWidth, lost), aheadBytes(stripeWidth, lost));
    assertThat(fetched(stripeWidth, lost, budget, true, stripeWidth * CELL)).isEqualTo(LENGTH);
    assertThat(fetched(stripeWidth, lost, ENOUGH, true, CELL)).isEqualTo(LENGTH);
  }

  @ParameterizedTest
  @MethodSource("everyLostPosition")
  void aLossThatIsMetCostsWhatWasPassedOnce(int stripeWidth, int lost) throws IOException {
    assertThat(fetched(stripeWidth, lost, ENOUGH, false, stripeWidth * CELL))
        .isEqualTo(LENGTH + passedBytes(stripeWidth, lost));
  }

  /** Each byte for which there is no room is fetched twice, no other one. */
  @ParameterizedTest
  @MethodSource("everyLostPosition")
  void lessMemoryCostsWhatItLacks(int stripeWidth, int lost) throws IOException {
    long passed = passedBytes(stripeWidth, lost);
    long ahead = aheadBytes(stripeWidth, lost);
    for (long budget : List.of(0L, 17L * CELL, (long) BLOCK, 2L * BLOCK, 4L * BLOCK)) {
      long lacked = Math.max(0, passed - budget) + Math.max(0, ahead - budget);
      assertThat(fetched(stripeWidth, lost, budget, true, stripeWidth * CELL) - LENGTH)
          .as("budget %d, passed %d, ahead %d", budget, passed, ahead)
          .isLessThanOrEqualTo(lacked);
    }
  }

  /** What calls fetch that take so many bytes each, without memory of their own. */
  private long fetchedByCalls(int stripeWidth, List<Integer> losses, boolean known, int callBytes)
      throws IOException {
    FileInMemory file = new FileInMemory(new FileLayout(RS_6_3, stripeWidth, BLOCK), LENGTH, 3);
    StreamMemory stream = new StreamMemory(new ElasticByteBufferPool(), memory, 0);
    for (int block : losses) {
      file.lose(Source.data(block));
      if (known) {
        stream.lost().add(Source.data(block), "known");
      }
    }
    for (int from = 0; from < LENGTH; from += callBytes) {
      ByteRange call = new ByteRange(from, Math.min(LENGTH, from + callBytes));
      ByteBuffer target = ByteBuffer.allocate(call.length());
      for (long at = from; at < call.to(); ) {
        at = RangeRead.readOn(file, stream, file.view(), ReadCall.of(call, target), at);
      }
      assertThat(target.position()).isZero();
      assertThat(target.array())
          .isEqualTo(Arrays.copyOfRange(file.content, from, (int) call.to()));
    }
    if (callBytes == LENGTH) {
      assertThat(stream.cells().bytes()).as("kept beside the caller's buffer").isZero();
    }
    return file.bytesFetched();
  }

  /** What one call wants it has room for: its buffer is all the memory that it needs. */
  @ParameterizedTest
  @MethodSource("everyLostPosition")
  void oneCallFetchesEachByteOnce(int stripeWidth, int lost) throws IOException {
    for (boolean known : new boolean[] {true, false}) {
      assertThat(fetchedByCalls(stripeWidth, List.of(lost), known, LENGTH)).isEqualTo(LENGTH);
    }
  }

  /** Stripes that begin or end in the middle of a group, and losses in several groups. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 8, 16})
  void oneCallFetchesEachByteOnceWhateverIsLost(int stripeWidth) throws IOException {
    for (List<Integer> losses :
        List.of(List.of(0, 5), List.of(1, 3, 5), List.of(4, 6, 7, 17), List.of(0, 8, 16, 23))) {
      for (boolean known : new boolean[] {true, false}) {
        assertThat(fetchedByCalls(stripeWidth, losses, known, LENGTH))
            .as("losses %s, known %s", losses, known)
            .isEqualTo(LENGTH);
      }
    }
  }

  /** Helpers outside of a call are fetched in addition, and nothing else. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6})
  void callsThatEndWithinAGroupAreRightAndFetchTheRestOfItsRowsAtMost(int stripeWidth)
      throws IOException {
    for (int callBytes : new int[] {CELL / 2, 5 * CELL + 3, BLOCK, 3 * BLOCK + 7, 7 * BLOCK}) {
      assertThat(fetchedByCalls(stripeWidth, List.of(1, 9), true, callBytes))
          .as("calls of %d bytes", callBytes)
          .isBetween((long) LENGTH, (long) LENGTH + 2L * K * BLOCK);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "many"})
  void aLimitThatIsNoneIsRefused(String limit) {
    Configuration conf = new Configuration(false);
    conf.set(DegradedReadMemory.MAX_KEY, limit);
    assertThatThrownBy(() -> DegradedReadMemory.maxBytes(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("dfs.client.ec.degraded-read.cache.max-bytes=" + limit);
  }

  @Test
  void theLimitHasTheUnitsOfHdfs() {
    Configuration conf = new Configuration(false);
    assertThat(DegradedReadMemory.maxBytes(conf)).isEqualTo(64 << 20);
    conf.set(DegradedReadMemory.MAX_KEY, "1m");
    assertThat(DegradedReadMemory.maxBytes(conf)).isEqualTo(1 << 20);
  }
}
