package io.okapifs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.BlockCoder;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.hdfs.layout.FileLayout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What an encoder makes of a file: drives a cursor and the encoder as the stream does, and keeps
 * what comes out.
 */
final class WrittenGroups implements GroupEncoder.Sink {

  private final FileLayout layout;
  private final Map<Integer, ByteArrayOutputStream[]> groups = new TreeMap<>();
  private final List<Long> left = new ArrayList<>();
  private long dropped = -1;

  WrittenGroups(FileLayout layout) {
    this.layout = layout;
  }

  /** Wants no row of this group but the first. */
  void drop(long group) {
    dropped = group;
  }

  /**
   * Writes a file in pieces of so many bytes at most.
   *
   * @param afterCell called behind each full cell
   */
  void write(GroupEncoder encoder, byte[] file, int pieceBytes, Runnable afterCell)
      throws IOException {
    int cellSize = layout.policy().cellSize();
    CellCursor cursor = new CellCursor(layout);
    for (int offset = 0; offset < file.length; ) {
      int length =
          Math.min(cellSize - cursor.filled(), Math.min(pieceBytes, file.length - offset));
      encoder.put(file, offset, length);
      cursor.fill(length);
      offset += length;
      if (cursor.cellIsFull()) {
        encoder.endCell(cursor.block(), cursor.row());
        cursor.nextCell();
        afterCell.run();
        if (cursor.atStripeStart()) {
          encoder.groupsDone(layout.groupsFinishedBy(cursor.stripe() - 1));
        }
      }
    }
    if (cursor.filled() > 0) {
      encoder.endCell(cursor.block(), cursor.row());
    }
    assertThat(cursor.position()).isEqualTo(file.length);
    encoder.finish(file.length);
  }

  @Override
  public boolean accept(long group, long parityLength, ByteBuffer[] rows) {
    if (!groups.containsKey((int) group)) {
      assertThat(group).as("groups begin densely and in order")
          .isEqualTo(groups.size() + left.size());
      groups.put(
          (int) group,
          Stream.generate(ByteArrayOutputStream::new).limit(rows.length)
              .toArray(ByteArrayOutputStream[]::new));
    }
    if (group == dropped) {
      return false;
    }
    for (int i = 0; i < rows.length; i++) {
      byte[] row = new byte[rows[i].remaining()];
      rows[i].get(row);
      groups.get((int) group)[i].writeBytes(row);
      assertThat((long) groups.get((int) group)[i].size()).isLessThanOrEqualTo(parityLength);
    }
    return true;
  }

  @Override
  public void leave(long group, String reason) {
    assertThat(reason).containsPattern("no memory for its parities: |no direct memory left: ");
    left.add(group);
  }

  /** Groups of which rows came. */
  Set<Integer> numbers() {
    return groups.keySet();
  }

  /** Groups that were left. */
  List<Long> left() {
    return left;
  }

  byte[] block(int group, int parity) {
    return groups.get(group)[parity].toByteArray();
  }

  /** A data member, which may be shorter than others. */
  static byte[] data(FileLayout layout, byte[] file, int group, int member) {
    long x = (long) group * layout.policy().k() + member;
    byte[] block = new byte[(int) layout.blockLength(x, file.length)];
    for (int offset = 0; offset < block.length; offset++) {
      block[offset] = file[(int) layout.fileOffset(x, offset)];
    }
    return block;
  }

  /** The parities of a group as the code's own encoder makes them of whole blocks. */
  static ByteBuffer[] encoded(FileLayout layout, byte[] file, int group, int parityLength) {
    ErasureCode code = layout.policy().code();
    ByteBuffer[] data = direct(code.k(), parityLength);
    for (int member = 0; member < code.k(); member++) {
      data[member].put(0, data(layout, file, group, member));
    }
    ByteBuffer[] parities = direct(code.r(), parityLength);
    new BlockCoder(code, new Coder(Kernels.best())).encode(data, parities);
    return parities;
  }

  private static ByteBuffer[] direct(int count, int length) {
    return Stream.generate(() -> ByteBuffer.allocateDirect(length)).limit(count)
        .toArray(ByteBuffer[]::new);
  }

  /** Product in GF(2^8) with polynomial 0x11D, bit by bit. */
  static int times(int a, int b) {
    int product = 0;
    for (int bit = 7; bit >= 0; bit--) {
      product <<= 1;
      product ^= (product & 0x100) == 0 ? 0 : 0x11D;
      product ^= (b >> bit & 1) == 0 ? 0 : a;
    }
    return product;
  }
}
