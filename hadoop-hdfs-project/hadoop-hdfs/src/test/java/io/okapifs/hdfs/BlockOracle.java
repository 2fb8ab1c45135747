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

  /** The r parities of a group, as long as its longest data block. */
  public byte[][] parities(long group) {
    int k = layout.policy().k();
    int[][] coefficients = OracleCode.coefficients(layout.policy());
    byte[][] parities = new byte[layout.policy().r()][data(group * k).length];
    for (int j = 0; j < k; j++) {
      byte[] member = data(group * k + j);
      for (int i = 0; i < parities.length; i++) {
        byte[] product = OracleCode.products(coefficients[i][j]);
        for (int offset = 0; offset < member.length; offset++) {
          parities[i][offset] ^= product[member[offset] & 0xFF];
        }
      }
    }
    return parities;
  }
}
