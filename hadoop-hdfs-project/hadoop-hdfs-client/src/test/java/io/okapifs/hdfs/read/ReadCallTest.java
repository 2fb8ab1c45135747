package io.okapifs.hdfs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ranges of a file in one call. */
class ReadCallTest {

  private static ReadCall.Part part(long from, long to) {
    return new ReadCall.Part(new ByteRange(from, to), ByteBuffer.allocate((int) (to - from)));
  }

  @Test
  void gapsAreNotAskedFor() {
    ReadCall call = new ReadCall(List.of(part(10, 20), part(30, 40)));
    assertThat(call.start()).isEqualTo(10);
    assertThat(call.end()).isEqualTo(40);
    assertThat(call.nextFrom(0)).isEqualTo(10);
    assertThat(call.nextFrom(15)).isEqualTo(15);
    assertThat(call.nextFrom(20)).isEqualTo(30);
    assertThat(call.nextFrom(40)).isEqualTo(40);
  }

  @Test
  void rangesInDisorderAreRefused() {
    for (List<ReadCall.Part> parts :
        List.of(
            List.<ReadCall.Part>of(), List.of(part(3, 3)), List.of(part(0, 5), part(4, 9)),
            List.of(part(5, 9), part(0, 5)))) {
      assertThatThrownBy(() -> new ReadCall(parts)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
