package io.okapifs.ec.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class CodingBuffersTest {

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

  @Test
  void aSizeThatNoBufferHasIsRefused() {
    for (int bytes : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> CodingBuffers.allocate(bytes))
          .withMessage("size of a buffer out of range: bytes=" + bytes);
    }
  }
}
