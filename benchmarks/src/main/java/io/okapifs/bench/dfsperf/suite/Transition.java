package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import io.okapifs.bench.dfsperf.config.SuiteConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Each thread has one file of its own after the other given another erasure coding policy. */
final class Transition extends Scratch {

  private static final String TO = "transition.policy";
  private static final String FROM_BY_DEFAULT = "RS-3-2-1024k";
  private static final String TO_BY_DEFAULT = "RS-6-3-1024k";
  private static final int WIDTH_BY_DEFAULT = 2;
  private static final int FILES_BY_DEFAULT = 2;
  private static final Statistic TRANSITION = Statistic.throughput("Transition");

  Transition() {
    super("Transition", false);
  }

  @Override
  public List<Key> keys() {
    List<Key> keys =
        new ArrayList<>(
            List.of(
                Key.text(TO, TO_BY_DEFAULT), Key.size(CommonKeys.FILES, FILES_BY_DEFAULT)));
    keys.addAll(CommonKeys.ofFiles());
    return CommonKeys.with(keys, FROM_BY_DEFAULT, WIDTH_BY_DEFAULT);
  }

  @Override
  public List<Statistic> statistics() {
    return List.of(TRANSITION);
  }

  @Override
  public Needs needs(SuiteConfig config) {
    return new Needs(true, 0, true);
  }

  @Override
  public Worker worker(Scope scope, int thread) throws IOException {
    FileClient files = new FileClient(scope.connect(), scope.config());
    Redundancy redundancy = scope.redundancy().of(files.fs());
    Path folder = folder(scope.workspace(), scope.task());
    return new Worker(this, scope, thread) {
      private final List<Path> written = new ArrayList<>();

      @Override
      public void prepare() throws IOException {
        for (int i = 0; i < scope.config().count(CommonKeys.FILES); i++) {
          Path file = child(folder, own(String.valueOf(i)));
          files.write(file);
          written.add(file);
        }
      }

      @Override
      public void run() throws IOException {
        for (Path file : written) {
          meter(TRANSITION).measure(
              () -> {
                redundancy.change(file, scope.config().text(TO));
                return scope.config().number(CommonKeys.LENGTH);
              });
          files.verify(file);
        }
      }

      @Override
      public void close() throws IOException {
        files.close();
      }
    };
  }
}
