package io.okapifs.bench.sim;

/**
 * Something that serves one request after the other, first come, first served: a disk, or a link.
 * For the thread of its {@link EventQueue}.
 */
public final class FifoServer {

  private final EventQueue time;
  private long freeAt;

  public FifoServer(EventQueue time) {
    this.time = time;
  }

  /**
   * Queues a request.
   *
   * @param nanos how long it takes once it is its turn
   * @param done called when it is complete
   */
  public void serve(long nanos, Runnable done) {
    freeAt = Math.max(freeAt, time.now()) + nanos;
    time.at(freeAt, done);
  }
}
