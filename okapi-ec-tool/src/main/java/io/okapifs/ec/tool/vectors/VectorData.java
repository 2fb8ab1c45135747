package io.okapifs.ec.tool.vectors;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.field.Gf65536;
import io.okapifs.ec.kernel.Kernels;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The data that vectors are defined over: sub-blocks of 32 bytes by a formula, and the parities
 * that a code gives them.
 *
 * <p>Symbols of two bytes are plain little-endian elements of GF(2^16) in vectors. In our buffers
 * they are elements of the tower, and a granule has its low bytes before its high bytes.
 */
final class VectorData {
  static final int SUB_BLOCK_BYTES = 32;

  private final ErasureCode code;

  VectorData(ErasureCode code) {
    this.code = code;
  }

  /** All parity sub-blocks in order. */
  byte[] parities() {
    ByteBuffer[] data = buffers(code.k());
    ByteBuffer[] parities = buffers(code.r());
    for (int c = 0; c < data.length; c++) {
      fill(data[c], subBlock(c));
    }
    new Coder(Kernels.best()).run(code.encode(), data, parities);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Arrays.stream(parities).map(this::bytesOf).forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static byte[] subBlock(int c) {
    byte[] subBlock = new byte[SUB_BLOCK_BYTES];
    for (int t = 0; t < SUB_BLOCK_BYTES; t++) {
      subBlock[t] = (byte) (131 * c + 29 * t + 7 * c * t + 11);
    }
    return subBlock;
  }

  private ByteBuffer[] buffers(int members) {
    ByteBuffer[] buffers = new ByteBuffer[members * code.alpha()];
    int length = Math.max(SUB_BLOCK_BYTES, code.granuleBytes());
    Arrays.setAll(buffers, i -> ByteBuffer.allocateDirect(length));
    return buffers;
  }

  private boolean hasWideSymbols() {
    return code.granuleBytes() > 1;
  }

  private void fill(ByteBuffer buffer, byte[] bytes) {
    if (!hasWideSymbols()) {
      buffer.put(0, bytes);
      return;
    }
    for (int i = 0; i < bytes.length / 2; i++) {
      int tower = Gf65536.toTower(bytes[2 * i] & 0xff | (bytes[2 * i + 1] & 0xff) << 8);
      buffer.put(i, (byte) tower).put(code.granuleBytes() / 2 + i, (byte) (tower >> 8));
    }
  }

  private byte[] bytesOf(ByteBuffer buffer) {
    byte[] bytes = new byte[SUB_BLOCK_BYTES];
    if (!hasWideSymbols()) {
      buffer.get(0, bytes);
      return bytes;
    }
    for (int i = 0; i < bytes.length / 2; i++) {
      int tower = buffer.get(i) & 0xff | (buffer.get(code.granuleBytes() / 2 + i) & 0xff) << 8;
      int element = Tower.elementOf(tower);
      bytes[2 * i] = (byte) element;
      bytes[2 * i + 1] = (byte) (element >> 8);
    }
    return bytes;
  }

  /** The way back from the tower. */
  private static final class Tower {
    private static final char[] ELEMENTS = new char[Gf65536.SIZE];

    static {
      for (int element = 0; element < Gf65536.SIZE; element++) {
        ELEMENTS[Gf65536.toTower(element)] = (char) element;
      }
    }

    static int elementOf(int tower) {
      return ELEMENTS[tower];
    }
  }
}
