package io.okapifs.hdfs.read;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Chooses what of one read is kept for those that follow. For one thread. */
final class Leftovers {

  private final FetchedCells cells;
  private final BufferLoan loan;
  private final Map<Long, List<ByteRange>> asked = new HashMap<>();

  Leftovers(FetchedCells cells, BufferLoan loan) {
    this.cells = cells;
    this.loan = loan;
  }

  /** The caller gets it this time. */
  void ask(Piece piece) {
    asked.computeIfAbsent(piece.block(), ignored -> new ArrayList<>()).add(piece.range());
  }

  /** What is in buffers of the read's own, and was not asked for, may be asked for next. */
  void keep(Segments held, NextUse nextUse) {
    held.removeOwned()
        .forEach(
            (source, segments) -> {
              for (Segments.Segment segment : segments) {
                if (isWorthKeeping(source, segment.range(), nextUse.view())) {
                  ByteBuffer buffer = loan.handOn(segment.buffer());
                  cells.add(
                      source.number(), segment.range(), buffer, ownBytes(nextUse), nextUse);
                } else {
                  loan.giveBack(segment.buffer());
                }
              }
            });
  }

  /**
   * Keeps what was delivered where the pass will decode a lost block with it further on.
   *
   * @param coming blocks that the same call will ask for: it has what was delivered at hand
   */
  void keepHelpers(List<Piece> delivered, Set<Long> coming, NextUse nextUse) {
    for (Piece piece : delivered) {
      if (isFollowedByLoss(piece, coming, nextUse)
          && !isKept(piece.source(), piece.range())
          && cells.wouldKeep(piece.block(), piece.range(), ownBytes(nextUse), nextUse)) {
        ByteBuffer copy = loan.take(piece.range().length());
        copy.put(0, piece.target(), 0, piece.range().length());
        cells.add(piece.block(), piece.range(), loan.handOn(copy), ownBytes(nextUse), nextUse);
      }
    }
  }

  /** Gives memory back that holds what is wanted no more. */
  void trim(NextUse nextUse) {
    cells.trim(ownBytes(nextUse), nextUse);
  }

  /** So much a stream keeps without asking: a row, and what it takes to decode it. */
  private static long ownBytes(NextUse nextUse) {
    GroupPolicy policy = nextUse.view().layout().policy();
    return (long) policy.n() * policy.cellSize();
  }

  /** In its group; with sub-blocks, of which a later stripe wants others, in its stripe. */
  private boolean isFollowedByLoss(Piece piece, Set<Long> coming, NextUse nextUse) {
    FileLayout layout = nextUse.view().layout();
    boolean inGroup = layout.policy().alpha() == 1;
    long next = piece.block() + 1;
    while (layout.groupOf(next) == layout.groupOf(piece.block())
        && (inGroup || layout.stripeOf(next) == layout.stripeOf(piece.block()))) {
      if (nextUse.lost().contains(Source.data(next))
          && !asked.containsKey(next)
          && !coming.contains(next)) {
        return true;
      }
      next++;
    }
    return false;
  }

  private boolean isKept(Source source, ByteRange range) {
    return range.minus(cells.ranges(source.number(), range)).isEmpty();
  }

  private boolean isWorthKeeping(Source source, ByteRange range, FileView view) {
    return !source.isParity()
        && !range.isEmpty()
        && !range.minus(asked.getOrDefault(source.number(), List.of())).isEmpty()
        && (view.layout().policy().alpha() == 1 || isInAskedRow(range, view))
        && !isKept(source, range);
  }

  /** Other sub-blocks are far from where the reader is. */
  private boolean isInAskedRow(ByteRange range, FileView view) {
    int cell = view.layout().policy().cellSize();
    return asked.values().stream()
        .flatMap(List::stream)
        .anyMatch(wanted -> wanted.from() / cell == range.from() / cell);
  }
}
