package io.okapifs.hdfs;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What every block of a file must hold, computed by code that shares nothing with the product. */
public final class BlockOracle {

  private static final int HALF_GRANULE = 256;

  private final FileLayout layout;
  private final byte[] file;
  private final Map<Long, byte[][]> parities = new HashMap<>();
  private int[][] coefficients;

  public BlockOracle(FileLayout layout, byte[] file) {
    this.layout = layout;
    this.file = file;
  }

  /** Whether it is that of a file with this layout and content. */
  boolean isOf(FileLayout wanted, byte[] content) {
    return layout.equals(wanted) && Arrays.equals(file, content);
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
   * their low bytes in one half of a granule and their high bytes in the other. They are computed
   * once, and are not to be changed.
   */
  public byte[][] parities(long group, int parityLength) {
    byte[][] known = parities.get(group);
    if (known == null || known[0].length != parityLength) {
      known = compute(group, parityLength);
      parities.put(group, known);
    }
    return known;
  }

  private byte[][] compute(long group, int parityLength) {
    GroupPolicy policy = layout.policy();
    int alpha = policy.alpha();
    int u = parityLength / alpha;
    coefficients = coefficients == null ? OracleCode.coefficients(policy) : coefficients;
    int planes = coefficients.length / (policy.r() * alpha);
    byte[][] computed = new byte[policy.r()][parityLength];
    for (int member = 0; member < policy.k(); member++) {
      byte[] bytes = data(group * policy.k() + member);
      for (int column = member * alpha * planes; column < (member + 1) * alpha * planes; column++) {
        int from = Math.min(bytes.length, column / planes % alpha * u);
        int to = Math.min(bytes.length, from + u);
        for (int row = 0; row < policy.r() * alpha * planes; row++) {
          int shift =
              row / planes % alpha * u - from + (row % planes - column % planes) * HALF_GRANULE;
          add(
              coefficients[row][column], bytes, from, to, column % planes, planes,
              computed[row / planes / alpha], shift);
        }
      }
    }
    return computed;
  }

  /** Adds a multiple of one plane of a sub-block, which is every granule's half of that number. */
  private static void add(
      int factor, byte[] bytes, int from, int to, int plane, int planes, byte[] parity, int shift) {
    if (factor == 0) {
      return;
    }
    byte[] products = OracleCode.products(factor);
    int step = planes == 1 ? to - from : HALF_GRANULE;
    for (int begin = from + plane * step; begin < to; begin += planes * step) {
      int end = Math.min(to, begin + step);
      for (int offset = begin; offset < end; offset++) {
        parity[offset + shift] ^= products[bytes[offset] & 0xFF];
      }
    }
  }
}
