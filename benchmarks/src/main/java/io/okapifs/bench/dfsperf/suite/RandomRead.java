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
 * Each thread reads at random places of files of SimpleWrite for a time: the next read when it has
 * the last one, or so many a second.
 */
final class RandomRead extends WrittenFiles {

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

  @Override
  public String name() {
    return "RandomRead";
  }

  @Override
  public List<Key> keys() {
    return CommonKeys.with(
        List.of(
            Key.size(SECONDS, SECONDS_BY_DEFAULT), Key.count(WARM_UP, WARM_UP_BY_DEFAULT),
            Key.rate(RATE, 0), Key.size(BYTES, BYTES_BY_DEFAULT),
            Key.oneOf(SIZES, "FIXED", "FIXED|LOGNORMAL"), Key.rate(SIGMA, SIGMA_BY_DEFAULT),
            Key.size(MOST, MOST_BY_DEFAULT), Key.count(ALIGN, 0),
            Key.oneOf(API, "PREAD", "PREAD|STREAM"), CommonKeys.buffer()));
  }

  private static ReadSizes sizes(SuiteConfig config) {
    long bytes = config.number(BYTES);
    return config.text(SIZES).equals(LOG_NORMAL)
        ? ReadSizes.logNormal(bytes, config.rate(SIGMA), 0, config.number(MOST))
        : ReadSizes.fixed(bytes);
  }

  @Override
  public Worker worker(Scope scope, int thread) throws IOException {
    FileClient files = new FileClient(scope.connect(), scope.config());
    List<Path> all = files.listSome(folder(scope.workspace(), scope.task()));
    List<Long> lengths = new ArrayList<>();
    for (Path file : all) {
      lengths.add(files.fs().getFileStatus(file).getLen());
    }
    ReadSizes sizes = sizes(scope.config());
    Random random = scope.random(thread);
    return new Worker(this, scope, thread) {
      @Override
      public void run() throws IOException {
        long begin = System.nanoTime();
        long from = begin + TimeUnit.SECONDS.toNanos(scope.config().number(WARM_UP));
        long end = from + TimeUnit.SECONDS.toNanos(scope.config().number(SECONDS));
        Pace pace = new Pace(scope.config().rate(RATE) / scope.threads(), begin, end);
        for (long due = pace.next(); !pace.isOver(due); due = pace.next()) {
          int number = random.nextInt(all.size());
          long length = lengths.get(number);
          int bytes = (int) Math.min(Math.min(sizes.draw(random), length), Integer.MAX_VALUE / 2);
          long at = place(length, bytes);
          if (due - from < 0) {
            read(all.get(number), at, bytes);
          } else {
            meter(READ).measure(due, () -> read(all.get(number), at, bytes));
          }
        }
      }

      /** At a multiple of the step, by default of the bytes of the read. */
      private long place(long length, int bytes) {
        long asked = scope.config().number(ALIGN);
        long step = asked == 0 ? Math.max(1, bytes) : asked;
        return random.nextLong((length - bytes) / step + 1) * step;
      }

      private long read(Path file, long at, int bytes) throws IOException {
        return files.readPart(file, at, bytes, scope.config().text(API).equals("PREAD"));
      }

      @Override
      public void close() throws IOException {
        files.close();
      }
    };
  }
}
