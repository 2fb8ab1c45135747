package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf65536;
import java.nio.ByteBuffer;

/**
 * How the symbols of the vectors lie in our buffers. Those of GF(2^16) are plain little-endian
 * elements there; here they are elements of the tower, low bytes before high bytes in a granule.
 */
interface VectorSymbols {
  ByteBuffer newBuffer(int byteCount);

  ByteBuffer toBuffer(byte[] bytes);

  byte[] toBytes(ByteBuffer buffer, int byteCount);

  static VectorSymbols of(ErasureCode code) {
    return code.granuleBytes() == 1 ? new Narrow() : new Wide(code.granuleBytes());
  }

  /** Bytes as they are. */
  final class Narrow implements VectorSymbols {
    @Override
    public ByteBuffer newBuffer(int byteCount) {
      return ByteBuffer.allocateDirect(byteCount);
    }

    @Override
    public ByteBuffer toBuffer(byte[] bytes) {
      return newBuffer(bytes.length).put(bytes).flip();
    }

    @Override
    public byte[] toBytes(ByteBuffer buffer, int byteCount) {
      byte[] bytes = new byte[byteCount];
      buffer.get(buffer.position(), bytes);
      return bytes;
    }
  }

  /** One granule with the symbols at its front. */
  final class Wide implements VectorSymbols {
    private final int granuleBytes;
    private final int[] fromTower = new int[Gf65536.SIZE];

    Wide(int granuleBytes) {
      this.granuleBytes = granuleBytes;
      for (int element = 0; element < Gf65536.SIZE; element++) {
        fromTower[Gf65536.toTower(element)] = element;
      }
    }

    @Override
    public ByteBuffer newBuffer(int byteCount) {
      return ByteBuffer.allocateDirect(granuleBytes);
    }

    @Override
    public ByteBuffer toBuffer(byte[] bytes) {
      ByteBuffer buffer = newBuffer(bytes.length);
      for (int i = 0; i < bytes.length / 2; i++) {
        int tower = Gf65536.toTower(bytes[2 * i] & 0xff | (bytes[2 * i + 1] & 0xff) << 8);
        buffer.put(i, (byte) tower).put(granuleBytes / 2 + i, (byte) (tower >> 8));
      }
      return buffer;
    }

    @Override
    public byte[] toBytes(ByteBuffer buffer, int byteCount) {
      byte[] bytes = new byte[byteCount];
      for (int i = 0; i < byteCount / 2; i++) {
        int tower = buffer.get(i) & 0xff | (buffer.get(granuleBytes / 2 + i) & 0xff) << 8;
        bytes[2 * i] = (byte) fromTower[tower];
        bytes[2 * i + 1] = (byte) (fromTower[tower] >> 8);
      }
      return bytes;
    }
  }
}
