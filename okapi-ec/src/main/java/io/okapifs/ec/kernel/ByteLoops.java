package io.okapifs.ec.kernel;

import java.util.Arrays;

/** The innermost loops, on arrays alone; each is small enough for the JIT to compile well. */
final class ByteLoops {
  private ByteLoops() {}

  static void clear(byte[] target, int length) {
    Arrays.fill(target, 0, length, (byte) 0);
  }

  static void clear(int[] target, int length) {
    Arrays.fill(target, 0, length, 0);
  }

  static void add(byte[] target, byte[] source, int length) {
    for (int i = 0; i < length; i++) {
      target[i] ^= source[i];
    }
  }

  static void addProducts(int[] sums, int[] tables, int length, int tableA, byte[] a) {
    for (int i = 0; i < length; i++) {
      sums[i] ^= tables[tableA + (a[i] & 0xff)];
    }
  }

  static void addProducts2(
      int[] sums, int[] tables, int length, int tableA, byte[] a, int tableB, byte[] b) {
    for (int i = 0; i < length; i++) {
      sums[i] ^= tables[tableA + (a[i] & 0xff)] ^ tables[tableB + (b[i] & 0xff)];
    }
  }

  static void addProducts4(
      int[] sums, int[] tables, int length, int tableA, byte[] a, int tableB, byte[] b,
      int tableC, byte[] c, int tableD, byte[] d) {
    for (int i = 0; i < length; i++) {
      sums[i] ^=
          tables[tableA + (a[i] & 0xff)]
              ^ tables[tableB + (b[i] & 0xff)]
              ^ tables[tableC + (c[i] & 0xff)]
              ^ tables[tableD + (d[i] & 0xff)];
    }
  }

  static void unpack(byte[] target, int[] sums, int shift, int length) {
    for (int i = 0; i < length; i++) {
      target[i] = (byte) (sums[i] >>> shift);
    }
  }

  static void addUnpacked(byte[] target, int[] sums, int shift, int length) {
    for (int i = 0; i < length; i++) {
      target[i] ^= (byte) (sums[i] >>> shift);
    }
  }
}
