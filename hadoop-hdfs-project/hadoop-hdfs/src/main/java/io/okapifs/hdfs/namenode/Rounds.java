package io.okapifs.hdfs.namenode;

import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that takes steps, and takes them again after a pause, while its NameNode is active. A
 * step that fails is logged, and keeps none of the others from being taken. Any thread may call it.
 */
public final class Rounds {

  private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

  private final String name;
  private final LongSupplier pauseMillis;
  private final List<Runnable> steps;
  private Thread thread;

  /**
   * @param name of the thread
   * @param pauseMillis asked before each pause
   * @param steps taken in this order
   */
  public Rounds(String name, LongSupplier pauseMillis, Runnable... steps) {
    this.name = name;
    this.pauseMillis = pauseMillis;
    this.steps = List.of(steps);
  }

  /** When the NameNode has become active. */
  public synchronized void start() {
    if (thread == null) {
      thread = new Thread(this::run, name);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /**
   * When it ceases to be. The caller may hold the namesystem's lock, so nobody is waited for; nor
   * is the thread interrupted, which may be writing to the journal.
   */
  public synchronized void stop() {
    thread = null;
    notifyAll();
  }

  /** Ends the pause. */
  public synchronized void wake() {
    notifyAll();
  }

  /** Whether the caller is the thread of today: one that was stopped takes no further step. */
  public synchronized boolean areMine() {
    return thread == Thread.currentThread();
  }

  private void run() {
    try {
      while (areMine()) {
        steps.forEach(this::take);
        pause();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(Runnable step) {
    try {
      if (areMine()) {
        step.run();
      }
    } catch (RuntimeException | Error e) {
      LOG.error("A step of a round failed, the next round takes it again: rounds={}", name, e);
    }
  }

  private synchronized void pause() throws InterruptedException {
    if (areMine()) {
      wait(pauseMillis.getAsLong());
    }
  }
}
