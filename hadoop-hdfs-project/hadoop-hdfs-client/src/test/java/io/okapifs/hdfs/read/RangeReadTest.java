package io.okapifs.hdfs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RangeReadTest {

  private static final int CELL = 16;
  private static final int BLOCK = 64;
  private static final GroupPolicy RS_3_2 = new GroupPolicy("RS-3-2-16", "rs", 3, 2, 1, CELL);
  private static final long SEED = 7;

  private StreamMemory memory;

  @BeforeEach
  void startWithoutMemory() {
    memory = new StreamMemory(new ElasticByteBufferPool(), new DegradedReadMemory(), 0);
  }

  private static FileInMemory file(int stripeWidth, int length) {
    return new FileInMemory(new FileLayout(RS_3_2, stripeWidth, BLOCK), length, SEED);
  }

  private byte[] read(FileInMemory file, long from, long to) throws IOException {
    ByteBuffer target = ByteBuffer.allocate((int) (to - from));
    RangeRead.read(file, memory, file.view(), new ByteRange(from, to), target, from);
    return target.array();
  }

  /** Reads as a sequential reader does, a row at a time. */
  private void assertPassIsExact(FileInMemory file) throws IOException {
    int row = CELL * file.view().layout().stripeWidth();
    for (int from = 0; from < file.content.length; from += row) {
      assertRangeIsExact(file, from, Math.min(file.content.length, from + row));
    }
  }

  private void assertRangeIsExact(FileInMemory file, int from, int to) throws IOException {
    assertThat(read(file, from, to))
        .as("bytes %d..%d, lost %s", from, to, file.failures)
        .isEqualTo(Arrays.copyOfRange(file.content, from, to));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void healthyReadFetchesEveryByteThatIsAskedForAndNoOther(int stripeWidth) throws IOException {
    int length = 2 * stripeWidth * BLOCK + 37;
    for (int from = 0; from < stripeWidth * BLOCK; from += 5) {
      for (int to = from + 1; to <= stripeWidth * BLOCK; to += 11) {
        FileInMemory file = file(stripeWidth, length);
        assertRangeIsExact(file, from, to);
        Set<Source> asked = new TreeSet<>(java.util.Comparator.comparing(Source::number));
        for (int offset = from; offset < to; offset++) {
          asked.add(Source.data(file.view().layout().blockAt(offset)));
        }
        assertThat(file.touched()).isEqualTo(asked);
        assertThat(file.bytesFetched()).isEqualTo(to - from);
      }
    }
  }

  /** Rows of this file are longer than its blocks: one round is enough where the loss is known. */
  @ParameterizedTest
  @CsvSource({"true, 1", "false, 2"})
  void helpersOfABlockThatIsKnownToBeLostAreReadWithTheOtherBlocks(boolean known, int rounds)
      throws IOException {
    FileInMemory file = file(2, 6 * BLOCK);
    Source lost = Source.data(1);
    file.lose(lost);
    if (known) {
      file.unplaced.add(lost);
    }
    assertRangeIsExact(file, 0, 2 * BLOCK);
    assertThat(file.rounds).isEqualTo(rounds);
    assertThat(file.distinctBytesFetched()).isEqualTo(3 * BLOCK);
  }

  /** It may have come back: the NameNode is asked once before a read fails. */
  @Test
  void tooManyBlocksWithoutAPlaceAreAskedForOnceMore() throws IOException {
    FileInMemory file = file(3, 3 * BLOCK);
    for (int block = 0; block < 3; block++) {
      file.unplaced.add(Source.data(block));
    }
    assertRangeIsExact(file, 0, 3 * BLOCK);
    assertThat(file.refreshes).containsExactly(0L);
  }

  @ParameterizedTest
  @CsvSource({"1,700", "2,700", "3,700", "4,700", "5,700", "3,1", "2,65", "4,257", "5,960"})
  void everyLossOfUpToTwoMembersIsSurvivedInEveryGroup(int stripeWidth, int length)
      throws IOException {
    FileLayout layout = new FileLayout(RS_3_2, stripeWidth, BLOCK);
    for (long group = 0; group < layout.groupCount(length); group++) {
      for (int first = 0; first < RS_3_2.n(); first++) {
        for (int second = first; second < RS_3_2.n(); second++) {
          FileInMemory file = file(stripeWidth, length);
          file.lose(file.member(group, first));
          file.lose(file.member(group, second));
          startWithoutMemory();
          assertPassIsExact(file);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void everyRangeOfALostBlockIsExactWhereverTheBlockFails(int stripeWidth) throws IOException {
    int length = 5 * BLOCK + 9;
    int stripe = Math.min(length, stripeWidth * BLOCK);
    for (int lost = 0; lost < stripeWidth; lost++) {
      for (int from = 0; from < stripe; from += 7) {
        FileInMemory file = file(stripeWidth, length);
        file.failures.put(Source.data(lost), (long) from % BLOCK);
        startWithoutMemory();
        assertRangeIsExact(file, from, Math.min(stripe, from + 45));
        assertRangeIsExact(file, 0, stripe);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5})
  void onePassInSmallStepsFetchesNoByteTwiceOnceTheLossIsKnown(int stripeWidth)
      throws IOException {
    for (int lost = 0; lost < 2; lost++) {
      FileInMemory file = file(stripeWidth, 3 * BLOCK);
      file.lose(Source.data(lost));
      file.lose(Source.data(2));
      startWithoutMemory();
      memory.lost().add(Source.data(lost), "known");
      for (int from = 0; from < 3 * BLOCK; from += 5) {
        assertRangeIsExact(file, from, Math.min(3 * BLOCK, from + 5));
      }
      assertThat(file.bytesFetched()).isEqualTo(file.distinctBytesFetched());
    }
  }

  /** Two reads of a stream may fail at the same loss; one of them decodes it for both. */
  @Test
  void aReadGoesOnWhereAnotherOneHasLeftBehindAllThatIsLost() throws IOException {
    FileInMemory file = file(1, 6 * BLOCK);
    file.lose(Source.data(0));
    memory.lost().add(Source.data(5), "known, so that reads are careful");
    file.meanwhile = () -> leaveBehind(file, 3);
    ByteBuffer target = ByteBuffer.allocate(3 * BLOCK);
    ReadCall call = ReadCall.of(new ByteRange(0, 3 * BLOCK), target);
    assertThat(RangeRead.readOn(file, memory, file.view(), call, 0)).isEqualTo(3 * BLOCK);
    assertThat(target.array()).isEqualTo(Arrays.copyOf(file.content, 3 * BLOCK));
  }

  private void leaveBehind(FileInMemory file, int blocks) {
    for (int block = 0; block < blocks; block++) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(BLOCK).put(0, file.content, block * BLOCK, BLOCK);
      memory.cells().add(
          block, new ByteRange(0, BLOCK), bytes, Long.MAX_VALUE,
          new NextUse(file.view(), memory.lost(), 0));
    }
  }

  /** As many as a healthy read of as many blocks would open. */
  @ParameterizedTest
  @CsvSource({"6,3,1", "6,3,2", "6,3,3", "6,3,6", "10,4,1", "10,4,5"})
  void aReadAroundALossOpensEachHelperOnce(int k, int r, int stripeWidth) throws IOException {
    GroupPolicy policy = new GroupPolicy("RS", "rs", k, r, 1, CELL);
    int rows = 8;
    FileLayout layout = new FileLayout(policy, stripeWidth, rows * CELL);
    FileInMemory file = new FileInMemory(layout, k * rows * CELL, SEED);
    file.lose(Source.data(0));
    memory.lost().add(Source.data(0), "known");
    assertRangeIsExact(file, 0, stripeWidth * rows * CELL);
    assertThat(file.opens).isEqualTo(k);
    assertThat(file.bytesFetched()).isEqualTo((long) k * rows * CELL);
  }

  /** A cell in the middle of a lost block, then one further on: nothing between them is read. */
  @Test
  void whatIsNotWantedIsNotAskedFor() throws IOException {
    FileInMemory file = file(1, 3 * BLOCK);
    file.lose(Source.data(0));
    memory.lost().add(Source.data(0), "known");
    assertRangeIsExact(file, CELL, 2 * CELL);
    assertThat(file.fetched).allMatch(fetch -> fetch.goesOnTo() == 2 * CELL);
  }

  @Test
  void bytesThatTheTargetHoldsHelpToDecodeTheRestOfTheRow() throws IOException {
    FileInMemory file = file(3, 3 * BLOCK);
    file.lose(Source.data(1));
    ByteBuffer row = ByteBuffer.allocate(3 * CELL);
    ByteRange head = new ByteRange(4, CELL);
    RangeRead.read(file, memory, file.view(), head, row.duplicate().position(4), 4);
    ByteRange rest = new ByteRange(4, 3 * CELL);
    RangeRead.read(file, memory, file.view(), rest, row.duplicate().position(4), CELL);
    assertThat(Arrays.copyOfRange(row.array(), 4, 3 * CELL))
        .isEqualTo(Arrays.copyOfRange(file.content, 4, 3 * CELL));
    // Of the first block the row starts at byte 4, the decoding of the second needs its head too.
    assertThat(file.bytesFetched()).isEqualTo(3 * CELL);
    assertThat(file.distinctBytesFetched()).isEqualTo(3 * CELL);
  }

  @Test
  void aWindowOfALostBlockCostsOneFetchPerHelper() throws IOException {
    FileInMemory file = file(1, 3 * BLOCK);
    file.lose(Source.data(1));
    assertRangeIsExact(file, BLOCK + 3, BLOCK + 13);
    assertThat(file.bytesFetched()).isEqualTo(3 * 10);
    assertThat(file.touched())
        .containsExactlyInAnyOrder(Source.data(0), Source.data(2), file.parity(0, 0));
  }

  @Test
  void theParityOfTheLowestRankHelpsAfterTheData() throws IOException {
    FileInMemory file = file(1, 3 * BLOCK);
    file.ranks = List.of(1, 0);
    file.lose(Source.data(1));
    assertRangeIsExact(file, BLOCK + 3, BLOCK + 13);
    assertThat(file.touched())
        .containsExactlyInAnyOrder(Source.data(0), Source.data(2), file.parity(0, 1));
  }

  @Test
  void lostMembersThatEndBeforeTheWindowAreZerosAndNoLoss() throws IOException {
    FileInMemory file = file(3, 3 * CELL + 5);
    for (int member = 0; member < 4; member++) {
      file.lose(file.member(0, member));
      memory.lost().add(file.member(0, member), "known");
    }
    assertRangeIsExact(file, 3 * CELL, 3 * CELL + 5);
    assertThat(file.touched()).containsExactly(file.parity(0, 1));
    assertThat(file.refreshes).isEmpty();
  }

  @Test
  void twoLostBlocksOfARowAreDecodedFromOneSetOfHelpers() throws IOException {
    FileInMemory file = file(3, 3 * BLOCK);
    file.lose(Source.data(0));
    file.lose(Source.data(2));
    assertRangeIsExact(file, 0, CELL);
    long afterFirst = file.bytesFetched();
    assertRangeIsExact(file, 2 * CELL, 3 * CELL);
    assertThat(afterFirst).isEqualTo(3 * CELL);
    assertThat(file.bytesFetched()).isEqualTo(afterFirst);
  }

  @Test
  void aHelperThatFailsMidwayIsReplacedAndTheOthersAreNotReadAgain() throws IOException {
    // Cells of which each is a row.
    int cell = 512 << 10;
    GroupPolicy policy = new GroupPolicy("RS-3-2-512k", "rs", 3, 2, 1, cell);
    FileInMemory file = new FileInMemory(new FileLayout(policy, 3, 4 * cell), 9 * cell, SEED);
    file.lose(Source.data(0));
    file.failures.put(file.parity(0, 0), (long) 2 * cell);
    assertRangeIsExact(file, 0, 9 * cell);
    assertThat(file.bytesFetched()).isEqualTo(file.distinctBytesFetched());
    assertThat(file.touched()).contains(file.parity(0, 0), file.parity(0, 1));
  }

  @Test
  void smallCellsAreFetchedTogether() throws IOException {
    FileInMemory file = file(1, 3 * BLOCK);
    file.lose(Source.data(1));
    assertRangeIsExact(file, BLOCK, 2 * BLOCK);
    assertThat(file.fetched).hasSize(3);
  }

  @Test
  void moreLossesThanParitiesAreRefusedWithEveryReason() {
    FileInMemory file = file(2, 6 * BLOCK);
    file.lose(Source.data(3));
    file.lose(Source.data(4));
    file.lose(file.parity(1, 1));
    assertThatThrownBy(() -> read(file, 2 * BLOCK, 4 * BLOCK))
        .isInstanceOf(UnrecoverableGroupException.class)
        .hasMessageContaining("group=1, code=RS-3-2, lostMembers=3")
        .hasMessageContaining("member 0 (data block 3): disk of data block 3 burnt")
        .hasMessageContaining("member 1 (data block 4): disk of data block 4 burnt")
        .hasMessageContaining("member 4 (parity 1 of group 1)");
    assertThat(file.refreshes).containsExactly(1L);
  }

  @Test
  void freshLocationsGiveAGroupASecondChance() throws IOException {
    FileInMemory file = file(2, 6 * BLOCK);
    List<Source> losses = new ArrayList<>();
    for (int member = 0; member < 4; member++) {
      losses.add(file.member(0, member));
    }
    losses.forEach(file::lose);
    file.healedByRefresh.addAll(losses);
    assertRangeIsExact(file, 0, 2 * BLOCK);
    assertThat(file.refreshes).containsExactly(0L);
  }

  @Test
  void aRegroupedFileIsDecodedByItsNewPolicy() throws IOException {
    FileInMemory file = file(2, 10 * BLOCK - 3);
    file.lose(Source.data(1));
    file.regroup(new GroupPolicy("RS-6-3-16", "rs", 6, 3, 1, CELL));
    assertRangeIsExact(file, 0, 2 * BLOCK);
    file.regroup(new GroupPolicy("LESS3-6-3-16", "less3", 6, 3, 3, CELL));
    assertRangeIsExact(file, 0, 2 * BLOCK);
  }

  /** Old parity that was fetched before must not be decoded with the new one. */
  @Test
  void parityOfTwoPoliciesIsNeverMixed() throws IOException {
    FileInMemory file = file(3, 9 * BLOCK);
    file.regroupUnnoticed(new GroupPolicy("RS-6-3-16", "rs", 6, 3, 1, CELL));
    for (int lost : new int[] {0, 1, 2}) {
      file.lose(Source.data(lost));
    }
    file.healedByRefresh.add(Source.data(1));
    memory.lost().add(Source.data(1), "it was lost when the stream read it last");
    assertRangeIsExact(file, 0, 3 * BLOCK);
    assertThat(file.refreshes).containsExactly(0L);
    assertThat(file.touched()).as("old and new").contains(
        Source.parity(0, 0, 1), Source.parity(0, 0, 2));
  }

  @Test
  void aGroupThatMayStillChangeIsNotDecoded() throws IOException {
    FileInMemory file = file(2, 8 * BLOCK);
    file.lose(Source.data(0));
    file.lose(Source.data(3));
    FileView open = new FileView(file.view().layout(), 8 * BLOCK, 4);
    ByteBuffer target = ByteBuffer.allocate(2 * BLOCK);
    RangeRead.read(file, memory, open, new ByteRange(0, 2 * BLOCK), target, 0);
    assertThat(target.array()).isEqualTo(Arrays.copyOf(file.content, 2 * BLOCK));
    ByteRange second = new ByteRange(2 * BLOCK, 4 * BLOCK);
    assertThatThrownBy(() -> RangeRead.read(file, memory, open, second, target, 2 * BLOCK))
        .isInstanceOf(UnrecoverableGroupException.class)
        .hasMessageContaining("the file is being written");
  }

  @Test
  void aCodeThatThisClientLacksIsRefusedOnlyWhereItWouldBeDecoded() throws IOException {
    FileInMemory file = file(2, 6 * BLOCK);
    file.lose(Source.data(0));
    file.policyNow = new GroupPolicy("NEW-3-2-16", "new", 3, 2, 2, CELL);
    assertRangeIsExact(file, CELL, 2 * CELL);
    assertThatThrownBy(() -> read(file, 0, 2 * CELL))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not know the code: policy=NEW-3-2-16");
  }
}
