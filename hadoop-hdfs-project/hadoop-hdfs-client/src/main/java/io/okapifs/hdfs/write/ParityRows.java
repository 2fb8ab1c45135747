package io.okapifs.hdfs.write;

import io.okapifs.hdfs.layout.FileLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * From data cells in file order to parity rows in the order in which they become final. A row is
 * final once the group's last member has it; the rows that a tail group or a short last stripe
 * leaves open are final when the file ends. Groups begin in ascending order and the rows of each
 * come in ascending order. Not thread safe.
 */
public final class ParityRows {

  /** Takes the rows. */
  @FunctionalInterface
  public interface Sink {

    /**
     * @param group the parity group
     * @param parityLength P of the group: bs while the file grows, exact when it ends
     * @param parities one buffer for each of the r parities, of one length; valid during the call
     */
    void accept(long group, long parityLength, ByteBuffer[] parities) throws IOException;
  }

  private final FileLayout layout;
  private final PartialParities partials;
  private final Sink sink;
  private final Map<Long, Long> rowsDone = new HashMap<>();
  private final Set<Long> dropped = new HashSet<>();
  private long groupsDone;

  public ParityRows(FileLayout layout, PartialParities partials, Sink sink) {
    this.layout = layout;
    this.partials = partials;
    this.sink = sink;
  }

  /** Folds a full cell; passes on the parity row that it completes. */
  public void add(long block, long row, ByteBuffer cell) throws IOException {
    long group = layout.groupOf(block);
    if (dropped.contains(group)) {
      return;
    }
    partials.fold(block, row, cell);
    boolean isLastMember = layout.memberOf(block) == layout.policy().k() - 1;
    if (isLastMember && cell.remaining() == layout.policy().cellSize()) {
      emit(group, row, layout.blockSize(), layout.policy().cellSize());
    }
  }

  /** Stops caring for a group, whose parities cannot be written. */
  public void drop(long group) {
    dropped.add(group);
    partials.releaseGroup(group);
  }

  /** Forgets the groups before {@code group}, all rows of which were passed on. */
  public void groupsDone(long group) {
    for (; groupsDone < group; groupsDone++) {
      rowsDone.remove(groupsDone);
      dropped.remove(groupsDone);
    }
  }

  /** Passes on all rows that are left of a file that ends at {@code length} bytes. */
  public void finish(long length) throws IOException {
    for (long group = groupsDone; group < layout.groupCount(length); group++) {
      finishGroup(group, layout.parityLength(group, length));
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
    sink.accept(group, parityLength, partials.row(group, row, length));
    partials.release(group, row);
    rowsDone.put(group, row + 1);
  }
}
