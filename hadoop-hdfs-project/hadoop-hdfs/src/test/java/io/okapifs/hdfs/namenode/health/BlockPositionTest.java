package io.okapifs.hdfs.namenode.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdfs.protocol.Block;
import org.junit.jupiter.api.Test;

/** Where a block is in the list of its file. */
class BlockPositionTest {

  private static final int STRIPES = 100_000;
  private static final int BITS = 17;

  /** Counts what it is compared. */
  private static final class Counted extends Block {
    private static long steps;

    Counted(long id) {
      super(id, 0, 0);
    }

    @Override
    public int compareTo(Block other) {
      steps++;
      return super.compareTo(other);
    }
  }

  @Test
  void allStripesOfALongFileAreFoundInAsManyStepsAsTheLengthHasBits() {
    Block[] list = list(STRIPES);
    Counted.steps = 0;
    for (int i = 0; i < list.length; i++) {
      assertThat(BlockPosition.of(list, list[i])).isEqualTo(i);
    }
    assertThat(Counted.steps).isBetween(1L, (long) STRIPES * BITS);
  }

  @Test
  void aBlockIsFoundInAListWhoseIdsDoNotAscend() {
    Block[] list = list(5);
    Block first = list[0];
    list[0] = list[3];
    list[3] = first;
    for (int i = 0; i < list.length; i++) {
      assertThat(BlockPosition.of(list, list[i])).isEqualTo(i);
    }
  }

  @Test
  void anotherBlockOfTheSameIdIsNotIt() {
    Block[] list = list(5);
    assertThat(BlockPosition.of(list, new Counted(list[2].getBlockId()))).isEqualTo(-1);
    assertThat(BlockPosition.of(new Block[0], list[2])).isEqualTo(-1);
  }

  private static Block[] list(int length) {
    Block[] list = new Block[length];
    for (int i = 0; i < length; i++) {
      list[i] = new Counted(Long.MIN_VALUE + 16L * i);
    }
    return list;
  }
}
