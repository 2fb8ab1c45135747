package io.okapifs.hdfs.write;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import java.nio.ByteBuffer;

/**
 * The parity blocks of one group of a code with sub-blocks, while they are made: r accumulators of
 * P bytes each. Sub-block j of a block is its range [j * u, (j + 1) * u) with u = P / alpha, and
 * bytes at one offset of their sub-blocks belong together, so that data may come in any order.
 *
 * <pre>
 *   a data block, alpha = 3      [ 0 ..... u )[ u .... 2u )[ 2u ... 3u = P )
 *   its cells                    [  c0  ][  c1  ][  c2  ][ c3, then zeros  )
 *   c1 is two pieces             [      [ 0 ][ 1 ]
 * </pre>
 *
 * Not thread safe.
 */
final class CodeImage {

  /** Programs compiled by one writer serve the next. */
  private static final Coder CODER = new Coder(Kernels.best());

  private final ErasureCode code;
  private final int parityLength;
  private final int subBlock;
  private final ByteBuffer[] parities;

  /**
   * @param parityLength P, a multiple of alpha whole granules
   * @param parities r direct buffers of P bytes, all zeros
   */
  CodeImage(ErasureCode code, int parityLength, ByteBuffer[] parities) {
    if (parityLength % (code.alpha() * code.granuleBytes()) != 0) {
      throw new IllegalArgumentException(
          "not a parity length of the code: code=" + code.name() + ", parityLength="
              + parityLength + ", alpha=" + code.alpha());
    }
    this.code = code;
    this.parityLength = parityLength;
    this.subBlock = parityLength / code.alpha();
    this.parities = parities;
  }

  int parityLength() {
    return parityLength;
  }

  /**
   * Adds bytes of a data member.
   *
   * @param offset of the bytes in the member's block, at the start of a granule
   * @param bytes direct; behind its limit there are zeros up to the end of a granule
   */
  void fold(int member, long offset, ByteBuffer bytes) {
    int granule = code.granuleBytes();
    int end = Math.toIntExact(offset) + (bytes.remaining() + granule - 1) / granule * granule;
    for (int at = Math.toIntExact(offset); at < end; ) {
      int index = at / subBlock;
      int pieceEnd = Math.min(end, (index + 1) * subBlock);
      ByteBuffer piece =
          bytes.duplicate().clear().slice(at - Math.toIntExact(offset), pieceEnd - at);
      CODER.run(
          code.column(member, index), new ByteBuffer[] {piece},
          accumulators(at - index * subBlock, pieceEnd - at));
      at = pieceEnd;
    }
  }

  /** The same range of every sub-block of every parity. */
  private ByteBuffer[] accumulators(int offset, int length) {
    ByteBuffer[] slices = new ByteBuffer[code.r() * code.alpha()];
    for (int i = 0; i < slices.length; i++) {
      slices[i] =
          parities[i / code.alpha()].slice(i % code.alpha() * subBlock + offset, length);
    }
    return slices;
  }

  /** Makes parities of what was added; nothing may be added afterwards. */
  ByteBuffer[] finish() {
    CODER.run(code.finish(), new ByteBuffer[0], accumulators(0, subBlock));
    return parities;
  }
}
