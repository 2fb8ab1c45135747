package io.okapifs.hdfs.datanode.repair;

import java.io.InterruptedIOException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * How many rows of a repair's images are complete. Row x is byte x of every sub-block. It is
 * complete when all helpers have passed it in the last sub-block that they read, since each is read
 * front to back. Any thread may call it.
 */
final class CompleteRows {

  private final long all;
  private final Map<Integer, Long> passed = new HashMap<>();
  private boolean stopped;

  /**
   * @param all bytes of a sub-block
   */
  CompleteRows(Collection<Integer> helpers, long all) {
    this.all = all;
    helpers.forEach(helper -> passed.put(helper, 0L));
  }

  /**
   * A helper has passed so many rows of its last sub-block, and what it gave for them was added.
   */
  synchronized void passed(int helper, long rows) {
    passed.put(helper, rows);
    notifyAll();
  }

  /** No more rows will be complete. */
  synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  /**
   * Waits for more complete rows.
   *
   * @return how many are complete; as many as before where no more will be
   */
  synchronized long awaitMoreThan(long before) throws InterruptedIOException {
    try {
      while (!stopped && before < all && complete() <= before) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while helpers were read");
    }
    return stopped ? before : complete();
  }

  private long complete() {
    return passed.isEmpty() ? all : Collections.min(passed.values());
  }
}
