package io.okapifs.bench.own;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Work that waits for nodes most of the time, and is done side by side. */
final class Together {

  private Together() {}

  /**
   * Does all of it.
   *
   * @param threads how many at a time
   * @return the results, in the order of the work
   * @throws java.util.concurrent.ExecutionException with the first failure in that order
   */
  static <T> List<T> run(int threads, List<Callable<T>> work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> each : pool.invokeAll(work)) {
        results.add(each.get());
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }
}
