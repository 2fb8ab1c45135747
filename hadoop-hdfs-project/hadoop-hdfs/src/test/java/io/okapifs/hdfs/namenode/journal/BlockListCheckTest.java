package io.okapifs.hdfs.namenode.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.layout.GroupPolicy;
import org.apache.hadoop.hdfs.protocol.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which lengths of parity a list of blocks may have. */
class BlockListCheckTest {

  private static final int CELL = 1024;
  private static final int BLOCK = 4 * CELL;
  private static final GroupPolicy LESS3 = new GroupPolicy("LESS3-6-3-1k", "less3", 6, 3, 3, CELL);
  private static final GroupPolicy RS = new GroupPolicy("RS-6-3-1k", "rs", 6, 3, 1, CELL);

  private static String check(GroupPolicy policy, boolean open, long length, long parityLength) {
    Block parity = new Block(GroupIds.parityGroup(Long.MIN_VALUE, 3), parityLength, 1001);
    Block stripe = new Block(GroupIds.dataStripe(Long.MIN_VALUE + 16, 6), length, 1002);
    return BlockListCheck.ofMerged(
        new FileLayout(policy, 6, BLOCK), open, new Block[] {parity, stripe});
  }

  /** 3 * 512 for up to 1536 bytes in the longest block, 9 * 512 are the full length. */
  @ParameterizedTest
  @CsvSource({"1, 1536", "1, 4608", "6656, 1536", "6657, 3072", "6657, 4608", "24576, 4608"})
  void parityOfSubBlocksIsCompactOrFull(long length, long parityLength) {
    assertThat(check(LESS3, false, length, parityLength)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"1, 3072", "6657, 1536", "24576, 3072"})
  void anyOtherLengthIsRefused(long length, long parityLength) {
    assertThat(check(LESS3, false, length, parityLength))
        .contains("parity is not as long as its group demands: group=0")
        .contains("bytes=" + parityLength);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 4609, 6144})
  void aLengthThatNoGroupHasIsRefusedOfAnOpenFile(long parityLength) {
    assertThat(check(LESS3, true, 24576, parityLength)).contains("length out of range: most=4608");
    assertThat(check(LESS3, true, 24576, 1536)).isNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 512, 2048, 4096})
  void parityThatIsNotWholeSubBlocksIsRefusedOfAnOpenFileToo(long parityLength) {
    for (boolean open : new boolean[] {true, false}) {
      assertThat(check(LESS3, open, 24576, parityLength))
          .contains("parity is not whole sub-blocks: alpha=3: entry=0, entries=2")
          .contains("bytes=" + parityLength);
    }
  }

  @Test
  void parityOfWholeBlocksIsAsLongAsTheLongestOne() {
    assertThat(check(RS, false, 6145, 1025)).isNull();
    assertThat(check(RS, false, 6145, 4096)).contains("longestMember=1025, compact=1025");
  }
}
