package io.okapifs.hdfs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ByteRangeTest {

  private static final int LIMIT = 7;

  @Test
  void unionAndMinusAgreeWithBitSetsForEveryPairOfHoles() {
    ByteRange whole = new ByteRange(1, LIMIT - 1);
    for (int a = 0; a <= LIMIT; a++) {
      for (int b = a; b <= LIMIT; b++) {
        for (int c = 0; c <= LIMIT; c++) {
          for (int d = c; d <= LIMIT; d++) {
            List<ByteRange> holes = List.of(new ByteRange(a, b), new ByteRange(c, d));
            BitSet expected = bits(List.of(whole));
            expected.andNot(bits(holes));
            assertThat(bits(whole.minus(holes))).as("holes %s", holes).isEqualTo(expected);
            assertThat(bits(ByteRange.union(holes))).isEqualTo(bits(holes));
          }
        }
      }
    }
  }

  @Test
  void unionJoinsRangesThatTouch() {
    assertThat(
            ByteRange.union(
                List.of(new ByteRange(4, 6), new ByteRange(0, 2), new ByteRange(2, 3))))
        .containsExactly(new ByteRange(0, 3), new ByteRange(4, 6));
  }

  @Test
  void aRangeThatEndsBeforeItStartsIsRefused() {
    assertThatThrownBy(() -> new ByteRange(3, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bad range: from=3, to=2");
  }

  private static BitSet bits(List<ByteRange> ranges) {
    BitSet bits = new BitSet();
    ranges.forEach(range -> bits.set((int) range.from(), (int) range.to()));
    return bits;
  }
}
