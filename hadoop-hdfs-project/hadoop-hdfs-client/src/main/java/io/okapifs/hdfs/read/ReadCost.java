package io.okapifs.hdfs.read;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one read asks of disks, by the planner. Nothing is read.
 *
 * @param positionings runs of neighbouring bytes of a block
 * @param bytes of all blocks
 * @param fromOneBlock bytes of the block that most are read of
 */
public record ReadCost(long positionings, long bytes, long fromOneBlock) {

  /**
   * @param view of the file, closed
   * @param code of its policy
   * @param lost blocks that cannot be read
   * @param range of the file, inside its length; of any size
   * @throws UnrecoverableGroupException where more blocks are lost than the code survives
   */
  public static ReadCost of(FileView view, ErasureCode code, LostBlocks lost, ByteRange range)
      throws UnrecoverableGroupException {
    ReadPlanner planner = new ReadPlanner(view, code, lost, source -> List.of());
    Map<Source, List<ByteRange>> ranges = new HashMap<>();
    for (Fetch fetch : planner.plan(pieces(view.layout(), range)).fetches()) {
      ranges.computeIfAbsent(fetch.source(), source -> new ArrayList<>()).add(fetch.range());
    }
    return of(ranges);
  }

  /** Cell by cell. Nothing will be read, so all of them share one target. */
  private static List<Piece> pieces(FileLayout layout, ByteRange range) {
    int cell = layout.policy().cellSize();
    ByteBuffer target = ByteBuffer.allocate(cell);
    List<Piece> pieces = new ArrayList<>();
    long end;
    for (long from = range.from(); from < range.to(); from = end) {
      end = Math.min(range.to(), (from / cell + 1) * cell);
      long inBlock = layout.offsetInBlock(from);
      ByteRange wanted = new ByteRange(inBlock, inBlock + end - from);
      pieces.add(new Piece(layout.blockAt(from), wanted, target.slice(0, wanted.length())));
    }
    return pieces;
  }

  private static ReadCost of(Map<Source, List<ByteRange>> ranges) {
    long runs = 0;
    long all = 0;
    long most = 0;
    for (List<ByteRange> ofBlock : ranges.values()) {
      long bytes = 0;
      for (ByteRange run : ByteRange.union(ofBlock)) {
        runs++;
        bytes += run.to() - run.from();
      }
      all += bytes;
      most = Math.max(most, bytes);
    }
    return new ReadCost(runs, all, most);
  }
}
