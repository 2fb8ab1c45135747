package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.read.ByteRange;
import io.okapifs.hdfs.read.ReadCall;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.VectoredReadUtils;

/**
 * Ranges of a file that are read together: what is asked for of one stripe is fetched from all its
 * blocks at once, and where something is lost each helper is fetched once for all of them. Used
 * once, by one thread; the ranges have their bytes, or why not, when {@link #run} returns.
 */
final class VectoredRead {

  /** How a call is read. */
  @FunctionalInterface
  interface Reader {
    void read(ReadCall call) throws IOException;
  }

  /** A range that is there, with the memory for it. */
  private record Wanted(FileRange range, ByteBuffer buffer) {

    ReadCall.Part part() {
      long from = range.getOffset();
      return new ReadCall.Part(new ByteRange(from, from + range.getLength()), buffer);
    }

    void complete() {
      range.getData().complete(buffer);
    }
  }

  private final Reader reader;
  private final long fileLength;
  private final IntFunction<ByteBuffer> allocate;

  /**
   * @param allocate gives memory for so many bytes
   */
  VectoredRead(Reader reader, long fileLength, IntFunction<ByteBuffer> allocate) {
    this.reader = reader;
    this.fileLength = fileLength;
    this.allocate = allocate;
  }

  /**
   * Reads.
   *
   * @param ranges in any order; those that overlap are read one by one
   * @throws EOFException where a range begins before the file
   */
  void run(List<? extends FileRange> ranges) throws EOFException {
    VectoredReadUtils.validateVectoredReadRanges(ranges);
    List<Wanted> together = new ArrayList<>();
    List<Wanted> apart = new ArrayList<>();
    long end = 0;
    for (FileRange range : VectoredReadUtils.sortRanges(ranges)) {
      Wanted wanted = accept(range);
      if (wanted != null && range.getOffset() >= end) {
        together.add(wanted);
        end = range.getOffset() + range.getLength();
      } else if (wanted != null) {
        apart.add(wanted);
      }
    }
    read(together);
    apart.forEach(wanted -> read(List.of(wanted)));
  }

  /** Null where nothing is to be read for it. */
  private Wanted accept(FileRange range) {
    CompletableFuture<ByteBuffer> data = new CompletableFuture<>();
    range.setData(data);
    if (range.getLength() == 0) {
      data.complete(allocate.apply(0));
      return null;
    }
    if (range.getOffset() > fileLength - range.getLength()) {
      data.completeExceptionally(
          new EOFException(
              "range beyond the end of the file: offset=" + range.getOffset() + ", length="
                  + range.getLength() + ", fileLength=" + fileLength));
      return null;
    }
    ByteBuffer buffer = allocate.apply(range.getLength());
    buffer.limit(buffer.position() + range.getLength());
    return new Wanted(range, buffer);
  }

  /**
   * Where that fails each range is tried by itself: one that is lost is no reason to fail others.
   */
  private void read(List<Wanted> wanted) {
    if (wanted.isEmpty()) {
      return;
    }
    try {
      reader.read(new ReadCall(wanted.stream().map(Wanted::part).toList()));
      wanted.forEach(Wanted::complete);
    } catch (IOException e) {
      if (wanted.size() == 1) {
        wanted.get(0).range().getData().completeExceptionally(e);
      } else {
        wanted.forEach(each -> read(List.of(each)));
      }
    }
  }
}
