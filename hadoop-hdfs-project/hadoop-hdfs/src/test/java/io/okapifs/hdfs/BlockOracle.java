package io.okapifs.hdfs;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.hdfs.layout.FileLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;

/** What every block of a file must hold, computed from the file's bytes one block at a time. */
final class BlockOracle {

  private final FileLayout layout;
  private final byte[] file;

  BlockOracle(FileLayout layout, byte[] file) {
    this.layout = layout;
    this.file = file;
  }

  /** Deals cells out by counting, without the layout's arithmetic. */
  byte[] data(long wanted) {
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
  byte[][] parities(long group) {
    int k = layout.policy().k();
    int length = data(group * k).length;
    ByteBuffer[] members = direct(k, length);
    for (int member = 0; member < k; member++) {
      members[member].put(data(group * k + member)).clear();
    }
    ByteBuffer[] parities = direct(layout.policy().r(), length);
    new Coder(Kernels.best()).run(
        CodeRegistry.create(layout.policy().codec(), k, parities.length).encode(),
        members, parities);
    return Stream.of(parities).map(BlockOracle::bytes).toArray(byte[][]::new);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static ByteBuffer[] direct(int count, int length) {
    return Stream.generate(() -> ByteBuffer.allocateDirect(length)).limit(count)
        .toArray(ByteBuffer[]::new);
  }
}
