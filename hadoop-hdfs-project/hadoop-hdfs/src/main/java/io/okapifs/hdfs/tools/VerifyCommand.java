package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.verify.TreeVerifier;
import io.okapifs.hdfs.verify.VerifyReport;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Runs `hdfs ec -verify`. */
final class VerifyCommand {

  static final int BAD = 2;
  static final int INCOMPLETE = 3;

  private VerifyCommand() {}

  /** Prints findings and a summary on standard output, progress on standard error. */
  static int run(Configuration conf, VerifyArguments arguments) {
    VerifyReport report = new VerifyReport(System.out, System.err);
    try {
      Path path = new Path(arguments.path());
      DistributedFileSystem hdfs = HdfsOnly.of(FileSystem.get(path.toUri(), conf));
      new TreeVerifier(hdfs, report).verify(path);
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(VerifyArguments.COMMAND + ": " + Failures.firstLine(e));
      return EcCommands.FAILED;
    }
    System.out.println(report.summary());
    return report.foundBad() ? BAD : report.foundIncomplete() ? INCOMPLETE : 0;
  }
}
