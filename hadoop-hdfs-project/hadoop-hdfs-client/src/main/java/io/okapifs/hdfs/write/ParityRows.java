package io.okapifs.hdfs.write;

import io.okapifs.hdfs.layout.FileLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * From data cells in file order to parity rows in the order in which they become final. A row is
 * final once the group's last member has it; the rows that a tail group or a short last stripe
 * leaves open are final when the file ends. Groups begin in ascending order and the rows of each
 * come in ascending order. Not thread safe.
 *
 * <p>The cells of a row that belong to one group, at most min(k, s), are folded at once, because
 * that reads and writes the parities once instead of once per cell.
 */
public final class ParityRows implements GroupEncoder {

  private final FileLayout layout;
  private final PartialParities partials;
  private final Sink sink;
  private final Map<Long, Long> rowsDone = new HashMap<>();
  private final Set<Long> dropped = new HashSet<>();
  private final ByteBuffer[] cells;
  private int cellCount;
  private long groupsDone;

  public ParityRows(FileLayout layout, PartialParities partials, Sink sink) {
    this.layout = layout;
    this.partials = partials;
    this.sink = sink;
    this.cells = new ByteBuffer[Math.min(layout.policy().k(), layout.stripeWidth())];
  }

  @Override
  public void put(byte[] bytes, int offset, int length) {
    if (cells[cellCount] == null) {
      cells[cellCount] = ByteBuffer.allocateDirect(layout.policy().cellSize());
    }
    cells[cellCount].put(bytes, offset, length);
  }

  @Override
  public void endCell(long block, long row) throws IOException {
    ByteBuffer last = cells[cellCount].flip();
    cellCount++;
    boolean isShort = last.remaining() < layout.policy().cellSize();
    boolean isLastMember = layout.memberOf(block) == layout.policy().k() - 1;
    boolean isLastIndex = layout.indexInStripe(block) == layout.stripeWidth() - 1;
    if (isShort || isLastMember || isLastIndex) {
      fold(block, row, isShort);
    }
    long group = layout.groupOf(block);
    if (isLastMember && !isShort && !dropped.contains(group)) {
      emit(group, row, layout.blockSize(), layout.policy().cellSize());
    }
  }

  @Override
  public void groupsDone(long group) {
    for (; groupsDone < group; groupsDone++) {
      rowsDone.remove(groupsDone);
      dropped.remove(groupsDone);
    }
  }

  @Override
  public void finish(long length) throws IOException {
    if (cellCount > 0) {
      long last = layout.blockAt(length - 1);
      fold(last, layout.offsetInBlock(length - 1) / layout.policy().cellSize(), false);
    }
    for (long group = groupsDone; group < layout.groupCount(length); group++) {
      finishGroup(group, layout.parityLength(group, length));
    }
  }

  @Override
  public void clear() {
    partials.clear();
  }

  /** Folds the cells gathered so far, the last of which is that of {@code block}. */
  private void fold(long block, long row, boolean lastIsShort) {
    long first = block - cellCount + 1;
    if (!dropped.contains(layout.groupOf(block))) {
      int together = lastIsShort ? cellCount - 1 : cellCount;
      if (together > 0) {
        partials.fold(first, row, Arrays.copyOf(cells, together));
      }
      if (lastIsShort) {
        partials.fold(block, row, new ByteBuffer[] {cells[cellCount - 1]});
      }
    }
    for (int i = 0; i < cellCount; i++) {
      cells[i].clear();
    }
    cellCount = 0;
  }

  private void finishGroup(long group, long parityLength) throws IOException {
    int cell = layout.policy().cellSize();
    long row = rowsDone.getOrDefault(group, 0L);
    for (; row * cell < parityLength && !dropped.contains(group); row++) {
      emit(group, row, parityLength, (int) Math.min(cell, parityLength - row * cell));
    }
  }

  private void emit(long group, long row, long parityLength, int length) throws IOException {
    boolean goesOn = sink.accept(group, parityLength, partials.row(group, row, length));
    partials.release(group, row);
    rowsDone.put(group, row + 1);
    if (!goesOn) {
      dropped.add(group);
      partials.releaseGroup(group);
    }
  }
}
