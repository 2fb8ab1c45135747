package io.okapifs.bench.disk;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One disk that serves requests in the order in which they come. Each reserves the time from when
 * the disk is free, and waits until that time is over. A request that goes on where the last one of
 * its stream ended, or the last one on its file, costs no positioning, even where others came
 * between: kernels read streams on in pieces so large that positioning for them does not matter.
 * Any thread may call it.
 */
final class ModelledDisk implements DiskCounts {

  /** The kernel does not remember every file either. */
  private static final int FILES_MAX = 4096;

  private final DiskModel model;
  private final DiskClock clock;

  /** By file, where its last request ended. */
  private final Map<Object, Long> ends =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Long> eldest) {
          return size() > FILES_MAX;
        }
      };

  private long freeFrom;
  private long readBytes;
  private long readPositionings;
  private long readsTakenUp;
  private long writtenBytes;
  private long writePositionings;
  private long busyNanos;

  ModelledDisk(DiskModel model, DiskClock clock) {
    this.model = model;
    this.clock = clock;
    this.freeFrom = clock.nanos();
  }

  /** A stream of a file that was opened; it has done nothing yet. */
  Stream open(Object file) {
    return new Stream(file);
  }

  /** Somebody who reads or writes a file, at one place at a time. */
  final class Stream {

    private static final long NOWHERE = -1;

    private final Object file;
    private long end = NOWHERE;

    private Stream(Object file) {
      this.file = file;
    }

    /** Waits as long as reading takes. */
    void read(long offset, long bytes) {
      if (bytes > 0) {
        clock.sleepUntil(reserveRead(this, offset, bytes));
      }
    }

    /** Waits as long as writing takes. */
    void write(long offset, long bytes) {
      if (bytes > 0) {
        clock.sleepUntil(reserveWrite(this, offset, bytes));
      }
    }
  }

  private synchronized long reserveRead(Stream stream, long offset, long bytes) {
    boolean goesOn = goesOn(stream, offset);
    readsTakenUp += goesOn && stream.end == Stream.NOWHERE ? 1 : 0;
    end(stream, offset + bytes);
    readBytes += bytes;
    readPositionings += goesOn ? 0 : 1;
    return reserve(goesOn, bytes);
  }

  private synchronized long reserveWrite(Stream stream, long offset, long bytes) {
    boolean goesOn = goesOn(stream, offset);
    boolean isFirst = !ends.containsKey(stream.file);
    end(stream, offset + bytes);
    writtenBytes += bytes;
    writePositionings += goesOn ? 0 : 1;
    return reserve(goesOn || model.gathersWrites() && !isFirst, bytes);
  }

  private boolean goesOn(Stream stream, long offset) {
    return stream.end == offset || ends.getOrDefault(stream.file, Stream.NOWHERE) == offset;
  }

  private void end(Stream stream, long end) {
    stream.end = end;
    ends.put(stream.file, end);
  }

  /** Times are compared by their difference: a clock may begin anywhere. */
  private long reserve(boolean goesOn, long bytes) {
    long ahead = goesOn ? model.transferNanos(model.aheadBytes()) : 0;
    long earliest = clock.nanos() - ahead;
    long start = earliest - freeFrom > 0 ? earliest : freeFrom;
    long cost = (goesOn ? 0 : model.positioningNanos()) + model.transferNanos(bytes);
    busyNanos += cost;
    freeFrom = start + cost;
    return freeFrom;
  }

  @Override
  public String getModel() {
    return model.toString();
  }

  @Override
  public synchronized long getReadBytes() {
    return readBytes;
  }

  @Override
  public synchronized long getReadPositionings() {
    return readPositionings;
  }

  @Override
  public synchronized long getReadsTakenUp() {
    return readsTakenUp;
  }

  @Override
  public synchronized long getWrittenBytes() {
    return writtenBytes;
  }

  @Override
  public synchronized long getWritePositionings() {
    return writePositionings;
  }

  @Override
  public synchronized long getBusyNanos() {
    return busyNanos;
  }
}
