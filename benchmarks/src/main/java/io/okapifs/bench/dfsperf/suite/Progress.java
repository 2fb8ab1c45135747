package io.okapifs.bench.dfsperf.suite;

import java.util.concurrent.atomic.LongAdder;

/** How far all threads of a slave are. Any thread may call it. */
public final class Progress {

  private final LongAdder bytes = new LongAdder();
  private final LongAdder operations = new LongAdder();

  void add(long moved) {
    bytes.add(moved);
    operations.increment();
  }

  public long bytes() {
    return bytes.sum();
  }

  public long operations() {
    return operations.sum();
  }
}
