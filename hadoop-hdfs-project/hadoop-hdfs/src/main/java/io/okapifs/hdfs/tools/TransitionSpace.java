package io.okapifs.hdfs.tools;

import java.util.function.LongFunction;

/**
 * The room that transitions take on DataNodes beside what is stored, and what is free. Bytes,
 * without checksums.
 *
 * @param peakBytes all that is new beside all that is old: nothing old goes before the last file
 *     has its new parity
 * @param leastPeakBytes what it takes in any order: the end, or the largest file where that is more
 * @param endBytes more than now once all is done, below 0 where it is less
 * @param freeBytes of the cluster, all its storage types together
 * @param verdict whether what is free suffices
 */
record TransitionSpace(
    long peakBytes, long leastPeakBytes, long endBytes, long freeBytes, Verdict verdict) {

  /** Whether what is free suffices: in any order, in some orders, or in none. */
  enum Verdict { ENOUGH, PERHAPS, NOT_ENOUGH }

  /** What files take, added up one by one. Used by one thread. */
  static final class Sum {
    private long written;
    private long freed;
    private long largest;

    /** A file whose old bytes go once all its new ones are there. */
    void add(long writtenBytes, long freedBytes) {
      written += writtenBytes;
      freed += freedBytes;
      largest = Math.max(largest, writtenBytes);
    }

    TransitionSpace beside(long freeBytes) {
      long end = written - freed;
      long least = Math.max(largest, end);
      Verdict verdict =
          written <= freeBytes ? Verdict.ENOUGH
              : least <= freeBytes ? Verdict.PERHAPS : Verdict.NOT_ENOUGH;
      return new TransitionSpace(written, least, end, freeBytes, verdict);
    }
  }

  /** One line. */
  String toText(LongFunction<String> size) {
    return switch (verdict) {
          case ENOUGH -> "enough space: ";
          case PERHAPS -> "PERHAPS NOT ENOUGH SPACE: ";
          case NOT_ENOUGH -> "NOT ENOUGH SPACE: ";
        }
        + size.apply(freeBytes) + " free on DataNodes; up to " + size.apply(peakBytes)
        + " more with old and new beside each other, at least " + size.apply(leastPeakBytes) + ", "
        + size.apply(Math.abs(endBytes)) + (endBytes < 0 ? " less" : " more") + " in the end"
        + (verdict == Verdict.ENOUGH ? "" : "; take a part by -limit or -maxBytes, or free space");
  }
}
