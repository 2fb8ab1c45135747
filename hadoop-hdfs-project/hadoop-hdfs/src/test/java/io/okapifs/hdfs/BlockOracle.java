package io.okapifs.hdfs;

import io.okapifs.hdfs.layout.FileLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** What every block of a file must hold, computed by code that shares nothing with the product. */
public final class BlockOracle {

  private final FileLayout layout;
  private final byte[] file;

  public BlockOracle(FileLayout layout, byte[] file) {
    this.layout = layout;
    this.file = file;
  }

  /** Deals cells out by counting, without the layout's arithmetic. */
  public byte[] data(long wanted) {
    int cell = layout.policy().cellSize();
    int s = layout.stripeWidth();
    ByteBuffer block = ByteBuffer.allocate((int) layout.blockSize());
    long cells = 0;
    for (int offset = 0; offset < file.length; offset += cell, cells++) {
      long rows = layout.blockSize() / cell;
      long stripe = cells / (rows * s);
      if (stripe * s + cells % s == wanted) {
        block.put(file, offset, Math.min(cell, file.length - offset));
      }
    }
    return Arrays.copyOf(block.array(), block.position());
  }

  /**
   * The r parities of a group, as long as its longest data block: parity i at an offset is the sum
   * over the members j of data[j] / ((k + i) xor j) in GF(2^8), by school arithmetic.
   */
  public byte[][] parities(long group) {
    int k = layout.policy().k();
    byte[][] parities = new byte[layout.policy().r()][data(group * k).length];
    for (int j = 0; j < k; j++) {
      byte[] member = data(group * k + j);
      for (int i = 0; i < parities.length; i++) {
        byte[] product = products(inverse((k + i) ^ j));
        for (int offset = 0; offset < member.length; offset++) {
          parities[i][offset] ^= product[member[offset] & 0xFF];
        }
      }
    }
    return parities;
  }

  private static byte[] products(int factor) {
    byte[] products = new byte[256];
    for (int value = 0; value < 256; value++) {
      products[value] = (byte) multiply(factor, value);
    }
    return products;
  }

  private static int inverse(int value) {
    int candidate = 1;
    while (multiply(value, candidate) != 1) {
      candidate++;
    }
    return candidate;
  }

  /** Product of polynomials over GF(2), modulo x^8 + x^4 + x^3 + x^2 + 1. */
  private static int multiply(int a, int b) {
    int product = 0;
    for (int bit = 0; bit < 8; bit++) {
      product ^= (b >> bit & 1) == 0 ? 0 : a << bit;
    }
    for (int bit = 15; bit >= 8; bit--) {
      product ^= (product >> bit & 1) == 0 ? 0 : 0x11d << (bit - 8);
    }
    return product;
  }
}
