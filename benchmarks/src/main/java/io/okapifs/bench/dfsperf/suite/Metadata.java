package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Each thread makes, asks for, renames and deletes, with one client after the other. */
final class Metadata extends Scratch {

  private static final String CLIENTS = "clients.per.thread";
  private static final String SECONDS = "op.second.per.thread";
  private static final int CLIENTS_BY_DEFAULT = 20;
  private static final int SECONDS_BY_DEFAULT = 5;
  private static final Statistic RESPONSE = Statistic.rate("Response");

  Metadata() {
    super("Metadata", true);
  }

  @Override
  public List<Key> keys() {
    return CommonKeys.with(
        List.of(Key.size(CLIENTS, CLIENTS_BY_DEFAULT), Key.count(SECONDS, SECONDS_BY_DEFAULT)));
  }

  @Override
  public List<Statistic> statistics() {
    return List.of(RESPONSE);
  }

  @Override
  public Worker worker(Scope scope, int thread) throws IOException {
    List<FileSystem> clients = new ArrayList<>();
    for (int i = 0; i < scope.config().count(CLIENTS); i++) {
      clients.add(scope.connect());
    }
    return new Worker(this, scope, thread) {
      @Override
      public void run() throws IOException {
        long end =
            System.nanoTime() + TimeUnit.SECONDS.toNanos(scope.config().number(SECONDS));
        Path folder = child(folder(scope.workspace(), scope.task()), thread);
        for (int i = 0; System.nanoTime() - end < 0; i = (i + 1) % clients.size()) {
          sample(clients.get(i), folder, meter(RESPONSE));
        }
      }

      @Override
      public void close() throws IOException {
        for (FileSystem client : clients) {
          client.close();
        }
      }
    };
  }

  /** Five operations, each measured. */
  private static void sample(FileSystem fs, Path folder, Meter meter) throws IOException {
    Path file = new Path(folder, "file");
    Path renamed = new Path(folder, "renamed");
    meter.measure(() -> done(fs.mkdirs(folder), "mkdirs", folder));
    meter.measure(
        () -> {
          fs.create(file).close();
          return 0;
        });
    meter.measure(() -> done(fs.exists(file), "exists", file));
    meter.measure(() -> done(fs.rename(file, renamed), "rename", file));
    meter.measure(() -> done(fs.delete(folder, true), "delete", folder));
  }

  private static long done(boolean done, String what, Path path) throws IOException {
    if (!done) {
      throw new IOException("refused: operation=" + what + ", path=" + path);
    }
    return 0;
  }
}
