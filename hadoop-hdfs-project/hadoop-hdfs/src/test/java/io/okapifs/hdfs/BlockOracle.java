package io.okapifs.hdfs;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** What every block of a file must hold, computed by code that shares nothing with the product. */
public final class BlockOracle {

  private static final int HALF_GRANULE = 256;

  private final FileLayout layout;
  private final byte[] file;
  private int[][] coefficients;

  public BlockOracle(FileLayout layout, byte[] file) {
    this.layout = layout;
    this.file = file;
  }

  /** Bytes of the file. */
  long length() {
    return file.length;
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

  /** The r parities of a group, no longer than they need to be. */
  public byte[][] parities(long group) {
    return parities(group, (int) layout.parityLength(group, file.length));
  }

  /**
   * The r parities of a group with this length. Byte o of a block is byte o mod u of its sub-block
   * o / u, where u is the length divided by the sub-blocks of a block. Symbols of two bytes have
   * their low bytes in one half of a granule and their high bytes in the other.
   */
  public byte[][] parities(long group, int parityLength) {
    GroupPolicy policy = layout.policy();
    int alpha = policy.alpha();
    int u = parityLength / alpha;
    coefficients = coefficients == null ? OracleCode.coefficients(policy) : coefficients;
    int planes = coefficients.length / (policy.r() * alpha);
    byte[][] parities = new byte[policy.r()][parityLength];
    for (int column = 0; column < policy.k() * alpha * planes; column++) {
      int subBlock = column / planes;
      byte[] member = data(group * policy.k() + subBlock / alpha);
      int from = Math.min(member.length, subBlock % alpha * u);
      int to = Math.min(member.length, from + u);
      for (int row = 0; row < policy.r() * alpha * planes; row++) {
        byte[] product = OracleCode.products(coefficients[row][column]);
        byte[] parity = parities[row / planes / alpha];
        int shift =
            row / planes % alpha * u - from + (row % planes - column % planes) * HALF_GRANULE;
        for (int offset = from; offset < to; offset++) {
          if ((offset - from) / HALF_GRANULE % planes == column % planes) {
            parity[offset + shift] ^= product[member[offset] & 0xFF];
          }
        }
      }
    }
    return parities;
  }
}
