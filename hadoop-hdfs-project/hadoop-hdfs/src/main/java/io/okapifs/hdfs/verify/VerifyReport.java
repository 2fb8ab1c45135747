package io.okapifs.hdfs.verify;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a verification has found: a line for each finding on one stream, what was done so far on
 * another one every second. Any thread.
 */
public final class VerifyReport {

  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final PrintStream findings;
  private final PrintStream progress;
  private final LongSupplier nanoClock;
  private final VerifyCounters total = new VerifyCounters();
  private final List<Rebuild> rebuilds = new ArrayList<>();
  private long nextProgress;
  private long healed;

  public VerifyReport(PrintStream findings, PrintStream progress) {
    this(findings, progress, System::nanoTime);
  }

  VerifyReport(PrintStream findings, PrintStream progress, LongSupplier nanoClock) {
    this.findings = findings;
    this.progress = progress;
    this.nanoClock = nanoClock;
    this.nextProgress = nanoClock.getAsLong() + PROGRESS_NANOS;
  }

  /** Adds what a part of the verification has counted that was run before. */
  synchronized void add(VerifyCounters earlier) {
    total.add(earlier);
  }

  /**
   * @param fate what becomes of it, behind the sentence
   */
  synchronized void finding(VerifyCounters file, Finding finding, String fate) {
    count(file, finding.kind().count(), 1);
    findings.println(finding.word() + " " + finding.sentence() + fate);
  }

  /** A file that is no longer, or not yet, what can be verified. */
  synchronized void skipped(VerifyCounters file, String path, String reason) {
    count(file, Count.SKIPPED, 1);
    findings.println("SKIPPED " + path + ": " + reason);
  }

  synchronized void count(VerifyCounters file, Count what, long number) {
    file.add(what, number);
    total.add(what, number);
    if (what == Count.BYTES && nanoClock.getAsLong() - nextProgress >= 0) {
      progress.println(numbers());
      nextProgress = nanoClock.getAsLong() + PROGRESS_NANOS;
    }
  }

  /** Of a finding that counts as bad until the NameNode has had the member rebuilt. */
  synchronized void awaitRebuild(Rebuild rebuild) {
    rebuilds.add(rebuild);
  }

  /** What the NameNode is to have rebuilt. */
  synchronized List<Rebuild> rebuilds() {
    return List.copyOf(rebuilds);
  }

  /** One of those is bad no more. */
  synchronized void healed() {
    healed++;
  }

  /** Whether an erasure coded file was met. */
  public synchronized boolean sawFiles() {
    return total.of(Count.FILES) + total.of(Count.BAD) + total.of(Count.UNREACHABLE)
            + total.of(Count.UNVERIFIED) + total.of(Count.SKIPPED) + total.of(Count.YOUNG)
            + total.of(Count.LEFT_OUT)
        > 0;
  }

  /** Whether something is bad that was not rebuilt since. */
  public synchronized boolean foundBad() {
    return total.of(Count.BAD) > healed;
  }

  public synchronized boolean foundUnreachable() {
    return total.of(Count.UNREACHABLE) > 0;
  }

  public synchronized boolean foundUnverified() {
    return total.of(Count.UNVERIFIED) > 0;
  }

  /**
   * What was counted.
   *
   * @param bytes that were read
   * @param bad findings, also of what was rebuilt since
   * @param withoutParity files that have none
   */
  public record Totals(
      long files, long groups, long bytes, long bad, long unreachable, long unverified,
      long skippedFiles, long withoutParity, long tooYoung, long rebuilt) {}

  public synchronized Totals totals() {
    return new Totals(
        total.of(Count.FILES), total.of(Count.GROUPS), total.of(Count.BYTES), total.of(Count.BAD),
        total.of(Count.UNREACHABLE), total.of(Count.UNVERIFIED), total.of(Count.SKIPPED),
        total.of(Count.OTHERS), total.of(Count.YOUNG), healed);
  }

  /** One line. */
  public synchronized String summary(Sample sample) {
    return numbers() + sample.toText(total.of(Count.GROUPS), total.of(Count.LEFT_OUT));
  }

  private String numbers() {
    long young = total.of(Count.YOUNG);
    return String.format(
            Locale.ROOT,
            "%,d files verified, %,d groups, %,d bytes read; bad: %,d, unreachable: %,d,"
                + " unverified: %,d, skipped files: %,d, files without parity: %,d",
            total.of(Count.FILES), total.of(Count.GROUPS), total.of(Count.BYTES),
            total.of(Count.BAD), total.of(Count.UNREACHABLE), total.of(Count.UNVERIFIED),
            total.of(Count.SKIPPED), total.of(Count.OTHERS))
        + (young == 0 ? "" : String.format(Locale.ROOT, ", too young files: %,d", young));
  }
}
