package io.okapifs.bench.disk;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One disk that serves requests in the order in which they come. Each reserves the time from when
 * the disk is free, and waits until that time is over. A request that goes on where the last one on
 * its file ended costs no positioning, even where others came between: kernels read files on in
 * pieces so large that positioning for them does not matter. Any thread may call it.
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
  private long writtenBytes;
  private long writePositionings;
  private long busyNanos;

  ModelledDisk(DiskModel model, DiskClock clock) {
    this.model = model;
    this.clock = clock;
    this.freeFrom = clock.nanos();
  }

  /** Waits as long as reading takes. */
  void read(Object file, long offset, long bytes) {
    if (bytes > 0) {
      clock.sleepUntil(reserveRead(file, offset, bytes));
    }
  }

  /** Waits as long as writing takes. */
  void write(Object file, long offset, long bytes) {
    if (bytes > 0) {
      clock.sleepUntil(reserveWrite(file, offset, bytes));
    }
  }

  private synchronized long reserveRead(Object file, long offset, long bytes) {
    Long end = ends.put(file, offset + bytes);
    boolean goesOn = goesOn(end, offset);
    readBytes += bytes;
    readPositionings += goesOn ? 0 : 1;
    return reserve(goesOn, bytes);
  }

  private synchronized long reserveWrite(Object file, long offset, long bytes) {
    Long end = ends.put(file, offset + bytes);
    boolean goesOn = goesOn(end, offset);
    writtenBytes += bytes;
    writePositionings += goesOn ? 0 : 1;
    return reserve(goesOn || model.gathersWrites() && end != null, bytes);
  }

  private static boolean goesOn(Long end, long offset) {
    return end != null && end == offset;
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
