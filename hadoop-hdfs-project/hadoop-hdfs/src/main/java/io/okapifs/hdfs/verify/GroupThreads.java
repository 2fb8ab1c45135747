package io.okapifs.hdfs.verify;

import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * The threads that read groups. Each has memory for one group at a time, and a group is handed out
 * only when one is idle. Groups are handed out by one thread.
 */
final class GroupThreads {

  private final DistributedFileSystem fs;
  private final VerifyOptions options;
  private final BadReplicas badReplicas;
  private final ExecutorService threads;
  private final BlockingQueue<Reader> idle;
  private final AtomicReference<Throwable> broken = new AtomicReference<>();

  GroupThreads(DistributedFileSystem fs, VerifyOptions options) {
    this.fs = fs;
    this.options = options;
    this.badReplicas =
        new BadReplicas(
            fs.getClient(), fs.getConf(), options.repairs(),
            path -> !new TransitionClient(fs).status(new Path(path)).isEmpty());
    this.idle = new ArrayBlockingQueue<>(options.threads());
    for (int i = 0; i < options.threads(); i++) {
      idle.add(new Reader());
    }
    this.threads =
        Executors.newFixedThreadPool(
            options.threads(),
            task -> {
              Thread thread = new Thread(task, "verify");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Has a group read, once a thread is idle. */
  void read(VerifiedFile file, long group, FileRun run) throws IOException {
    Reader reader = take();
    if (run.isEnded() || broken.get() != null) {
      idle.add(reader);
      check();
      return;
    }
    run.beginGroup();
    threads.execute(
        () -> {
          try {
            reader.read(file, group, run);
            run.endGroup();
          } catch (RuntimeException | Error e) {
            // The file never ends then, so that nobody takes it for finished.
            broken.compareAndSet(null, e);
          } finally {
            idle.add(reader);
          }
        });
  }

  private Reader take() throws InterruptedIOException {
    try {
      return idle.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  /**
   * Fails where a thread did by what nobody expects: then nothing more is known of its group.
   */
  void check() {
    if (broken.get() instanceof RuntimeException e) {
      throw e;
    }
    if (broken.get() instanceof Error e) {
      throw e;
    }
  }

  /** Waits for the groups that are being read, and ends the threads. */
  void close() throws InterruptedIOException {
    try {
      for (int i = 0; i < options.threads(); i++) {
        take();
      }
    } finally {
      threads.shutdown();
    }
  }

  /** One at a time of them is used by one thread. */
  private final class Reader {

    private GroupPolicy policy;
    private GroupVerifier groups;

    void read(VerifiedFile file, long group, FileRun run) {
      try {
        verifierOf(file).verify(file, group, run);
        run.count(Count.GROUPS, 1);
      } catch (FileChangedException e) {
        run.skip(e.getMessage());
      } catch (IOException | IllegalArgumentException e) {
        run.fail(e.getMessage());
      }
    }

    /** Files of one policy follow each other as a rule, so that one set of buffers is enough. */
    private GroupVerifier verifierOf(VerifiedFile file) {
      if (!file.policy().equals(policy)) {
        groups = new GroupVerifier(fs.getClient(), fs.getConf(), badReplicas, file);
        policy = file.policy();
      }
      return groups;
    }
  }
}
