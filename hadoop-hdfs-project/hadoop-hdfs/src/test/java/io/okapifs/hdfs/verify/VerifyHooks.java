package io.okapifs.hdfs.verify;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.mockito.ArgumentMatchers;
import org.mockito.Mockito;

/** Verifications in the middle of which something happens. */
public final class VerifyHooks {

  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

  private VerifyHooks() {}

  /** What happens. */
  @FunctionalInterface
  public interface Event {
    void happen() throws Exception;

    /** As that of a thread that cannot throw it. */
    default void run() {
      try {
        happen();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }

  /**
   * Verifies with -repair a file whose groups have one window each; the event comes when so many
   * members were read.
   *
   * @return lines of findings
   */
  public static List<String> repair(
      DistributedFileSystem fs, Path file, int members, Event event) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    AtomicInteger calls = new AtomicInteger();
    VerifyReport report =
        new VerifyReport(
            new PrintStream(out, true, StandardCharsets.UTF_8), NOWHERE,
            () -> {
              // The report asks for the time when it is made, and with each member that was read.
              if (calls.getAndIncrement() == members) {
                event.run();
              }
              return 0;
            });
    new TreeVerifier(fs, report, new VerifyOptions(1, Sample.ALL, Long.MAX_VALUE, true, null))
        .verify(file);
    return lines(out);
  }

  /** Verifies a file and waits; the event comes after the first look. Lines of the wait. */
  public static List<String> await(DistributedFileSystem fs, Path file, Event event)
      throws IOException {
    VerifyReport report = new VerifyReport(NOWHERE, NOWHERE);
    new TreeVerifier(fs, report, VerifyOptions.DEFAULT).verify(file);
    return await(report, Duration.ofMinutes(2), event);
  }

  /** The same with -repair, for so long. */
  public static List<String> repairAndAwait(
      DistributedFileSystem fs, Path file, Duration limit, Event event) throws IOException {
    VerifyReport report = new VerifyReport(NOWHERE, NOWHERE);
    new TreeVerifier(fs, report, new VerifyOptions(1, Sample.ALL, Long.MAX_VALUE, true, null))
        .verify(file);
    return await(report, limit, event);
  }

  private static List<String> await(VerifyReport report, Duration limit, Event event)
      throws IOException {
    AtomicBoolean happened = new AtomicBoolean();
    PrintStream progress =
        new PrintStream(OutputStream.nullOutputStream()) {
          @Override
          public void println(String line) {
            if (!happened.getAndSet(true)) {
              event.run();
            }
          }
        };
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new RebuildWait(
            report, new PrintStream(out, true, StandardCharsets.UTF_8), progress, limit)
        .run();
    return lines(out);
  }

  /** Verifies the first group of a file while the NameNode takes no reports; lines of findings. */
  public static List<String> verifyWithoutReports(DistributedFileSystem fs, Path file)
      throws IOException {
    DFSClient client = Mockito.spy(fs.getClient());
    Mockito.doThrow(new IOException("the test takes none"))
        .when(client).reportBadBlocks(ArgumentMatchers.any());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    VerifyReport report =
        new VerifyReport(new PrintStream(out, true, StandardCharsets.UTF_8), NOWHERE);
    VerifiedFile verified =
        VerifiedFile.of(client, file.toString(), client.getFileInfo(file.toString()));
    BadReplicas badReplicas = new BadReplicas(client, fs.getConf(), false, path -> false);
    new GroupVerifier(client, fs.getConf(), badReplicas, verified)
        .verify(verified, 0, new FileRun(file.toString(), report, new FileQueue(done -> {})));
    if (!report.rebuilds().isEmpty()) {
      throw new AssertionError("nobody was told, and something is waited for");
    }
    return lines(out);
  }

  private static List<String> lines(ByteArrayOutputStream out) {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
