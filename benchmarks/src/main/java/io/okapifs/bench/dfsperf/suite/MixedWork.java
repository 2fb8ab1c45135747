package io.okapifs.bench.dfsperf.suite;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.Path;

/** A thread that reads files of a folder while it and others put files there. */
abstract class MixedWork extends Worker {

  private static final Statistic BASIC = Statistic.throughput("BasicWrite");
  private static final Statistic READ = Statistic.throughput("Read");
  private static final Statistic WRITE = Statistic.throughput("Write");
  static final List<Statistic> STATISTICS = List.of(BASIC, READ, WRITE);

  private final FileClient files;
  private final Path data;
  private final Path aside;

  /**
   * @param data folder that is read
   * @param aside folder of files that are being written
   */
  MixedWork(Suite suite, Scope scope, int thread, Path data, Path aside) throws IOException {
    super(suite, scope, thread);
    this.files = new FileClient(scope.connect(), scope.config());
    this.data = data;
    this.aside = aside;
    files.fs().mkdirs(data);
    files.fs().mkdirs(aside);
  }

  /** Writes the first files, and waits until all threads have done so. */
  final void writeBasicFiles() throws IOException, InterruptedException {
    for (int i = 0; i < scope.config().count(CommonKeys.BASIC_FILES); i++) {
      Path file = child(data, own(String.valueOf(i)));
      meter(BASIC).measure(() -> files.write(file));
    }
    scope.barriers().await("basic files", thread);
  }

  final void readAny(Random random) throws IOException {
    List<Path> all = files.listSome(data);
    meter(READ).measure(() -> files.read(FileClient.random(all, random)));
  }

  /** Nobody reads a file that is not whole yet. */
  final void writeAside(int number) throws IOException {
    Path file = child(aside, own("-" + number));
    meter(WRITE).measure(
        () -> {
          long bytes = files.write(file);
          if (!files.fs().rename(file, child(data, file.getName()))) {
            throw new IOException("refused: operation=rename, path=" + file);
          }
          return bytes;
        });
  }

  @Override
  public final void close() throws IOException {
    files.close();
  }
}
