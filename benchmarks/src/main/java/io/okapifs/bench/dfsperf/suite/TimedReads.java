package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import io.okapifs.bench.dfsperf.config.SuiteConfig;
import io.okapifs.bench.driver.Pace;
import io.okapifs.bench.sim.ReadSizes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;

/**
 * A thread that reads at random places of files for a time: the next read when it has the last one,
 * or so many a second.
 */
abstract class TimedReads extends Worker {

  private static final String SECONDS = "time.seconds";
  private static final String WARM_UP = "warmup.seconds";
  private static final String RATE = "request.rate";
  private static final String BYTES = "request.bytes";
  private static final String SIZES = "request.sizes";
  private static final String SIGMA = "request.sigma";
  private static final String MOST = "request.bytes.max";
  private static final String ALIGN = "request.align.bytes";
  private static final String API = "read.api";
  private static final String LOG_NORMAL = "LOGNORMAL";
  private static final int SECONDS_BY_DEFAULT = 10;
  private static final int WARM_UP_BY_DEFAULT = 2;
  private static final long BYTES_BY_DEFAULT = 8 << 20;
  private static final long MOST_BY_DEFAULT = 48 << 20;
  private static final double SIGMA_BY_DEFAULT = 0.6;
  private static final int TRIES_MAX = 100_000;

  protected final FileClient files;
  private final SuiteConfig config;
  private final Random random;
  private final ReadSizes sizes;

  /** A part of a file. */
  record Request(Path file, long at, int bytes) {}

  TimedReads(Suite suite, Scope scope, int thread) throws IOException {
    super(suite, scope, thread);
    this.files = new FileClient(scope.connect(), scope.config());
    this.config = scope.config();
    this.random = scope.random(thread);
    this.sizes =
        config.text(SIZES).equals(LOG_NORMAL)
            ? ReadSizes.logNormal(
                config.number(BYTES), config.rate(SIGMA), 0, config.number(MOST))
            : ReadSizes.fixed(config.number(BYTES));
  }

  static List<Key> keys() {
    return List.of(
        Key.size(SECONDS, SECONDS_BY_DEFAULT), Key.count(WARM_UP, WARM_UP_BY_DEFAULT),
        Key.rate(RATE, 0), Key.size(BYTES, BYTES_BY_DEFAULT),
        Key.oneOf(SIZES, "FIXED", "FIXED|LOGNORMAL"), Key.rate(SIGMA, SIGMA_BY_DEFAULT),
        Key.size(MOST, MOST_BY_DEFAULT), Key.count(ALIGN, 0),
        Key.oneOf(API, "PREAD", "PREAD|STREAM"));
  }

  /** Whether a place that was drawn is one to read. */
  abstract boolean isWanted(Request request) throws IOException;

  /** What measures it. */
  abstract Meter meter(Request request) throws IOException;

  final void readFor(List<Path> all) throws IOException {
    List<Long> lengths = new ArrayList<>();
    for (Path file : all) {
      lengths.add(files.fs().getFileStatus(file).getLen());
    }
    long begin = System.nanoTime();
    long from = begin + TimeUnit.SECONDS.toNanos(config.number(WARM_UP));
    long end = from + TimeUnit.SECONDS.toNanos(config.number(SECONDS));
    Pace pace = new Pace(config.rate(RATE) / scope.threads(), begin, end);
    for (long due = pace.next(); !pace.isOver(due); due = pace.next()) {
      Request request = draw(all, lengths);
      Meter meter = meter(request);
      // Without a rate nothing is due before it is known what to read.
      due = config.rate(RATE) == 0 ? System.nanoTime() : due;
      if (due - from < 0) {
        read(request);
      } else {
        meter.measure(due, () -> read(request));
      }
    }
  }

  private Request draw(List<Path> all, List<Long> lengths) throws IOException {
    for (int i = 0; i < TRIES_MAX; i++) {
      int number = random.nextInt(all.size());
      long length = lengths.get(number);
      int bytes = (int) Math.min(Math.min(sizes.draw(random), length), Integer.MAX_VALUE / 2);
      Request request = new Request(all.get(number), place(length, bytes), bytes);
      if (isWanted(request)) {
        return request;
      }
    }
    throw new IOException("no wanted read was found any more: tries=" + TRIES_MAX);
  }

  /** At a multiple of the step, by default of the bytes of the read. */
  private long place(long length, int bytes) {
    long asked = config.number(ALIGN);
    long step = asked == 0 ? Math.max(1, bytes) : asked;
    return random.nextLong((length - bytes) / step + 1) * step;
  }

  private long read(Request request) throws IOException {
    return files.readPart(
        request.file(), request.at(), request.bytes(), config.text(API).equals("PREAD"));
  }

  @Override
  public final void close() throws IOException {
    files.close();
  }
}
