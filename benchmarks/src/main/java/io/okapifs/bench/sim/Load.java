package io.okapifs.bench.sim;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** When reads begin. */
public sealed interface Load {

  /**
   * Adds the first events.
   *
   * @param issue begins a read, and calls what it is given when the read is complete
   */
  void start(EventQueue time, Random random, Consumer<Runnable> issue);

  /**
   * Clients each of which begins a read when its last one is complete.
   *
   * @param clients at least one
   */
  record Closed(int clients) implements Load {

    public Closed {
      if (clients < 1) {
        throw new IllegalArgumentException("at least one client is needed: clients=" + clients);
      }
    }

    @Override
    public void start(EventQueue time, Random random, Consumer<Runnable> issue) {
      for (int i = 0; i < clients; i++) {
        time.at(time.now(), () -> next(issue));
      }
    }

    private void next(Consumer<Runnable> issue) {
      issue.accept(() -> next(issue));
    }

    @Override
    public String toString() {
      return clients == 1 ? "1 client" : clients + " clients";
    }
  }

  /**
   * Reads that begin whether or not others are complete; the times between are exponential.
   *
   * @param readsPerSecond on average, above 0
   */
  record Open(double readsPerSecond) implements Load {

    public Open {
      if (!(readsPerSecond > 0 && Double.isFinite(readsPerSecond))) {
        throw new IllegalArgumentException(
            "a rate must be above 0: readsPerSecond=" + readsPerSecond);
      }
    }

    @Override
    public void start(EventQueue time, Random random, Consumer<Runnable> issue) {
      double seconds = -Math.log(1 - random.nextDouble()) / readsPerSecond;
      long nanos = Math.round(seconds * TimeUnit.SECONDS.toNanos(1));
      time.at(
          time.now() + nanos,
          () -> {
            issue.accept(() -> {});
            start(time, random, issue);
          });
    }

    @Override
    public String toString() {
      return Math.round(readsPerSecond) + " reads per second";
    }
  }
}
