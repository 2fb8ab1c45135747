package io.okapifs.hdfs.verify;

import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * The files that were begun and are not known to be finished, in the order of the walk: a file
 * counts as finished once all in front of it are. Any thread.
 */
final class FileQueue {

  /** How far the walk may be in front of a file that takes long. */
  private static final int FILES_MAX = 1000;

  /** Told of each file that is finished, in order, one at a time. */
  @FunctionalInterface
  interface Listener {
    void finished(FileRun file);
  }

  private final Listener listener;
  private final Deque<FileRun> begun = new ArrayDeque<>();
  private final Set<FileRun> finished = new HashSet<>();

  FileQueue(Listener listener) {
    this.listener = listener;
  }

  /** Waits while too many are open. */
  synchronized void begin(FileRun file) throws InterruptedIOException {
    try {
      while (begun.size() >= FILES_MAX) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
    begun.add(file);
  }

  synchronized void finish(FileRun file) {
    finished.add(file);
    while (!begun.isEmpty() && finished.remove(begun.peek())) {
      listener.finished(begun.remove());
    }
    notifyAll();
  }
}
