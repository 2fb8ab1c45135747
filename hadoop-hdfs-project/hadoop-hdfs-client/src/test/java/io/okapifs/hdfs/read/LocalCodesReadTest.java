package io.okapifs.hdfs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads of codes in which not any k members are enough, and some losses need few. */
class LocalCodesReadTest {

  private static final int CELL = 16;
  private static final int BLOCK = 64;

  private final StreamMemory memory =
      new StreamMemory(new ElasticByteBufferPool(), new DegradedReadMemory(), 0);

  private static FileInMemory file(String codec, int k, int r, int stripeWidth, int length) {
    GroupPolicy policy = new GroupPolicy("P", codec, k, r, 1, CELL);
    return new FileInMemory(new FileLayout(policy, stripeWidth, BLOCK), length, k);
  }

  private static byte[] read(FileInMemory file, StreamMemory memory, long from, long to)
      throws IOException {
    ByteBuffer target = ByteBuffer.allocate((int) (to - from));
    RangeRead.read(file, memory, file.view(), new ByteRange(from, to), target, from);
    return target.array();
  }

  /** Every member that can be had is right, whatever else of its group or stripe cannot. */
  @ParameterizedTest
  @CsvSource({
    "azure-lrc2, 4, 3, 4", "azure-lrc2, 4, 3, 3", "azure-lrc2, 4, 3, 1", "shec3, 4, 3, 4",
    "shec3, 4, 3, 5", "flatxor3, 3, 3, 2", "xorbas5, 5, 3, 5", "rs-vand, 4, 3, 3"
  })
  void everyMemberThatCanBeRebuiltIsReadAfterEveryLoss(
      String codec, int k, int r, int stripeWidth) throws IOException {
    ErasureCode code = CodeRegistry.create(codec, k, r);
    int undecodable = 0;
    for (int losses = 1; losses <= r; losses++) {
      for (BitSet lost : MemberSets.ofSize(code.n(), losses).toList()) {
        FileInMemory file = file(codec, k, r, stripeWidth, 2 * k * BLOCK - 5);
        lost.stream().forEach(member -> file.lose(file.member(0, member)));
        BitSet live = MemberSets.others(lost, code.n());
        undecodable += code.decodable(live) ? 0 : 1;
        for (int member = 0; member < k; member++) {
          checkMember(file, member, code.recoverable(member, live));
        }
        if (code.decodable(live)) {
          assertThat(read(file, memory(), 0, file.content.length)).isEqualTo(file.content);
        }
      }
    }
    assertThat(undecodable > 0).isEqualTo(code.tolerance() < r);
  }

  private static StreamMemory memory() {
    return new StreamMemory(new ElasticByteBufferPool(), new DegradedReadMemory(), 0);
  }

  private static void checkMember(FileInMemory file, int member, boolean recoverable)
      throws IOException {
    StreamMemory ofMember = memory();
    for (int row = 0; row < BLOCK / CELL; row++) {
      long from = file.view().layout().fileOffset(member, (long) row * CELL);
      if (recoverable) {
        assertThat(read(file, ofMember, from, from + CELL))
            .as("row %s of member %s without %s", row, member, file.failures.keySet())
            .isEqualTo(Arrays.copyOfRange(file.content, (int) from, (int) from + CELL));
      } else {
        assertThatThrownBy(() -> read(file, ofMember, from, from + CELL))
            .isInstanceOf(UnrecoverableGroupException.class)
            .hasMessageContaining("too many members are lost");
      }
    }
  }

  @Test
  void aLostCellCostsItsLocalGroupAlsoWhenAnotherGroupHasALoss() throws IOException {
    FileInMemory file = file("azure-lrc2", 6, 4, 6, 6 * BLOCK);
    for (long lost : new long[] {0, 4}) {
      file.lose(Source.data(lost));
      memory.lost().add(Source.data(lost), "known");
    }
    assertThat(read(file, memory, 0, CELL)).isEqualTo(Arrays.copyOf(file.content, CELL));
    assertThat(file.touched())
        .isEqualTo(Set.of(Source.data(1), Source.data(2), file.parity(0, 0)));
    assertThat(file.bytesFetched()).isEqualTo(3 * CELL);
  }

  /** Where nothing more is read for it, the next lost block of the stripe comes along. */
  @Test
  void aPassOverTwoLossesThatNeedTheSameHelpersFetchesThemOnce() throws IOException {
    FileInMemory file = file("azure-lrc2", 6, 4, 6, 6 * BLOCK);
    for (long lost : new long[] {0, 1}) {
      file.lose(Source.data(lost));
      memory.lost().add(Source.data(lost), "known");
    }
    for (int from = 0; from < 6 * BLOCK; from += CELL) {
      assertThat(read(file, memory, from, from + CELL))
          .isEqualTo(Arrays.copyOfRange(file.content, from, from + CELL));
    }
    assertThat(file.bytesFetched()).isEqualTo(file.distinctBytesFetched());
  }

  @Test
  void zerosOfATailGroupAreTakenBeforeAnythingIsRead() throws IOException {
    FileInMemory file = file("azure-lrc2", 6, 4, 6, 4 * CELL);
    file.lose(Source.data(3));
    memory.lost().add(Source.data(3), "known");
    assertThat(read(file, memory, 3 * CELL, 4 * CELL))
        .isEqualTo(Arrays.copyOfRange(file.content, 3 * CELL, 4 * CELL));
    assertThat(file.touched()).isEqualTo(Set.of(file.parity(0, 1)));
  }
}
