package io.okapifs.hdfs.write;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The parities of codes with sub-blocks. One byte of a parity depends on bytes all over the data
 * blocks, so that nothing of a group is final before its last cell. What a group holds until then
 * is for {@link OpenGroup}; a group that does not get the memory is left to the DataNodes.
 *
 * <p>Not thread safe.
 */
public final class VectorParities implements GroupEncoder {

  private final FileLayout layout;
  private final ErasureCode code;
  private final Sink sink;
  private final ParityMemory.Share memory;
  private final Map<Long, OpenGroup> open = new TreeMap<>();

  /** Groups of which nothing will be passed on any more. */
  private final Set<Long> ended = new HashSet<>();

  private final CellRun cells;
  private final ByteBuffer[] rows;
  private long groupsDone;

  /**
   * @param memory closed by {@link #clear}
   */
  public VectorParities(FileLayout layout, ParityMemory.Share memory, Sink sink) {
    GroupPolicy policy = layout.policy();
    this.layout = layout;
    this.memory = memory;
    this.sink = sink;
    this.code = policy.code();
    if (policy.cellSize() % code.granuleBytes() != 0) {
      throw new IllegalArgumentException(
          "cells are not whole granules: policy=" + policy.name() + ", cellSize="
              + policy.cellSize() + ", granuleBytes=" + code.granuleBytes());
    }
    this.cells = new CellRun(layout, this::add);
    this.rows = new ByteBuffer[code.r()];
  }

  @Override
  public void put(byte[] bytes, int offset, int length) {
    cells.put(bytes, offset, length);
  }

  @Override
  public void endCell(long block, long row) throws IOException {
    cells.endCell(block, row);
  }

  private void add(long firstBlock, long row, List<ByteBuffer> run) throws IOException {
    long group = layout.groupOf(firstBlock);
    if (ended.contains(group)) {
      return;
    }
    OpenGroup target =
        open.computeIfAbsent(group, absent -> new OpenGroup(layout, code, memory));
    int firstMember = layout.memberOf(firstBlock);
    long offset = row * layout.policy().cellSize();
    try {
      target.add(firstMember, offset, run);
    } catch (NoParityMemoryException e) {
      leave(group, e);
      return;
    }
    if (firstMember + run.size() == code.k()
        && offset + run.get(0).remaining() == layout.blockSize()) {
      passOn(group, layout.policy().fullParityLength(layout.blockSize()));
    }
  }

  private void leave(long group, NoParityMemoryException reason) throws IOException {
    end(group);
    sink.leave(group, reason.getMessage());
  }

  private void end(long group) {
    open.remove(group).close();
    ended.add(group);
  }

  @Override
  public void groupsDone(long group) {
    for (; groupsDone < group; groupsDone++) {
      ended.remove(groupsDone);
    }
  }

  @Override
  public void finish(long length) throws IOException {
    cells.finish(length);
    for (long group = groupsDone; group < layout.groupCount(length); group++) {
      if (open.containsKey(group)) {
        passOn(group, layout.parityLength(group, length));
      }
    }
  }

  /**
   * @param parityLength that the parities get if they are not being made yet
   */
  private void passOn(long group, long parityLength) throws IOException {
    CodeImage image;
    try {
      takeRows();
      image = open.get(group).finish(parityLength);
    } catch (NoParityMemoryException e) {
      leave(group, e);
      return;
    }
    long length = image.parityLength();
    boolean isWanted = true;
    for (long at = 0; at < length && isWanted; at += layout.policy().cellSize()) {
      isWanted = sink.accept(group, length, rowsOf(image, at));
    }
    end(group);
  }

  /** Before anything of a group is passed on: then it can still be left. */
  private void takeRows() {
    for (int i = 0; i < rows.length; i++) {
      rows[i] = rows[i] == null ? memory.own(layout.policy().cellSize()) : rows[i];
    }
  }

  private ByteBuffer[] rowsOf(CodeImage image, long offset) {
    int cellSize = layout.policy().cellSize();
    for (int i = 0; i < rows.length; i++) {
      rows[i].clear().limit((int) Math.min(cellSize, image.parityLength() - offset));
      image.read(i, offset, rows[i]);
      rows[i].flip();
    }
    return rows;
  }

  @Override
  public void clear() {
    open.values().forEach(OpenGroup::close);
    open.clear();
    memory.close();
  }
}
