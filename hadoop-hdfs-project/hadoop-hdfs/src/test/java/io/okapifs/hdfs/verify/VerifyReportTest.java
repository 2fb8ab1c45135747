package io.okapifs.hdfs.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.verify.Finding.Kind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is told while a verification runs. */
class VerifyReportTest {

  private final ByteArrayOutputStream findings = new ByteArrayOutputStream();
  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  /** A clock that is about to overflow, as it may be. */
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);

  private final VerifyCounters file = new VerifyCounters();
  private final VerifyReport report =
      new VerifyReport(new PrintStream(findings), new PrintStream(progress), nanos::get);

  @Test
  void progressIsToldOnceASecondApartFromFindings() {
    report.count(file, Count.BYTES, 1000);
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(999));
    report.count(file, Count.BYTES, 1000);
    assertThat(lines(progress)).isEmpty();
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
    report.finding(file, finding(Kind.UNEXPLAINED, "BAD", "/f group 0"), "; fate");
    report.count(file, Count.GROUPS, 1);
    report.count(file, Count.BYTES, 1000);
    report.count(file, Count.BYTES, 1000);
    assertThat(lines(progress))
        .containsExactly(
            "0 files verified, 1 groups, 3,000 bytes read; bad: 1, unreachable: 0, unverified:"
                + " 0, skipped files: 0, files without parity: 0");
    assertThat(lines(findings)).containsExactly("BAD /f group 0; fate");
  }

  @Test
  void whatIsWrongUnreachableAndNotComparedAreToldApart() {
    assertThat(report.sawFiles()).isFalse();
    report.finding(file, finding(Kind.UNVERIFIED, "UNPROTECTED", "/f group 1"), "");
    assertThat(report.foundUnverified()).isTrue();
    assertThat(report.foundUnreachable()).isFalse();
    report.finding(file, finding(Kind.UNREACHABLE, "MISSING", "/f group 2"), "");
    assertThat(report.foundUnreachable()).isTrue();
    assertThat(report.foundBad()).isFalse();
    report.finding(file, finding(Kind.CHECKSUM, "BAD", "/f group 2"), "");
    assertThat(report.foundBad()).isTrue();
    assertThat(report.sawFiles()).isTrue();
    assertThat(report.summary(Sample.ALL)).contains("bad: 1, unreachable: 1, unverified: 1, ");
  }

  @Test
  void whatIsRebuiltIsBadNoMore() {
    report.finding(file, finding(Kind.CHECKSUM, "BAD", "/f group 0"), "");
    report.finding(file, finding(Kind.WRONG, "BAD", "/f group 1"), "");
    report.healed();
    assertThat(report.foundBad()).isTrue();
    report.healed();
    assertThat(report.foundBad()).isFalse();
    assertThat(report.summary(Sample.ALL)).contains("bad: 2, ");
  }

  @Test
  void aPartThatWasRunBeforeCountsAsWell() {
    report.add(VerifyCounters.of(Map.of("FILES", 3L, "BAD", 1L, "YOUNG", 2L)));
    report.count(file, Count.FILES, 1);
    assertThat(report.summary(Sample.ALL))
        .startsWith("4 files verified, ").contains("bad: 1, ").endsWith(", too young files: 2");
    assertThat(report.foundBad()).isTrue();
    assertThat(file.of(Count.BAD)).isZero();
  }

  private static Finding finding(Kind kind, String word, String sentence) {
    return Finding.of(kind, word, sentence);
  }

  private static List<String> lines(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
