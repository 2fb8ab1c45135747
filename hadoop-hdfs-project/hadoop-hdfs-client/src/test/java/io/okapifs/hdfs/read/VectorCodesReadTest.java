package io.okapifs.hdfs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Degraded reads of codes with sub-blocks. */
class VectorCodesReadTest {

  private static final int CELL = 1024;
  private static final int BLOCK = 8 * CELL;
  private static final long SEED = 3;

  private static GroupPolicy policy(String codec, int k, int r) {
    return new GroupPolicy("P", codec, k, r, CodeRegistry.create(codec, k, r).alpha(), CELL);
  }

  private static FileInMemory file(GroupPolicy policy, int stripeWidth, int length) {
    return new FileInMemory(new FileLayout(policy, stripeWidth, BLOCK), length, SEED);
  }

  private static StreamMemory memory() {
    return new StreamMemory(new ElasticByteBufferPool(), new DegradedReadMemory(), 0);
  }

  private static void assertRangeIsExact(
      FileInMemory file, StreamMemory memory, long from, long to) throws IOException {
    ByteBuffer target = ByteBuffer.allocate((int) (to - from));
    RangeRead.read(file, memory, file.view(), new ByteRange(from, to), target, from);
    assertThat(target.array())
        .as("bytes %d..%d without %s", from, to, file.failures.keySet())
        .isEqualTo(Arrays.copyOfRange(file.content, (int) from, (int) to));
  }

  private static void assertPassIsExact(FileInMemory file) throws IOException {
    StreamMemory memory = memory();
    int row = CELL * file.view().layout().stripeWidth();
    for (int from = 0; from < file.content.length; from += row) {
      assertRangeIsExact(file, memory, from, Math.min(file.content.length, from + row));
    }
  }

  /** Groups that are full, and such as end anywhere, the first cell included. */
  @ParameterizedTest
  @CsvSource({
    "less2, 4, 2, 4", "less3, 6, 3, 2", "less4, 4, 4, 1", "hashtag3, 4, 3, 3", "et2, 4, 2, 5",
    "hhxorplus, 4, 3, 4", "clay, 4, 2, 3", "butterfly, 3, 2, 3", "pmrbt, 3, 2, 2",
    "less2, 120, 4, 16"
  })
  void everyLossThatCanBeRebuiltIsRead(String codec, int k, int r, int stripeWidth)
      throws IOException {
    GroupPolicy policy = policy(codec, k, r);
    Random random = new Random(SEED);
    int group = k * BLOCK;
    for (int length : new int[] {2 * group, group + 3 * CELL + 5, CELL - 1, 7 * CELL + 300}) {
      for (BitSet lost : MemberSets.ofSize(k + r, r).limit(20).toList()) {
        FileInMemory file = file(policy, stripeWidth, length);
        long last = file.view().layout().groupCount(length) - 1;
        for (int loss : lost.stream().toArray()) {
          int member = random.nextInt(4) == 0 ? random.nextInt(k + r) : loss;
          file.lose(file.member(0, member));
          file.lose(file.member(last, member));
        }
        assertPassIsExact(file);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"less3, 6, 3, 1", "less3, 6, 3, 6", "hashtag3, 4, 3, 3", "less2, 120, 4, 16"})
  void everyRangeOfALostBlockIsExact(String codec, int k, int r, int stripeWidth)
      throws IOException {
    FileInMemory file = file(policy(codec, k, r), stripeWidth, k * BLOCK - 77);
    file.lose(Source.data(0));
    file.lose(Source.data(1));
    FileLayout layout = file.view().layout();
    int stripe = (int) Math.min(layout.stripeSize(), file.content.length);
    Random random = new Random(SEED);
    for (int i = 0; i < 200; i++) {
      int from = random.nextInt(stripe - 1);
      int to = from + 1 + random.nextInt(stripe - from);
      assertRangeIsExact(file, memory(), from, to);
    }
  }

  private static void assertCallIsExact(
      FileInMemory file, StreamMemory memory, long from, long to) throws IOException {
    ByteRange call = new ByteRange(from, to);
    ByteBuffer target = ByteBuffer.allocate(call.length());
    for (long at = from; at < to; ) {
      at = RangeRead.readOn(file, memory, file.view(), ReadCall.of(call, target), at);
    }
    assertThat(target.array())
        .as("bytes %d..%d without %s", from, to, file.failures.keySet())
        .isEqualTo(Arrays.copyOfRange(file.content, (int) from, (int) to));
  }

  /** What is read of one sub-block to decode another one is wanted itself. */
  @ParameterizedTest
  @CsvSource({
    "less2, 6, 3", "less4, 10, 4", "hashtag3, 6, 3", "et2, 4, 2", "hhxorplus, 10, 4", "clay, 4, 2"
  })
  void oneCallFetchesEachByteOnce(String codec, int k, int r) throws IOException {
    for (int stripeWidth : new int[] {1, 2, 3, k}) {
      for (int lost = 0; lost < k; lost++) {
        FileInMemory file = file(policy(codec, k, r), stripeWidth, 2 * k * BLOCK - 3 * CELL / 2);
        file.lose(Source.data(lost));
        file.lose(Source.data(k + (lost + 1) % k));
        assertCallIsExact(file, memory(), 0, file.content.length);
        assertThat(file.bytesFetched())
            .as("stripe width %d, lost %d", stripeWidth, lost)
            .isEqualTo(file.distinctBytesFetched());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"less3, 6, 3, 1", "hashtag3, 4, 3, 3", "clay, 4, 2, 3", "less2, 120, 4, 16"})
  void callsOverManyStripesAreExact(String codec, int k, int r, int stripeWidth)
      throws IOException {
    FileInMemory file = file(policy(codec, k, r), stripeWidth, 2 * k * BLOCK - 77);
    file.lose(Source.data(0));
    file.lose(Source.data(k - 1));
    file.lose(Source.data(k + 1));
    StreamMemory memory = memory();
    Random random = new Random(SEED);
    for (int i = 0; i < 50; i++) {
      int from = random.nextInt(file.content.length - 1);
      int to = from + 1 + random.nextInt(file.content.length - from);
      assertCallIsExact(file, random.nextBoolean() ? memory : memory(), from, to);
    }
  }

  /** The full length is in use where a writer folded data before it knew how long the file is. */
  @Test
  void theParitiesOfATailGroupMayBeAsLongAsThoseOfAFullOne() throws IOException {
    GroupPolicy policy = policy("less4", 4, 4);
    FileInMemory file = file(policy, 4, 9 * CELL + 10);
    file.encodeFull();
    for (int lost = 0; lost < 3; lost++) {
      file.lose(Source.data(lost));
      assertPassIsExact(file);
    }
  }

  @Test
  void aRangeCostsTheMatchingRangesOfTheSubBlocksThatItDependsOn() throws IOException {
    GroupPolicy policy = policy("less4", 10, 4);
    ErasureCode code = policy.code();
    for (int lost = 0; lost < 10; lost++) {
      FileInMemory file = file(policy, 1, 10 * BLOCK);
      file.lose(Source.data(lost));
      RepairPlan plan =
          code.repair(MemberSets.of(lost), MemberSets.others(MemberSets.of(lost), code.n()));
      long from = file.view().layout().fileOffset(lost, 2 * CELL + 100);
      assertRangeIsExact(file, memory(), from, from + 200);
      assertThat(file.bytesFetched()).isEqualTo(file.distinctBytesFetched());
      assertThat(file.bytesFetched())
          .as("member %s", lost)
          .isGreaterThanOrEqualTo(10 * 200)
          .isLessThanOrEqualTo(plan.cost() * 200L);
    }
  }

  @Test
  void moreLossesThanTheCodeSurvivesAreNamed() throws IOException {
    FileInMemory file = file(policy("less3", 6, 3), 6, 6 * BLOCK);
    for (int lost = 0; lost < 4; lost++) {
      file.lose(Source.data(lost));
    }
    assertThatThrownBy(() -> assertRangeIsExact(file, memory(), 0, 10))
        .isInstanceOf(UnrecoverableGroupException.class)
        .hasMessageContaining("too many members are lost");
  }

  /** A helper that fails while its range is fetched costs another plan. */
  @Test
  void helpersThatFailOnTheWayAreReplaced() throws IOException {
    for (int helper = 1; helper < 9; helper++) {
      FileInMemory file = file(policy("less3", 6, 3), 6, 6 * BLOCK);
      file.lose(Source.data(0));
      file.failures.put(file.member(0, helper), 5L * CELL);
      assertPassIsExact(file);
    }
  }
}
