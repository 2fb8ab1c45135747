package io.okapifs.hdfs.verify;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Waits until the NameNode has had rebuilt what it was told of, and the bad replicas are deleted.
 * Used by one thread, once.
 */
public final class RebuildWait {

  private static final long POLL_MILLIS = 500;
  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final VerifyReport report;
  private final PrintStream findings;
  private final PrintStream progress;
  private final long deadline;
  private final List<Rebuild> waiting;
  private final int all;

  /** Those of which the bad replica was the only one, and did not count any more. */
  private final Set<Rebuild> lost = new HashSet<>();

  /** Those whose replica counts again: a NameNode that starts does not know what was reported. */
  private final List<Rebuild> forgotten = new ArrayList<>();

  /** Those that are rebuilt, whose bad replica is there still. */
  private final Set<Rebuild> notDeleted = new LinkedHashSet<>();

  private int gone;

  /**
   * @param findings told at the end of each member that is not rebuilt, and how many are
   * @param limit of the wait; one of centuries is none
   */
  public RebuildWait(
      VerifyReport report, PrintStream findings, PrintStream progress, Duration limit) {
    this.report = report;
    this.findings = findings;
    this.progress = progress;
    this.deadline = System.nanoTime() + nanos(limit);
    this.waiting = new ArrayList<>(report.rebuilds());
    this.all = waiting.size();
  }

  /**
   * Returns once all are rebuilt, or never will be, or time is up. Of a file that changed or went
   * meanwhile nothing is bad any more.
   *
   * @throws IOException where the NameNode cannot be asked
   */
  public void run() throws IOException {
    try {
      long nextProgress = System.nanoTime();
      look();
      while (!waiting.isEmpty() && !isOver()) {
        if (System.nanoTime() - nextProgress >= 0) {
          progress.println(
              "waiting for rebuilds: " + waiting.size() + " of " + all + ", the first one is "
                  + waiting.get(0));
          nextProgress += PROGRESS_NANOS;
        }
        Thread.sleep(POLL_MILLIS);
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted; the rebuilds go on");
    } finally {
      tell();
    }
  }

  private static long nanos(Duration limit) {
    Duration longest = Duration.ofNanos(Long.MAX_VALUE);
    return (limit.compareTo(longest) < 0 ? limit : longest).toNanos();
  }

  private boolean isOver() {
    return System.nanoTime() - deadline >= 0;
  }

  private void look() throws IOException {
    for (Iterator<Rebuild> each = waiting.iterator(); each.hasNext(); ) {
      Rebuild rebuild = each.next();
      try {
        switch (rebuild.look()) {
          case DONE -> {
            each.remove();
            notDeleted.remove(rebuild);
            report.healed();
          }
          case NOT_DELETED -> notDeleted.add(rebuild);
          case NOT_DELETABLE -> {
            each.remove();
            notDeleted.add(rebuild);
          }
          case LOST -> lost.add(rebuild);
          case COUNTED -> {
            if (lost.contains(rebuild) || notDeleted.remove(rebuild)) {
              each.remove();
              forgotten.add(rebuild);
            }
          }
        }
      } catch (FileChangedException e) {
        each.remove();
        notDeleted.remove(rebuild);
        report.healed();
        gone++;
      }
    }
  }

  private void tell() {
    waiting.removeAll(notDeleted);
    waiting.forEach(each -> findings.println("NOT REBUILT " + each));
    forgotten.forEach(
        each ->
            findings.println(
                "NOT REBUILT " + each + ": the NameNode was told, and has forgotten it, as one that"
                    + " starts does; -verify again"));
    notDeleted.forEach(
        each ->
            findings.println(
                "NOT DELETED " + each + ": it is rebuilt, and " + each.bad().address()
                    + " has not deleted the bad replica, which counts again if that node or the"
                    + " NameNode starts before that; -verify again"));
    findings.println(
        "rebuilt: " + (all - waiting.size() - forgotten.size() - gone) + " of " + all
            + (gone == 0 ? "" : ", of files that changed or went meanwhile: " + gone));
  }
}
