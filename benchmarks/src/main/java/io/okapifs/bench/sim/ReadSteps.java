package io.okapifs.bench.sim;

import io.okapifs.ec.cache.BoundedCache;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.read.ByteRange;
import io.okapifs.hdfs.read.Fetch;
import io.okapifs.hdfs.read.FileView;
import io.okapifs.hdfs.read.LostBlocks;
import io.okapifs.hdfs.read.Piece;
import io.okapifs.hdfs.read.ReadPlan;
import io.okapifs.hdfs.read.ReadPlanner;
import io.okapifs.hdfs.read.Source;
import io.okapifs.hdfs.read.UnrecoverableGroupException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which bytes of which blocks reads of one layout take, by the client's {@link ReadPlanner}. As the
 * client does, a read goes stripe by stripe; where it meets a lost block it goes on to the end of
 * the group at once, and what it has read already is not fetched again to decode with.
 */
final class ReadSteps {

  private static final int CACHED = 1_000;

  private final FileView view;
  private final ErasureCode code;
  private final ByteBuffer anyCell;
  /** Where sizes are fixed the same few ranges come again and again. */
  private final BoundedCache<ByteRange, List<ReadStep>> healthy = new BoundedCache<>(CACHED);

  ReadSteps(FileLayout layout, long length) {
    view = FileView.closed(layout, length);
    code = layout.policy().code();
    anyCell = ByteBuffer.allocate(layout.policy().cellSize());
  }

  FileLayout layout() {
    return view.layout();
  }

  long length() {
    return view.length();
  }

  /** The steps of a read of bytes of a file of which nothing is lost. */
  List<ReadStep> of(ByteRange range) {
    return healthy.get(range, ignored -> plan(new LostBlocks(), range));
  }

  /**
   * The steps of a read.
   *
   * @param lost blocks that cannot be read, which the reader knows
   * @param range bytes of the file
   */
  List<ReadStep> of(LostBlocks lost, ByteRange range) {
    boolean degraded = pieces(range).stream().anyMatch(piece -> lost.contains(piece.source()));
    return degraded ? plan(lost, range) : of(range);
  }

  private List<ReadStep> plan(LostBlocks lost, ByteRange range) {
    List<ReadStep> steps = new ArrayList<>();
    Map<Source, List<ByteRange>> delivered = new HashMap<>();
    for (long from = range.from(); from < range.to(); ) {
      long end = endOfStep(lost, new ByteRange(from, range.to()));
      List<Piece> pieces = pieces(new ByteRange(from, end));
      steps.add(step(lost, pieces, delivered));
      for (Piece piece : pieces) {
        delivered.computeIfAbsent(piece.source(), ignored -> new ArrayList<>()).add(piece.range());
      }
      from = end;
    }
    return steps;
  }

  /** The end of the stripe, or of the last group of which something that comes before is lost. */
  private long endOfStep(LostBlocks lost, ByteRange left) {
    long stripe = layout().stripeSize();
    long needed = (left.from() / stripe + 1) * stripe;
    long end = left.from();
    while (end < Math.min(needed, left.to())) {
      ByteRange more = new ByteRange(end, Math.min(needed, left.to()));
      end = more.to();
      for (Piece piece : pieces(more)) {
        if (lost.contains(piece.source())) {
          needed = Math.max(needed, endOfGroup(piece.block()));
        }
      }
    }
    return end;
  }

  private long endOfGroup(long block) {
    FileLayout layout = layout();
    long last = (layout.groupOf(block) + 1) * layout.policy().k() - 1;
    return (layout.stripeOf(last) + 1) * layout.stripeSize();
  }

  private ReadStep step(
      LostBlocks lost, List<Piece> pieces, Map<Source, List<ByteRange>> delivered) {
    ReadPlan plan;
    try {
      plan =
          new ReadPlanner(
                  view, code, lost, source -> delivered.getOrDefault(source, List.of()))
              .plan(pieces);
    } catch (UnrecoverableGroupException e) {
      throw new IllegalStateException("the simulation lost more than the code survives", e);
    }
    Map<Source, List<ByteRange>> ranges = new LinkedHashMap<>();
    for (Fetch fetch : plan.fetches()) {
      ranges.computeIfAbsent(fetch.source(), ignored -> new ArrayList<>()).add(fetch.range());
    }
    List<BlockRead> reads = new ArrayList<>();
    ranges.forEach(
        (source, parts) ->
            ByteRange.union(parts).forEach(run -> reads.add(new BlockRead(source, run.length()))));
    return new ReadStep(reads, !plan.groupReads().isEmpty());
  }

  /** Content is not simulated: all pieces share one cell. */
  private List<Piece> pieces(ByteRange range) {
    int cell = layout().policy().cellSize();
    List<Piece> pieces = new ArrayList<>();
    for (long at = range.from(); at < range.to(); ) {
      long end = Math.min(range.to(), (at / cell + 1) * cell);
      pieces.addAll(view.pieces(new ByteRange(at, end), anyCell));
      at = end;
    }
    return pieces;
  }
}
