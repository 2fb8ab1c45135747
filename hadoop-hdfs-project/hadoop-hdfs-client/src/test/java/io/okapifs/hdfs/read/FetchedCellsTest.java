package io.okapifs.hdfs.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.junit.jupiter.api.Test;

class FetchedCellsTest {

  private final ElasticByteBufferPool pool = new ElasticByteBufferPool();
  private final FetchedCells cells = new FetchedCells(pool);

  private static ByteBuffer buffer(int... bytes) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length);
    for (int b : bytes) {
      buffer.put((byte) b);
    }
    return buffer.clear();
  }

  @Test
  void copiesTheSharedPartToItsPlace() {
    cells.add(5, new ByteRange(10, 14), buffer(1, 2, 3, 4), 100);
    ByteBuffer target = ByteBuffer.allocate(4);
    assertThat(cells.copy(5, new ByteRange(8, 12), target))
        .containsExactly(new ByteRange(10, 12));
    assertThat(target.array()).containsExactly(0, 0, 1, 2);
    assertThat(cells.copy(6, new ByteRange(8, 12), target)).isEmpty();
  }

  @Test
  void dropsTheOldestBeyondTheLimitAndGivesItsBufferBack() {
    cells.add(1, new ByteRange(0, 4), buffer(1, 1, 1, 1), 8);
    cells.add(1, new ByteRange(4, 8), buffer(1, 1, 1, 1), 8);
    cells.add(2, new ByteRange(0, 4), buffer(2, 2, 2, 2), 8);
    assertThat(cells.ranges(1, new ByteRange(0, 8))).containsExactly(new ByteRange(4, 8));
    assertThat(cells.bytes()).isEqualTo(8);
    assertThat(pool.size(true)).isEqualTo(1);
    cells.clear();
    assertThat(cells.bytes()).isZero();
    assertThat(pool.size(true)).isEqualTo(3);
  }
}
