package io.okapifs.hdfs.verify;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One file of a verification, whose groups several threads may read: what was found of it, and when
 * it is finished. Any thread.
 */
final class FileRun {

  private final String path;
  private final VerifyReport report;
  private final FileQueue queue;

  /** Guarded by the report. */
  private final VerifyCounters counters = new VerifyCounters();

  private final AtomicBoolean ended = new AtomicBoolean();

  /** Groups that are being read, and one for whoever hands them out. */
  private final AtomicInteger open = new AtomicInteger(1);

  FileRun(String path, VerifyReport report, FileQueue queue) {
    this.path = path;
    this.report = report;
    this.queue = queue;
  }

  String path() {
    return path;
  }

  VerifyCounters counters() {
    return counters;
  }

  void count(Count what, long number) {
    report.count(counters, what, number);
  }

  void finding(Finding finding, String fate) {
    report.finding(counters, finding, fate);
  }

  void awaitRebuild(Rebuild rebuild) {
    report.awaitRebuild(rebuild);
  }

  /** Ends with the first reason; what else fails in the file is not told. */
  void skip(String reason) {
    if (ended.compareAndSet(false, true)) {
      report.skipped(counters, path, reason);
    }
  }

  /** As above, of a file that could not be verified. */
  void fail(String reason) {
    if (ended.compareAndSet(false, true)) {
      report.finding(
          counters, Finding.of(Finding.Kind.UNVERIFIED, "UNVERIFIED", path + ": " + reason), "");
    }
  }

  /** Whether no more groups shall be read. */
  boolean isEnded() {
    return ended.get();
  }

  void beginGroup() {
    open.incrementAndGet();
  }

  void endGroup() {
    release();
  }

  /** All groups were handed out. */
  void endFile() {
    release();
  }

  private void release() {
    if (open.decrementAndGet() == 0) {
      if (!ended.get() && counters.of(Count.LEFT_OUT) == 0) {
        count(Count.FILES, 1);
      }
      queue.finish(this);
    }
  }

  /** Counts a file of which nothing is read. */
  void passOver(Count as) {
    count(as, 1);
    queue.finish(this);
  }
}
