package io.okapifs.ec.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodingBuffersTest {

  private static final int PAGE_BYTES = 4096;

  @Test
  void aBufferOfAnySizeBeginsAtALine() {
    for (int bytes : new int[] {0, 1, 63, 64, 65, 4096, 100_000}) {
      ByteBuffer buffer = CodingBuffers.allocate(bytes);
      assertThat(buffer.isDirect()).isTrue();
      assertThat(buffer.capacity()).isEqualTo(bytes);
      assertThat(buffer.remaining()).isEqualTo(bytes);
      assertThat(buffer.alignmentOffset(0, 64)).isZero();
    }
  }

  /** Areas as an allocator gives them: all begin at the same place of a page. */
  @ParameterizedTest
  @ValueSource(ints = {64 << 10, 256 << 10, 1 << 20})
  void buffersOfAGroupBeginAtManyLinesOfAPage(int bytes) {
    int step = bytes + PAGE_BYTES;
    ByteBuffer areas = ByteBuffer.allocateDirect(14 * step);
    Map<Integer, Long> buffersByPlace =
        IntStream.range(0, 14)
            .mapToObj(i -> CodingBuffers.in(areas.slice(i * step, step), bytes))
            .peek(buffer -> assertThat(buffer.capacity()).isEqualTo(bytes))
            .collect(
                Collectors.groupingBy(
                    buffer -> buffer.alignmentOffset(0, PAGE_BYTES), Collectors.counting()));
    // Those of one place are 14 without: more than most caches hold of it.
    assertThat(buffersByPlace.values()).allMatch(buffers -> buffers <= 3);
  }

  @Test
  void anAreaIsAThirtySecondLargerAtMost() {
    for (int bytes : new int[] {0, 1, 64, 4096, 100_000, 1 << 30}) {
      assertThat(CodingBuffers.areaBytes(bytes)).isBetween(bytes + 63, bytes + 63 + bytes / 32);
    }
  }

  @Test
  void aSizeThatNoBufferHasIsRefused() {
    for (int bytes : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> CodingBuffers.allocate(bytes))
          .withMessage("size of a buffer out of range: bytes=" + bytes);
    }
  }
}
