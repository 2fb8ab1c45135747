package io.okapifs.hdfs.datanode.repair;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.util.Daemon;

/** Threads that keep no DataNode alive. */
final class RepairThreads {

  private RepairThreads() {}

  /** Names them by their number. */
  static ThreadFactory daemons(String prefix) {
    AtomicInteger started = new AtomicInteger();
    return task -> {
      Daemon thread = new Daemon(task);
      thread.setName(prefix + started.getAndIncrement());
      return thread;
    };
  }
}
