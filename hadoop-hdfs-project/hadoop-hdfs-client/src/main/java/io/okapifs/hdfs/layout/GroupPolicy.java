package io.okapifs.hdfs.layout;

import io.okapifs.ec.code.CodeIdentity;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import java.util.Optional;

/**
 * How data blocks are grouped and coded, apart from how the file is striped.
 *
 * @param name the policy's name in HDFS, such as {@code RS-6-3-1024k}
 * @param codec the code's name in okapi-ec, such as {@code rs}
 * @param k data members of a full group
 * @param r parity members of every group, 1 to 16
 * @param alpha sub-blocks per block
 * @param cellSize c, bytes that striping moves at a time
 * @param identity what the code must be, where it comes from another jar
 */
public record GroupPolicy(
    String name, String codec, int k, int r, int alpha, int cellSize,
    Optional<CodeIdentity> identity) {

  /**
   * Sub-blocks start at the boundary of a checksum chunk, and are whole granules of any code:
   * multiples of so many bytes.
   */
  public static final int SUB_BLOCK_ALIGNMENT = 512;

  public GroupPolicy {
    if (k < 1 || r < 1 || r > FileLayout.MAX_STRIPE_WIDTH || alpha < 1 || cellSize < 1) {
      throw new IllegalArgumentException(
          "policy out of range: name=" + name + ", k=" + k + ", r=" + r + ", alpha=" + alpha
              + ", cellSize=" + cellSize);
    }
  }

  /** A policy whose code is one of okapi-ec's. */
  public GroupPolicy(String name, String codec, int k, int r, int alpha, int cellSize) {
    this(name, codec, k, r, alpha, cellSize, Optional.empty());
  }

  /** Members of a full group. */
  public int n() {
    return k + r;
  }

  /**
   * The code of a group.
   *
   * @throws io.okapifs.ec.code.UnsupportedCodeException where this program does not have it, or has
   *     another one by the name
   */
  public ErasureCode code() {
    return identity.isPresent()
        ? CodeRegistry.create(codec, k, r, identity.get())
        : CodeRegistry.create(codec, k, r);
  }

  /** Parity length of a full group. */
  public long fullParityLength(long blockSize) {
    return compactParityLength(blockSize);
  }

  /** Whether parity of that length has one sub-block, or alpha of whole checksum chunks. */
  public boolean isSubBlocked(long parityLength) {
    return alpha == 1 || parityLength % ((long) alpha * SUB_BLOCK_ALIGNMENT) == 0;
  }

  /** Parity length that covers a longest data block of {@code longest} bytes and no more. */
  public long compactParityLength(long longest) {
    if (alpha == 1) {
      return longest;
    }
    long subBlock = FileLayout.ceilDiv(longest, alpha);
    return alpha * FileLayout.ceilDiv(subBlock, SUB_BLOCK_ALIGNMENT) * SUB_BLOCK_ALIGNMENT;
  }
}
