package io.okapifs.hdfs.write;

import java.nio.ByteBuffer;

/** Sets buffers to zeros. */
final class Zeros {

  private Zeros() {}

  /** Sets all bytes from an index to the capacity; position and limit stay. */
  static void fill(ByteBuffer buffer, int from) {
    ByteBuffer whole = buffer.duplicate().clear();
    int at = from;
    for (; at + Long.BYTES <= whole.capacity(); at += Long.BYTES) {
      whole.putLong(at, 0);
    }
    for (; at < whole.capacity(); at++) {
      whole.put(at, (byte) 0);
    }
  }
}
