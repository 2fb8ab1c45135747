package io.okapifs.hdfs.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.nio.ByteBuffer;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.junit.jupiter.api.Test;

class FetchedCellsTest {

  private static final int CELL = 4;
  private static final int BLOCK = 8;
  private static final long OWN = 8;
  private static final ByteRange FIRST = new ByteRange(0, CELL);
  private static final ByteRange SECOND = new ByteRange(CELL, BLOCK);

  private final ElasticByteBufferPool pool = new ElasticByteBufferPool();
  private final DegradedReadMemory memory = new DegradedReadMemory();
  private final FetchedCells cells = new FetchedCells(pool, memory, CELL);
  private final LostBlocks lost = new LostBlocks();

  /** A pass over blocks that come one after the other, and have come to a block. */
  private NextUse at(int block) {
    GroupPolicy policy = new GroupPolicy("RS-3-2", "rs", 3, 2, 1, CELL);
    return new NextUse(
        FileView.closed(new FileLayout(policy, 1, BLOCK), 6 * BLOCK), lost, (long) block * BLOCK);
  }

  private void add(long block, ByteRange range, int fill, NextUse nextUse) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(range.length());
    while (buffer.hasRemaining()) {
      buffer.put((byte) fill);
    }
    cells.add(block, range, buffer.clear(), OWN, nextUse);
  }

  private boolean has(long block, ByteRange range) {
    return cells.ranges(block, range).contains(range);
  }

  @Test
  void copiesTheSharedPartToItsPlace() {
    add(5, FIRST, 7, at(0));
    ByteBuffer target = ByteBuffer.allocate(4);
    assertThat(cells.copy(5, new ByteRange(2, 6), target)).containsExactly(new ByteRange(2, 4));
    assertThat(target.array()).containsExactly(7, 7, 0, 0);
    assertThat(cells.copy(4, new ByteRange(2, 6), target)).isEmpty();
  }

  @Test
  void dropsWhatIsWantedLastAndGivesItsBufferBack() {
    add(1, FIRST, 1, at(0));
    add(2, SECOND, 1, at(0));
    add(2, FIRST, 1, at(0));
    assertThat(memory.reservedBytes()).isEqualTo(CELL);
    assertThat(cells.wouldKeep(1, SECOND, OWN, at(0))).isTrue();
    assertThat(cells.wouldKeep(4, FIRST, OWN, at(0))).isFalse();
    add(1, SECOND, 1, at(0));
    assertThat(has(2, SECOND)).isFalse();
    assertThat(has(1, FIRST) && has(1, SECOND) && has(2, FIRST)).isTrue();
    assertThat(pool.size(true)).isEqualTo(1);
    cells.clear();
    assertThat(cells.bytes()).isZero();
    assertThat(memory.reservedBytes()).isZero();
    assertThat(pool.size(true)).isEqualTo(4);
  }

  @Test
  void whatWasPassedIsWantedWhereABlockOfItsGroupIsLost() {
    lost.add(Source.data(2), "lost");
    add(0, FIRST, 1, at(1));
    assertThat(at(1).of(0, FIRST)).isEqualTo(2 * BLOCK);
    assertThat(at(1).of(0, SECOND)).isEqualTo(2 * BLOCK + CELL);
    assertThat(at(1).of(1, FIRST)).isEqualTo(BLOCK);
    assertThat(at(3).of(0, FIRST)).isEqualTo(NextUse.NEVER);
    assertThat(at(0).of(3, FIRST)).isEqualTo(3 * BLOCK);
  }

  @Test
  void aPassThatWantsItNoMoreGivesSharedMemoryBack() {
    add(0, FIRST, 1, at(0));
    add(0, SECOND, 1, at(0));
    add(1, FIRST, 1, at(0));
    cells.trim(OWN, at(0));
    assertThat(memory.reservedBytes()).isEqualTo(CELL);
    cells.trim(OWN, at(1));
    assertThat(has(0, FIRST)).isFalse();
    assertThat(cells.bytes()).isEqualTo(OWN);
    assertThat(memory.reservedBytes()).isZero();
  }

  @Test
  void streamsShareTheMemory() {
    FetchedCells other = new FetchedCells(pool, memory, CELL);
    add(0, FIRST, 1, at(0));
    add(0, SECOND, 1, at(0));
    add(1, FIRST, 1, at(0));
    other.add(0, FIRST, ByteBuffer.allocateDirect(CELL), 0, at(0));
    assertThat(other.bytes()).isZero();
    cells.clear();
    other.add(0, FIRST, ByteBuffer.allocateDirect(CELL), 0, at(0));
    assertThat(other.bytes()).isEqualTo(CELL);
  }
}
