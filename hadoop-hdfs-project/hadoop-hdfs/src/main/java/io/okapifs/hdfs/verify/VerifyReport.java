package io.okapifs.hdfs.verify;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a verification has found: a line for each finding on one stream, what was done so far on
 * another one every second. Used by one thread.
 */
public final class VerifyReport {

  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final PrintStream findings;
  private final PrintStream progress;
  private final LongSupplier nanoClock;
  private long nextProgress;
  private long files;
  private long groups;
  private long bytes;
  private long bad;
  private long incomplete;
  private long skipped;
  private long others;

  public VerifyReport(PrintStream findings, PrintStream progress) {
    this(findings, progress, System::nanoTime);
  }

  VerifyReport(PrintStream findings, PrintStream progress, LongSupplier nanoClock) {
    this.findings = findings;
    this.progress = progress;
    this.nanoClock = nanoClock;
    this.nextProgress = nanoClock.getAsLong() + PROGRESS_NANOS;
  }

  /** Bytes are wrong or cannot be had. */
  void bad(String kind, String sentence) {
    bad++;
    findings.println(kind + " " + sentence);
  }

  /** Something could not be compared, because it is not there or not to be read. */
  void incomplete(String kind, String sentence) {
    incomplete++;
    findings.println(kind + " " + sentence);
  }

  /** A file that is no longer, or not yet, what can be verified. */
  void skipped(String path, String reason) {
    skipped++;
    findings.println("SKIPPED " + path + ": " + reason);
  }

  /** A file without parity. */
  void other() {
    others++;
  }

  void read(long count) {
    bytes += count;
    if (nanoClock.getAsLong() - nextProgress >= 0) {
      progress.println(summary());
      nextProgress = nanoClock.getAsLong() + PROGRESS_NANOS;
    }
  }

  void groupDone() {
    groups++;
  }

  void fileDone() {
    files++;
  }

  /** Whether an erasure coded file was met. */
  public boolean sawFiles() {
    return files + bad + incomplete + skipped > 0;
  }

  public boolean foundBad() {
    return bad > 0;
  }

  public boolean foundIncomplete() {
    return incomplete > 0;
  }

  public String summary() {
    return String.format(
        Locale.ROOT,
        "%,d files verified, %,d groups, %,d bytes read; bad: %,d, incomplete: %,d, skipped files:"
            + " %,d, files without parity: %,d",
        files, groups, bytes, bad, incomplete, skipped, others);
  }
}
