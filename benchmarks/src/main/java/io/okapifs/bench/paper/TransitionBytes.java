package io.okapifs.bench.paper;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.transition.ParityMerge;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Bytes of blocks that a change of a file's groups reads and writes, by the layout's arithmetic
 * (Okapi, OSDI'25, section 6.3). A value.
 *
 * @param readBytes bytes read
 * @param writtenBytes bytes written
 */
public record TransitionBytes(long readBytes, long writtenBytes) {

  /** New parity out of all data, which stays where it is. */
  public static TransitionBytes regroup(FileLayout next, long length) {
    return new TransitionBytes(length, next.paritySpace(length));
  }

  /** A copy: all data read and written, and new parity. */
  public static TransitionBytes rewrite(FileLayout next, long length) {
    return new TransitionBytes(length, length + next.paritySpace(length));
  }

  /**
   * New parity out of old parity, where the codec can do that and it reads less than data would.
   */
  public static TransitionBytes merge(FileLayout old, FileLayout next, long length) {
    Optional<ParityMerge> merge = ParityMerge.of(old, next);
    long read =
        LongStream.range(0, next.groupCount(length))
            .map(group -> ParityMerge.readBytes(merge, next, group, length))
            .sum();
    return new TransitionBytes(read, next.paritySpace(length));
  }

  /** Read and written, per byte of the file. */
  public double perByte(long length) {
    return (readBytes + writtenBytes) / (double) length;
  }
}
