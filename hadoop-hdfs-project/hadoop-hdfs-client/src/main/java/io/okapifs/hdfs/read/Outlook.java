package io.okapifs.hdfs.read;

import io.okapifs.hdfs.layout.FileLayout;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the rest of a read will want of each block, so that a block is opened once and read on row
 * after row. A row of a lost piece wants the same bytes of every helper. Codes with sub-blocks want
 * other places for each window, and are looked at a window at a time.
 */
final class Outlook {

  private final FileView view;
  private final LostBlocks lost;
  private final Collection<Piece> pending;

  /**
   * @param pending all that the read still wants, the next row included
   */
  Outlook(FileView view, LostBlocks lost, Collection<Piece> pending) {
    this.view = view;
    this.lost = lost;
    this.pending = pending;
  }

  /** The fetch, told where what is wanted of its block ends, as far as nothing lies between. */
  Fetch extend(Fetch fetch) {
    if (view.layout().policy().alpha() > 1) {
      return fetch;
    }
    List<ByteRange> wanted =
        Stream.concat(Stream.of(fetch.range()), wantedOf(fetch.source())).toList();
    return ByteRange.union(wanted).stream()
        .filter(range -> range.contains(fetch.range()))
        .findFirst()
        .map(range -> fetch.goingOnTo(range.to()))
        .orElse(fetch);
  }

  private Stream<ByteRange> wantedOf(Source source) {
    FileLayout layout = view.layout();
    long group = source.isParity() ? source.number() : layout.groupOf(source.number());
    ByteRange extent = view.extent(source);
    return pending.stream()
        .filter(
            piece ->
                piece.source().equals(source)
                    || layout.groupOf(piece.block()) == group && lost.contains(piece.source()))
        .map(piece -> piece.range().intersect(extent))
        .filter(range -> !range.isEmpty());
  }
}
