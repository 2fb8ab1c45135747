package io.okapifs.hdfs.write;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The parities of codes with sub-blocks. One byte of a parity depends on bytes all over the data
 * blocks, so that nothing of a group is final before its last cell.
 *
 * <p>Which length the parities will have is not known before that either: a group that the file
 * ends in gets compact ones. So cells are kept as they are while they take no more memory than the
 * parities would, r * P, and folded into parities of the full length from then on. A small file
 * thus has small parities.
 *
 * <p>Not thread safe.
 */
public final class VectorParities implements GroupEncoder {

  private final FileLayout layout;
  private final ErasureCode code;
  private final Sink sink;
  private final int fullLength;
  private final Map<Long, OpenGroup> open = new TreeMap<>();
  private final Set<Long> dropped = new HashSet<>();
  private final Deque<ByteBuffer> spareCells = new ArrayDeque<>();
  private ByteBuffer cell;
  private long groupsDone;

  private record Cell(int member, long offset, ByteBuffer bytes) {}

  /** A group of which some data came: either cells or an image of its parities. */
  private static final class OpenGroup {
    private final List<Cell> cells = new ArrayList<>();
    private CodeImage image;
    private boolean isDone;
  }

  public VectorParities(FileLayout layout, Sink sink) {
    GroupPolicy policy = layout.policy();
    this.layout = layout;
    this.sink = sink;
    this.code = policy.code();
    this.fullLength = Math.toIntExact(policy.fullParityLength(layout.blockSize()));
    if (policy.cellSize() % code.granuleBytes() != 0) {
      throw new IllegalArgumentException(
          "cells are not whole granules: policy=" + policy.name() + ", cellSize="
              + policy.cellSize() + ", granuleBytes=" + code.granuleBytes());
    }
  }

  @Override
  public void put(byte[] bytes, int offset, int length) {
    if (cell == null) {
      cell = newCell();
    }
    cell.put(bytes, offset, length);
  }

  private ByteBuffer newCell() {
    ByteBuffer spare = spareCells.poll();
    return spare == null ? ByteBuffer.allocateDirect(layout.policy().cellSize()) : spare;
  }

  @Override
  public void endCell(long block, long row) throws IOException {
    ByteBuffer bytes = cell.flip();
    cell = null;
    long group = layout.groupOf(block);
    if (dropped.contains(group)) {
      recycle(bytes);
      return;
    }
    int cellSize = layout.policy().cellSize();
    int member = layout.memberOf(block);
    setZero(bytes);
    add(
        open.computeIfAbsent(group, absent -> new OpenGroup()),
        new Cell(member, row * cellSize, bytes));
    boolean isLast =
        member == code.k() - 1 && row * cellSize + bytes.remaining() == layout.blockSize();
    if (isLast) {
      passOn(group, fullLength);
    }
  }

  /** Behind the end of a file there are zeros; the buffer may have held another cell. */
  private static void setZero(ByteBuffer cell) {
    ByteBuffer whole = cell.duplicate().clear();
    for (int at = cell.limit(); at < cell.capacity(); at++) {
      whole.put(at, (byte) 0);
    }
  }

  private void add(OpenGroup group, Cell next) {
    group.cells.add(next);
    long kept = (long) group.cells.size() * layout.policy().cellSize();
    if (group.image != null || kept > (long) code.r() * fullLength) {
      foldInto(group, fullLength);
    }
  }

  private void foldInto(OpenGroup group, int parityLength) {
    if (group.image == null) {
      group.image = new CodeImage(code, parityLength, newParities(parityLength));
    }
    for (Cell each : group.cells) {
      group.image.fold(each.member(), each.offset(), each.bytes());
      recycle(each.bytes());
    }
    group.cells.clear();
  }

  private ByteBuffer[] newParities(int parityLength) {
    ByteBuffer[] parities = new ByteBuffer[code.r()];
    for (int i = 0; i < parities.length; i++) {
      parities[i] = ByteBuffer.allocateDirect(parityLength);
    }
    return parities;
  }

  /** A row of spares is enough while cells are folded as they come. */
  private void recycle(ByteBuffer bytes) {
    if (spareCells.size() < layout.stripeWidth()) {
      spareCells.push(bytes.clear());
    }
  }

  @Override
  public void groupsDone(long group) {
    for (; groupsDone < group; groupsDone++) {
      open.remove(groupsDone);
      dropped.remove(groupsDone);
    }
  }

  @Override
  public void finish(long length) throws IOException {
    for (long group = groupsDone; group < layout.groupCount(length); group++) {
      OpenGroup left = open.get(group);
      if (left != null && !left.isDone) {
        passOn(group, Math.toIntExact(layout.parityLength(group, length)));
      }
    }
  }

  /**
   * @param parityLength that the parities get if nothing was folded yet
   */
  private void passOn(long group, int parityLength) throws IOException {
    OpenGroup whole = open.get(group);
    whole.isDone = true;
    foldInto(whole, parityLength);
    int length = whole.image.parityLength();
    ByteBuffer[] parities = whole.image.finish();
    whole.image = null;
    int cellSize = layout.policy().cellSize();
    for (int at = 0; at < length && !dropped.contains(group); at += cellSize) {
      ByteBuffer[] rows = new ByteBuffer[parities.length];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = parities[i].slice(at, Math.min(cellSize, length - at));
      }
      if (!sink.accept(group, length, rows)) {
        dropped.add(group);
      }
    }
  }

  /** Bytes of cells that are kept and of parities that are not passed on. */
  long heldBytes() {
    return open.values().stream()
        .mapToLong(
            group ->
                (long) group.cells.size() * layout.policy().cellSize()
                    + (group.image == null ? 0 : (long) code.r() * group.image.parityLength()))
        .sum();
  }

  @Override
  public void clear() {
    open.clear();
    spareCells.clear();
    cell = null;
  }
}
