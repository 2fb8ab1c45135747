package io.okapifs.bench.paper;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.write.PartialParities;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Memory that a client needs while it writes a file cell by cell (Okapi, OSDI'25, section 4.3 and
 * Figure 11). Codes have one sub-block per block.
 */
public final class WriterMemory {

  private record Row(long group, long row) {}

  private WriterMemory() {}

  /**
   * The most bytes of cells that are kept at once, if a cell is kept until its row of its group is
   * complete.
   *
   * @param length bytes of the file, whole stripes and groups
   */
  public static long naiveBytes(FileLayout layout, long length) {
    Map<Row, Integer> open = new HashMap<>();
    long kept = 0;
    long most = 0;
    int cell = layout.policy().cellSize();
    for (long offset = 0; offset < length; offset += cell) {
      Row row = rowAt(layout, offset);
      kept += cell;
      most = Math.max(most, kept);
      if (open.merge(row, 1, Integer::sum) == layout.policy().k()) {
        open.remove(row);
        kept -= (long) cell * layout.policy().k();
      }
    }
    return most;
  }

  /**
   * The most bytes of partial parities that are held at once, and the cell that is folded in. The
   * product's own {@link PartialParities} hold them; nothing is computed.
   *
   * @param length bytes of the file, whole stripes and groups
   */
  public static long partialBytes(FileLayout layout, long length) {
    int cell = layout.policy().cellSize();
    PartialParities partials =
        new PartialParities(layout, (firstMember, cells, parities) -> {});
    ByteBuffer[] cells = {ByteBuffer.allocateDirect(cell)};
    long most = 0;
    for (long offset = 0; offset < length; offset += cell) {
      long block = layout.blockAt(offset);
      Row row = rowAt(layout, offset);
      partials.fold(block, row.row, cells);
      most = Math.max(most, partials.heldBytes() + cell);
      if (layout.memberOf(block) == layout.policy().k() - 1) {
        partials.release(row.group, row.row);
      }
    }
    return most;
  }

  /** The bound of our writers: partial parities of a group, or rows alone where none goes on. */
  public static long boundBytes(FileLayout layout) {
    long cell = layout.policy().cellSize();
    long cells = (layout.policy().k() + layout.stripeWidth()) * cell;
    boolean groupsLieInsideStripes = layout.stripeWidth() % layout.policy().k() == 0;
    return cells + layout.policy().r() * (groupsLieInsideStripes ? cell : layout.blockSize());
  }

  private static Row rowAt(FileLayout layout, long offset) {
    long group = layout.groupOf(layout.blockAt(offset));
    return new Row(group, layout.offsetInBlock(offset) / layout.policy().cellSize());
  }
}
