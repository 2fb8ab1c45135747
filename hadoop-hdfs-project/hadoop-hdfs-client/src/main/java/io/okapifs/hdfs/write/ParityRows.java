package io.okapifs.hdfs.write;

import io.okapifs.hdfs.layout.FileLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * From data cells in file order to parity rows in the order in which they become final. A row is
 * final once the group's last member has it; the rows that a tail group or a short last stripe
 * leaves open are final when the file ends. Groups begin in ascending order and the rows of each
 * come in ascending order. Not thread safe.
 */
public final class ParityRows implements GroupEncoder {

  private final FileLayout layout;
  private final PartialParities partials;
  private final Sink sink;
  private final Map<Long, Long> rowsDone = new HashMap<>();
  private final Set<Long> dropped = new HashSet<>();
  private final CellRun cells;
  private long groupsDone;

  public ParityRows(FileLayout layout, PartialParities partials, Sink sink) {
    this.layout = layout;
    this.partials = partials;
    this.sink = sink;
    this.cells = new CellRun(layout, this::fold);
  }

  @Override
  public void put(byte[] bytes, int offset, int length) {
    cells.put(bytes, offset, length);
  }

  @Override
  public void endCell(long block, long row) throws IOException {
    boolean isFull = cells.endCell(block, row);
    boolean isLastMember = layout.memberOf(block) == layout.policy().k() - 1;
    long group = layout.groupOf(block);
    if (isLastMember && isFull && !dropped.contains(group)) {
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
    cells.finish(length);
    for (long group = groupsDone; group < layout.groupCount(length); group++) {
      finishGroup(group, layout.parityLength(group, length));
    }
  }

  @Override
  public void clear() {
    partials.clear();
  }

  private void fold(long firstBlock, long row, List<ByteBuffer> run) {
    if (!dropped.contains(layout.groupOf(firstBlock))) {
      partials.fold(firstBlock, row, run.toArray(ByteBuffer[]::new));
    }
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
