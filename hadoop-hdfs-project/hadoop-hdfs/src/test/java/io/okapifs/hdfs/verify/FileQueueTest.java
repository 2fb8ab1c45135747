package io.okapifs.hdfs.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files are finished in the order of the walk, whichever of them is read first. */
class FileQueueTest {

  private final PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
  private final VerifyReport report = new VerifyReport(nowhere, nowhere);
  private final List<String> finished = new ArrayList<>();
  private final FileQueue queue = new FileQueue(file -> finished.add(file.path()));

  private FileRun begin(String path) throws Exception {
    FileRun run = new FileRun(path, report, queue);
    queue.begin(run);
    return run;
  }

  @Test
  void aFileIsFinishedOnceAllInFrontOfItAre() throws Exception {
    FileRun a = begin("/a");
    FileRun b = begin("/b");
    FileRun c = begin("/c");
    c.passOver(Count.OTHERS);
    b.endFile();
    assertThat(finished).isEmpty();
    a.endFile();
    assertThat(finished).containsExactly("/a", "/b", "/c");
  }

  @Test
  void aFileOfWhichAGroupIsReadIsNotFinished() throws Exception {
    FileRun a = begin("/a");
    a.beginGroup();
    a.beginGroup();
    a.endFile();
    a.endGroup();
    assertThat(finished).isEmpty();
    a.endGroup();
    assertThat(finished).containsExactly("/a");
    assertThat(a.counters().of(Count.FILES)).isOne();
  }

  @Test
  void whatWasNotReadWholeIsFinishedAndNotVerified() throws Exception {
    FileRun sampled = begin("/a");
    sampled.count(Count.LEFT_OUT, 1);
    sampled.endFile();
    FileRun failed = begin("/b");
    failed.fail("no reason");
    failed.skip("another one, which is not told");
    failed.endFile();
    assertThat(finished).containsExactly("/a", "/b");
    assertThat(report.summary(Sample.ALL))
        .startsWith("0 files verified, ").contains("unverified: 1, skipped files: 0, ");
  }
}
