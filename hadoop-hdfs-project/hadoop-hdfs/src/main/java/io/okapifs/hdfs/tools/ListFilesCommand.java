package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.StripeView;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/**
 * Runs `hdfs ec -listFiles`. Directories are read in pieces as the NameNode gives them out, so a
 * tree of any size takes as much memory as it is deep.
 */
final class ListFilesCommand {

  private ListFilesCommand() {}

  /** Prints the files on standard output, or one sentence on standard error. */
  static int run(Configuration conf, ListFilesArguments arguments) {
    try {
      Path path = new Path(arguments.path());
      if (!(FileSystem.get(path.toUri(), conf) instanceof DistributedFileSystem hdfs)) {
        throw new IOException(path + " is not on an HDFS file system");
      }
      FileWalk.visit(hdfs, hdfs.makeQualified(path), ListFilesCommand::print);
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(ListFilesArguments.COMMAND + ": " + Failures.firstLine(e));
      return EcCommands.FAILED;
    }
  }

  private static void print(FileStatus status) {
    if (status instanceof HdfsFileStatus file && StripeView.isView(file.getErasureCodingPolicy())) {
      StripeView view = StripeView.of(file.getErasureCodingPolicy());
      System.out.println(
          String.join(
              "\t", view.group().name(), "" + view.stripeWidth(), "" + status.getLen(),
              status.getPath().toUri().getPath()));
    }
  }
}
