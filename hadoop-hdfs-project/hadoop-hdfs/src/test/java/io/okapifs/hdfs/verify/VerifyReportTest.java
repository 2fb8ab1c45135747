package io.okapifs.hdfs.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is told while a verification runs. */
class VerifyReportTest {

  private final ByteArrayOutputStream findings = new ByteArrayOutputStream();
  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  /** A clock that is about to overflow, as it may be. */
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);

  private final VerifyReport report =
      new VerifyReport(new PrintStream(findings), new PrintStream(progress), nanos::get);

  @Test
  void progressIsToldOnceASecondApartFromFindings() {
    report.read(1000);
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(999));
    report.read(1000);
    assertThat(lines(progress)).isEmpty();
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
    report.bad("BAD", "/f group 0");
    report.groupDone();
    report.read(1000);
    report.read(1000);
    assertThat(lines(progress))
        .containsExactly(
            "0 files verified, 1 groups, 3,000 bytes read; bad: 1, incomplete: 0, skipped files:"
                + " 0, files without parity: 0");
    assertThat(lines(findings)).containsExactly("BAD /f group 0");
  }

  @Test
  void badAndIncompleteAreToldApart() {
    assertThat(report.sawFiles()).isFalse();
    report.incomplete("MISSING", "/f group 1");
    assertThat(report.foundIncomplete()).isTrue();
    assertThat(report.foundBad()).isFalse();
    report.bad("LOST", "/f group 2");
    assertThat(report.foundBad()).isTrue();
    assertThat(report.sawFiles()).isTrue();
  }

  private static List<String> lines(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
