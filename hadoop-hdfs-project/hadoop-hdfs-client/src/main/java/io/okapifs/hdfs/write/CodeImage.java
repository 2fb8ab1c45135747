package io.okapifs.hdfs.write;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.CodingProgram;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

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
 * Memory is taken for the windows that data has touched; the others are zeros. Not thread safe.
 */
final class CodeImage implements AutoCloseable {

  /** Programs compiled by one writer serve the next. */
  private static final Coder CODER = new Coder(Kernels.best());

  private static final ByteBuffer[] NO_INPUTS = new ByteBuffer[0];

  private final ErasureCode code;
  private final ParityMemory.Share memory;
  private final long parityLength;
  private final ImageShape shape;
  private final ByteBuffer[][] windows;

  /**
   * @param parityLength P, a multiple of alpha whole granules
   */
  CodeImage(ErasureCode code, long parityLength, int pageBytes, ParityMemory.Share memory) {
    this.code = code;
    this.memory = memory;
    this.parityLength = parityLength;
    this.shape = shape(code, parityLength, pageBytes);
    this.windows = new ByteBuffer[shape.windowCount()][];
  }

  /** What an image of parities of that length takes. */
  static ImageShape shape(ErasureCode code, long parityLength, int pageBytes) {
    if (parityLength % (code.alpha() * code.granuleBytes()) != 0) {
      throw new IllegalArgumentException(
          "not a parity length of the code: code=" + code.name() + ", parityLength="
              + parityLength + ", alpha=" + code.alpha());
    }
    return new ImageShape(code.r() * code.alpha(), parityLength / code.alpha(), pageBytes);
  }

  long parityLength() {
    return parityLength;
  }

  /**
   * Adds the bytes that consecutive data members have at an offset. All at once: the image is read
   * and written once instead of once per member.
   *
   * @param offset in the members' blocks, at the start of a granule
   * @param cells direct and of equally many bytes; behind the limits there are zeros up to the end
   *     of a granule
   */
  void fold(int firstMember, long offset, List<ByteBuffer> cells) {
    BitSet members = new BitSet();
    members.set(firstMember, firstMember + cells.size());
    int granule = code.granuleBytes();
    int length = (cells.get(0).remaining() + granule - 1) / granule * granule;
    for (int done = 0; done < length; ) {
      int index = (int) ((offset + done) / shape.subBlockBytes());
      long inSubBlock = (offset + done) % shape.subBlockBytes();
      int count = Math.min(length - done, leftInWindow(inSubBlock));
      CodingProgram program = code.columns(members, index);
      CODER.run(
          program, pieces(cells, done, count), accumulators(program, inSubBlock, count));
      done += count;
    }
  }

  private static ByteBuffer[] pieces(List<ByteBuffer> cells, int offset, int length) {
    ByteBuffer[] pieces = new ByteBuffer[cells.size()];
    for (int i = 0; i < pieces.length; i++) {
      pieces[i] = cells.get(i).duplicate().clear().slice(offset, length);
    }
    return pieces;
  }

  /** Bytes from an offset in sub-blocks to the end of its window. */
  private int leftInWindow(long offset) {
    int window = shape.windowBytes();
    return (int) Math.min(window - offset % window, shape.subBlockBytes() - offset);
  }

  /** The same range of every parity sub-block that the program touches, inside one window. */
  private ByteBuffer[] accumulators(CodingProgram program, long offset, int length) {
    int window = (int) (offset / shape.windowBytes());
    if (windows[window] == null) {
      takePages(window);
    }
    ByteBuffer[] slices = new ByteBuffer[shape.subBlocks()];
    for (int i = 0; i < slices.length; i++) {
      if (program.touchesOutput(i)) {
        slices[i] = piece(i, window).slice(placeInPage(i, offset), length);
      }
    }
    return slices;
  }

  private void takePages(int window) {
    ByteBuffer[] pages = new ByteBuffer[shape.pagesPerWindow()];
    windows[window] = pages;
    for (int i = 0; i < pages.length; i++) {
      pages[i] = memory.take(shape.pageBytes());
      Zeros.fill(pages[i], 0);
    }
  }

  private ByteBuffer piece(int subBlock, int window) {
    return windows[window][subBlock / shape.piecesPerPage()];
  }

  private int placeInPage(int subBlock, long offset) {
    int window = shape.windowBytes();
    return subBlock % shape.piecesPerPage() * window + (int) (offset % window);
  }

  /** Makes parities of what was added; nothing may be added afterwards. */
  void finish() {
    CodingProgram program = code.finish();
    for (int window = 0; window < windows.length; window++) {
      long offset = (long) window * shape.windowBytes();
      if (windows[window] != null) {
        CODER.run(program, NO_INPUTS, accumulators(program, offset, leftInWindow(offset)));
      }
    }
  }

  /** Fills a buffer with bytes of a parity, from an offset on. */
  void read(int parity, long offset, ByteBuffer target) {
    for (long at = offset; target.hasRemaining(); ) {
      int subBlock = (int) (parity * code.alpha() + at / shape.subBlockBytes());
      long inSubBlock = at % shape.subBlockBytes();
      int length = Math.min(target.remaining(), leftInWindow(inSubBlock));
      int window = (int) (inSubBlock / shape.windowBytes());
      if (windows[window] == null) {
        Zeros.fill(target.slice(target.position(), length), 0);
        target.position(target.position() + length);
      } else {
        target.put(piece(subBlock, window).slice(placeInPage(subBlock, inSubBlock), length));
      }
      at += length;
    }
  }

  /** Gives all memory back. */
  @Override
  public void close() {
    for (int window = 0; window < windows.length; window++) {
      if (windows[window] != null) {
        Stream.of(windows[window]).filter(Objects::nonNull).forEach(memory::giveBack);
        windows[window] = null;
      }
    }
  }
}
