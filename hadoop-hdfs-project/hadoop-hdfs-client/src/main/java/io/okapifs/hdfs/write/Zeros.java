package io.okapifs.hdfs.write;

import java.nio.ByteBuffer;

/** Sets buffers to zeros. */
final class Zeros {

  /** What is copied: several times as fast as writing numbers one by one. */
  private static final byte[] ZEROS = new byte[1 << 13];

  private Zeros() {}

  /** Sets all bytes from an index to the capacity; position and limit stay. */
  static void fill(ByteBuffer buffer, int from) {
    ByteBuffer whole = buffer.duplicate().clear();
    for (int at = from; at < whole.capacity(); at += ZEROS.length) {
      whole.put(at, ZEROS, 0, Math.min(ZEROS.length, whole.capacity() - at));
    }
  }
}
