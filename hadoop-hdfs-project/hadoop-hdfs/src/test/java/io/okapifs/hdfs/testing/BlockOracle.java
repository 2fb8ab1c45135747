package io.okapifs.hdfs.testing;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
    long[][] sums = new long[coefficients.length][(u / planes + Long.BYTES - 1) / Long.BYTES];
    int members = layout.dataMembers(group, file.length);
    for (int member = 0; member < members; member++) {
      byte[] bytes = Arrays.copyOf(data(group * policy.k() + member), parityLength);
      for (int i = 0; i < alpha * planes; i++) {
        byte[] plane = plane(bytes, i / planes * u, u, i % planes, planes);
        addMultiples(member * alpha * planes + i, words(plane, sums[0].length), sums);
      }
    }
    byte[][] computed = new byte[policy.r()][parityLength];
    for (int row = 0; row < sums.length; row++) {
      int subBlock = row / planes;
      putPlane(
          bytes(sums[row]), computed[subBlock / alpha], subBlock % alpha * u, u, row % planes,
          planes);
    }
    return computed;
  }

  /** Adds a column's multiples to all rows: those by 1, 2, 4, ... 128, where a factor has that bit. */
  private void addMultiples(int column, long[] words, long[][] sums) {
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      for (int row = 0; row < sums.length; row++) {
        if ((coefficients[row][column] >> bit & 1) != 0) {
          add(words, sums[row]);
        }
      }
      OracleCode.doubleBytes(words);
    }
  }

  private static void add(long[] words, long[] sums) {
    for (int i = 0; i < words.length; i++) {
      sums[i] ^= words[i];
    }
  }

  /** The bytes of one plane of a sub-block, which is every granule's half of that number. */
  private static byte[] plane(byte[] block, int from, int u, int plane, int planes) {
    if (planes == 1) {
      return Arrays.copyOfRange(block, from, from + u);
    }
    byte[] bytes = new byte[u / planes];
    for (int at = 0; at < bytes.length; at += HALF_GRANULE) {
      System.arraycopy(
          block, from + at * planes + plane * HALF_GRANULE, bytes, at, HALF_GRANULE);
    }
    return bytes;
  }

  private static void putPlane(
      byte[] bytes, byte[] block, int from, int u, int plane, int planes) {
    if (planes == 1) {
      System.arraycopy(bytes, 0, block, from, u);
      return;
    }
    for (int at = 0; at < u / planes; at += HALF_GRANULE) {
      System.arraycopy(
          bytes, at, block, from + at * planes + plane * HALF_GRANULE, HALF_GRANULE);
    }
  }

  private static long[] words(byte[] bytes, int count) {
    long[] words = new long[count];
    ByteBuffer.wrap(Arrays.copyOf(bytes, count * Long.BYTES)).order(ByteOrder.nativeOrder())
        .asLongBuffer().get(words);
    return words;
  }

  private static byte[] bytes(long[] words) {
    ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES);
    bytes.order(ByteOrder.nativeOrder()).asLongBuffer().put(words);
    return bytes.array();
  }
}
