package io.okapifs.hdfs.write;

import io.okapifs.hdfs.layout.GroupPolicy;

/**
 * How the r * alpha parity sub-blocks of a group, of u bytes each, lie in pages of memory: in
 * windows of w bytes of all of them. A page holds as many pieces of a window as fit.
 *
 * <pre>
 *   w = 1/2 u, 3 pieces to a page     sub-block   0  1  2 | 3  4  5 | 6  7
 *                      window 0                  [ page 0  ][ page 1 ][ page 2 ]
 *                      window 1                  [ page 3  ][ page 4 ][ page 5 ]
 * </pre>
 *
 * @param subBlocks r * alpha
 * @param subBlockBytes u
 * @param pageBytes a multiple of a granule
 */
record ImageShape(int subBlocks, long subBlockBytes, int pageBytes) {

  private static final int GRANULE = GroupPolicy.SUB_BLOCK_ALIGNMENT;

  ImageShape {
    if (subBlocks < 1 || subBlockBytes < 1 || subBlockBytes % GRANULE != 0
        || pageBytes < GRANULE || pageBytes % GRANULE != 0) {
      throw new IllegalArgumentException(
          "shape out of range: subBlocks=" + subBlocks + ", subBlockBytes=" + subBlockBytes
              + ", pageBytes=" + pageBytes);
    }
  }

  static int roundUp(long bytes) {
    return Math.toIntExact(ceilDiv(bytes, GRANULE) * GRANULE);
  }

  int windowCount() {
    return Math.toIntExact(ceilDiv(subBlockBytes, pageBytes));
  }

  /** w; the last window may be shorter. */
  int windowBytes() {
    return roundUp(ceilDiv(subBlockBytes, windowCount()));
  }

  int piecesPerPage() {
    return pageBytes / windowBytes();
  }

  int pagesPerWindow() {
    return (int) ceilDiv(subBlocks, piecesPerPage());
  }

  /** Memory of the whole image. */
  long bytes() {
    return bytesOf(subBlockBytes);
  }

  /** Memory of the windows that data touches whose longest block has so many bytes. */
  long bytesOf(long longest) {
    long touched = Math.min(longest, subBlockBytes);
    return ceilDiv(touched, windowBytes()) * pagesPerWindow() * pageBytes;
  }

  private static long ceilDiv(long value, long divisor) {
    return (value + divisor - 1) / divisor;
  }
}
