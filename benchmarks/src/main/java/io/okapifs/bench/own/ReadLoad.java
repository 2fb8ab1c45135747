package io.okapifs.bench.own;

import io.okapifs.bench.driver.Pace;
import io.okapifs.bench.sim.ReadSizes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Clients that read at random places of files: each the next one when it has the last one, or all
 * together so many a second. In the latter case a read lasts from when it was due, so that one that
 * waits for a client counts as late. Every read opens its file.
 */
final class ReadLoad {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final int DIGITS = 3;
  private static final int TRIES_MAX = 100_000;

  /** A file, its length and what reads of it are planned to be. */
  record ReadFile(Path path, long length, ReadPlans plans) {}

  /**
   * What is asked for.
   *
   * @param step places are multiples of it; 0: of the bytes of the read
   * @param lostOnly only reads of which a block is lost
   * @param perSecond reads that are due in a second; 0: the next one behind the last one
   */
  record Setting(
      ReadSizes sizes, long step, boolean lostOnly, int clients, double warmUpSeconds,
      double seconds, double perSecond, long seed) {}

  private record Place(ReadFile file, long offset, int bytes) {}

  /** Where reads of so many bytes may begin: everywhere in a file, at multiples of a step. */
  static long offset(long length, long bytes, long step, Random random) {
    long unit = step == 0 ? bytes : step;
    return random.nextLong((length - bytes) / unit + 1) * unit;
  }

  private final FileSystem fs;
  private final LongFunction<List<ReadFile>> files;
  private final Setting setting;
  private final Histogram nanos = new ConcurrentHistogram(DIGITS);
  private final AtomicLong readsInTime = new AtomicLong();
  private final AtomicLong bytesInTime = new AtomicLong();
  private Pace pace;
  private long from;
  private long to;

  /**
   * @param files those that reads of so many bytes are of
   */
  ReadLoad(FileSystem fs, LongFunction<List<ReadFile>> files, Setting setting) {
    this.fs = fs;
    this.files = files;
    this.setting = setting;
  }

  /**
   * Runs it: whatever ends behind the warm-up and within the seconds is counted as in time. All
   * reads have ended when it returns.
   */
  Map<String, ?> run() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(setting.clients());
    List<Place> done = new ArrayList<>();
    long begin = System.nanoTime();
    from = begin + Math.round(setting.warmUpSeconds() * NANOS_PER_SECOND);
    to = from + Math.round(setting.seconds() * NANOS_PER_SECOND);
    pace = new Pace(setting.perSecond(), begin, to);
    try {
      List<Future<List<Place>>> running = new ArrayList<>();
      for (int i = 0; i < setting.clients(); i++) {
        Random random = new Random(setting.seed() * setting.clients() + i);
        running.add(clients.submit(() -> readOn(random)));
      }
      for (Future<List<Place>> each : running) {
        done.addAll(each.get());
      }
    } catch (ExecutionException e) {
      throw new IOException("a read failed", e.getCause());
    } finally {
      clients.shutdownNow();
    }
    return answer(done);
  }

  private Map<String, ?> answer(List<Place> done) throws IOException {
    long runs = 0;
    long plannedBytes = 0;
    for (Place place : done) {
      ReadPlans.Planned planned = place.file().plans().plan(place.offset(), place.bytes());
      runs += planned.runs();
      plannedBytes += planned.bytes();
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("reads", done.size());
    answer.put("bytes", done.stream().mapToLong(Place::bytes).sum());
    answer.put("plannedRuns", runs);
    answer.put("plannedBytes", plannedBytes);
    answer.put("readsInTime", readsInTime.get());
    answer.put("bytesInTime", bytesInTime.get());
    answer.put("p50Nanos", nanos.getValueAtPercentile(50));
    answer.put("p95Nanos", nanos.getValueAtPercentile(95));
    answer.put("p99Nanos", nanos.getValueAtPercentile(99));
    return answer;
  }

  private List<Place> readOn(Random random) throws IOException {
    List<Place> done = new ArrayList<>();
    byte[] buffer = new byte[0];
    for (long start = pace.next(); !pace.isOver(start); start = pace.next()) {
      Place place = place(random);
      buffer = buffer.length < place.bytes() ? new byte[place.bytes()] : buffer;
      try (FSDataInputStream in = fs.open(place.file().path())) {
        in.readFully(place.offset(), buffer, 0, place.bytes());
      }
      count(start, System.nanoTime(), place.bytes());
      done.add(place);
    }
    return done;
  }

  private void count(long start, long end, int bytes) {
    if (end - from >= 0 && end - to < 0) {
      nanos.recordValue(end - start);
      readsInTime.incrementAndGet();
      bytesInTime.addAndGet(bytes);
    }
  }

  private Place place(Random random) throws IOException {
    for (int i = 0; i < TRIES_MAX; i++) {
      long bytes = setting.sizes().draw(random);
      List<ReadFile> choice = files.apply(bytes);
      ReadFile file = choice.get(random.nextInt(choice.size()));
      if (bytes > file.length()) {
        throw new IOException(
            "a read is longer than a file: bytes=" + bytes + ", file=" + file.path()
                + ", fileBytes=" + file.length());
      }
      long offset = offset(file.length(), bytes, setting.step(), random);
      if (!setting.lostOnly() || file.plans().touchesLost(offset, bytes)) {
        return new Place(file, offset, (int) bytes);
      }
    }
    throw new IOException("no read of a lost block was found: tries=" + TRIES_MAX);
  }
}
