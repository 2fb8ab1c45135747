package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.verify.RebuildWait;
import io.okapifs.hdfs.verify.Sample;
import io.okapifs.hdfs.verify.TreeVerifier;
import io.okapifs.hdfs.verify.VerifyOptions;
import io.okapifs.hdfs.verify.VerifyReport;
import io.okapifs.hdfs.verify.VerifyState;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;

/** Runs `hdfs ec -verify`. */
final class VerifyCommand {

  static final int REFUSED = 1;
  static final int BAD = 2;
  static final int UNREACHABLE = 3;
  static final int UNVERIFIED = 4;

  private static final int SEED_BOUND = 1_000_000_000;

  private VerifyCommand() {}

  /**
   * Prints findings and a summary on standard output, progress on standard error.
   *
   * @return the exit code of the worst finding, in the order in which they stand above
   */
  static int run(Configuration conf, VerifyArguments arguments) {
    VerifyReport report = new VerifyReport(System.out, System.err);
    try {
      Path path = new Path(arguments.path());
      DistributedFileSystem hdfs = HdfsOnly.of(FileSystem.get(path.toUri(), conf));
      if (arguments.repairs()) {
        checkSuperuser(hdfs);
      }
      verify(hdfs, path, arguments, report);
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(VerifyArguments.COMMAND + ": " + Failures.firstLine(e));
      return REFUSED;
    }
    if (arguments.waits()) {
      try {
        new RebuildWait(report, System.out, System.err, arguments.waitLimit()).run();
      } catch (IOException e) {
        System.err.println(VerifyArguments.COMMAND + ": -wait: " + Failures.firstLine(e));
      }
    }
    return exitCode(report);
  }

  /** By a question that a NameNode answers the superuser alone, and that changes nothing. */
  private static void checkSuperuser(DistributedFileSystem hdfs) throws IOException {
    hdfs.rollingUpgrade(RollingUpgradeAction.QUERY);
  }

  private static void verify(
      DistributedFileSystem hdfs, Path path, VerifyArguments arguments, VerifyReport report)
      throws IOException {
    VerifyState.Request request = request(hdfs, path, arguments);
    VerifyState state = null;
    if (arguments.stateFile() != null) {
      state =
          VerifyState.open(
              java.nio.file.Path.of(arguments.stateFile()), request, arguments.seed() != null,
              System.err);
      state.addTo(report);
      request = state.request();
    }
    Sample sample = new Sample(arguments.share(), request.seed());
    if (!sample.isAll()) {
      System.err.println(
          "a random sample of " + arguments.sample() + " of the groups; -seed " + sample.seed()
              + " takes the same again");
    }
    VerifyOptions options =
        new VerifyOptions(
            arguments.threads(), sample, request.changedUntilMillis(), request.repair(),
            state == null ? null : state.last());
    new TreeVerifier(hdfs, report, options, state).verify(path);
    System.out.println(report.summary(sample));
    if (state != null) {
      state.end();
    }
  }

  private static VerifyState.Request request(
      DistributedFileSystem hdfs, Path path, VerifyArguments arguments) {
    long seed = 0;
    if (arguments.sample() != null) {
      seed =
          arguments.seed() != null
              ? arguments.seed()
              : ThreadLocalRandom.current().nextInt(SEED_BOUND);
    }
    return new VerifyState.Request(
        hdfs.makeQualified(path).toString(), arguments.sample(), seed, arguments.olderThan(),
        arguments.changedUntilMillis(System.currentTimeMillis()), arguments.repairs());
  }

  private static int exitCode(VerifyReport report) {
    if (report.foundBad()) {
      return BAD;
    }
    if (report.foundUnreachable()) {
      return UNREACHABLE;
    }
    return report.foundUnverified() ? UNVERIFIED : 0;
  }
}
