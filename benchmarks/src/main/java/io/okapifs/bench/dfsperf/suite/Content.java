package io.okapifs.bench.dfsperf.suite;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes of files, which follow from a file's name and a seed: whoever reads a file can say which
 * bytes it must have. Any thread may call it.
 */
final class Content {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final long seed;

  Content(long seed, String fileName) {
    this.seed = mix(seed ^ mix(fileName.hashCode()));
  }

  private static long mix(long value) {
    long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }

  private long word(long number) {
    return mix(seed + number * GOLDEN);
  }

  private byte at(long offset) {
    return (byte) (word(offset / Long.BYTES) >>> (offset % Long.BYTES) * Byte.SIZE);
  }

  /** Puts the bytes of a file from an offset on into a buffer. */
  void fill(long offset, byte[] buffer, int length) {
    int i = 0;
    for (; i < length && (offset + i) % Long.BYTES != 0; i++) {
      buffer[i] = at(offset + i);
    }
    for (; i + Long.BYTES <= length; i += Long.BYTES) {
      LONGS.set(buffer, i, word((offset + i) / Long.BYTES));
    }
    for (; i < length; i++) {
      buffer[i] = at(offset + i);
    }
  }

  /** The index of the first byte that is wrong, or -1. */
  int wrong(long offset, byte[] buffer, int length) {
    byte[] expected = new byte[length];
    fill(offset, expected, length);
    return Arrays.mismatch(buffer, 0, length, expected, 0, length);
  }
}
