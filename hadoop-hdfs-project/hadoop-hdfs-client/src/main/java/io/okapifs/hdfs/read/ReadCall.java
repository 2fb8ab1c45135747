package io.okapifs.hdfs.read;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What one call asks for. A value.
 *
 * @param parts ascending, none empty, none overlapping another; at least one
 */
public record ReadCall(List<Part> parts) {

  /**
   * Some bytes in a row.
   *
   * @param range bytes of the file
   * @param target receives them from its position on, which does not move
   */
  public record Part(ByteRange range, ByteBuffer target) {}

  public ReadCall {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("asks for nothing");
    }
    long end = -1;
    for (Part part : parts) {
      if (part.range().isEmpty() || part.range().from() < end) {
        throw new IllegalArgumentException("empty, or not behind the one before: " + part.range());
      }
      end = part.range().to();
    }
  }

  public static ReadCall of(ByteRange range, ByteBuffer target) {
    return new ReadCall(List.of(new Part(range, target)));
  }

  public long start() {
    return parts.get(0).range().from();
  }

  public long end() {
    return parts.get(parts.size() - 1).range().to();
  }

  /** The first byte from an offset on that is asked for; the end where there is none. */
  public long nextFrom(long offset) {
    return parts.stream()
        .filter(part -> part.range().to() > offset)
        .mapToLong(part -> Math.max(offset, part.range().from()))
        .findFirst().orElse(end());
  }

  /** Pieces of what is asked for of a range of the file, in file order. */
  List<Piece> pieces(FileView view, ByteRange within) {
    List<Piece> pieces = new ArrayList<>();
    for (Part part : parts) {
      ByteRange shared = part.range().intersect(within);
      if (!shared.isEmpty()) {
        ByteBuffer rest = part.target().duplicate();
        rest.position(
            part.target().position() + (int) (shared.from() - part.range().from()));
        pieces.addAll(view.pieces(shared, rest));
      }
    }
    return pieces;
  }
}
