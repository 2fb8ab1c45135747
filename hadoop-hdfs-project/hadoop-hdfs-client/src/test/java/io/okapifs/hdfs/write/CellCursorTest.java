package io.okapifs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import org.junit.jupiter.api.Test;

class CellCursorTest {

  private static final FileLayout LAYOUT =
      new FileLayout(new GroupPolicy("RS-3-2-8", "rs", 3, 2, 1, 8), 5, 24);

  @Test
  void agreesWithTheLayoutAtEveryByteOfThreeStripes() {
    CellCursor cursor = new CellCursor(LAYOUT);
    for (long offset = 0; offset < 3 * LAYOUT.stripeSize(); offset++) {
      assertThat(cursor.position()).isEqualTo(offset);
      assertThat(cursor.block()).isEqualTo(LAYOUT.blockAt(offset));
      assertThat(cursor.index()).isEqualTo(LAYOUT.indexInStripe(cursor.block()));
      assertThat(cursor.row() * 8 + cursor.filled()).isEqualTo(LAYOUT.offsetInBlock(offset));
      assertThat(cursor.atStripeStart()).isEqualTo(offset % LAYOUT.stripeSize() == 0);
      assertThat(cursor.positionInStripe()).isEqualTo(offset % LAYOUT.stripeSize());
      cursor.fill(1);
      if (cursor.cellIsFull()) {
        cursor.nextCell();
      }
    }
  }

  @Test
  void refusesMoreBytesThanTheCellHolds() {
    CellCursor cursor = new CellCursor(LAYOUT);
    cursor.fill(5);
    assertThatThrownBy(() -> cursor.fill(4))
        .hasMessage("bytes do not fit the cell: bytes=4, filled=5, cellSize=8");
  }
}
