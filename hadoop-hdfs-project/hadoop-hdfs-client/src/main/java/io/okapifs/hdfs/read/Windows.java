package io.okapifs.hdfs.read;

import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts pieces of codes with sub-blocks to what is decoded at a time: the same window of each
 * sub-block. A value.
 *
 * @param view with the parities of the groups whose pieces are cut
 */
record Windows(FileView view) {

  /** Below that a fetch costs more than its bytes. */
  private static final long BYTES_MIN = 64 << 10;

  /** Parts of a piece that do not cross sub-blocks, nor take more memory than a row does. */
  List<Piece> cut(Piece piece) {
    long subBlock = subBlockBytes(piece);
    long most = bytes();
    List<Piece> parts = new ArrayList<>();
    for (long from = piece.range().from(); from < piece.range().to(); ) {
      long inSubBlock = from % subBlock;
      long end = from - inSubBlock + Math.min(subBlock, (inSubBlock / most + 1) * most);
      ByteRange part = new ByteRange(from, Math.min(end, piece.range().to()));
      parts.add(piece.part(part));
      from = part.to();
    }
    return parts;
  }

  /** Which window of its sub-block a part is in. */
  long indexOf(Piece part) {
    return part.range().from() % subBlockBytes(part) / bytes();
  }

  private long subBlockBytes(Piece piece) {
    return view.subBlockBytes(view.layout().groupOf(piece.block()));
  }

  private long bytes() {
    GroupPolicy policy = view.layout().policy();
    return Math.max(
        BYTES_MIN,
        (long) policy.cellSize() * policy.n() / ((long) policy.k() * policy.alpha()));
  }
}
