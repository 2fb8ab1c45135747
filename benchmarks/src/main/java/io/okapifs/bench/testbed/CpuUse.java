package io.okapifs.bench.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** How busy all processors of the machine are, whoever uses them; looks ten times a second. */
public final class CpuUse implements AutoCloseable {

  private static final Path COUNTERS = Path.of("/proc/stat");
  private static final long POLL_MILLIS = 100;
  private static final int IDLE = 4;
  private static final int WAITING = 5;

  /** Ticks of all processors since the machine started. */
  private record Ticks(long idle, long all) {}

  private final NavigableMap<Long, Ticks> byMillis = new ConcurrentSkipListMap<>();
  private final Thread thread = new Thread(this::look, "cpu-use");
  private volatile boolean closed;

  /** Begins to look. */
  public CpuUse() {
    thread.setDaemon(true);
    thread.start();
  }

  private void look() {
    try {
      while (!closed) {
        byMillis.put(System.currentTimeMillis(), ticks());
        Thread.sleep(POLL_MILLIS);
      }
    } catch (IOException e) {
      // Whoever asks is told that nothing is known.
      byMillis.clear();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Ticks ticks() throws IOException {
    String[] words = Files.readString(COUNTERS).lines().findFirst().orElseThrow().split(" +");
    long all = 0;
    for (int i = 1; i < words.length; i++) {
      all += Long.parseLong(words[i]);
    }
    return new Ticks(Long.parseLong(words[IDLE]) + Long.parseLong(words[WAITING]), all);
  }

  /** The busy part of the processors' time between two moments, 0 to 1. */
  public double between(long fromMillis, long toMillis) throws IOException {
    Map.Entry<Long, Ticks> from = byMillis.floorEntry(fromMillis);
    if (from != null && byMillis.ceilingEntry(toMillis) == null) {
      byMillis.put(Math.max(toMillis, System.currentTimeMillis()), ticks());
    }
    Map.Entry<Long, Ticks> to = byMillis.ceilingEntry(toMillis);
    if (from == null || to.getValue().all() == from.getValue().all()) {
      throw new IOException(
          "nobody looked then: fromMillis=" + fromMillis + ", toMillis=" + toMillis);
    }
    double all = to.getValue().all() - from.getValue().all();
    return 1 - (to.getValue().idle() - from.getValue().idle()) / all;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
