package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.StripeView;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/**
 * Runs `hdfs ec -listFiles`. Directories are read in pieces as the NameNode gives them out, so a
 * tree of any size takes as much memory as it is deep.
 */
final class ListFilesCommand {

  private final DistributedFileSystem hdfs;
  private final Deque<RemoteIterator<FileStatus>> open = new ArrayDeque<>();

  private ListFilesCommand(DistributedFileSystem hdfs) {
    this.hdfs = hdfs;
  }

  /** Prints the files on standard output, or one sentence on standard error. */
  static int run(Configuration conf, ListFilesArguments arguments) {
    try {
      Path path = new Path(arguments.path());
      if (!(FileSystem.get(path.toUri(), conf) instanceof DistributedFileSystem hdfs)) {
        throw new IOException(path + " is not on an HDFS file system");
      }
      new ListFilesCommand(hdfs).list(hdfs.makeQualified(path));
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(ListFilesArguments.COMMAND + ": " + Failures.firstLine(e));
      return EcCommands.FAILED;
    }
  }

  private void list(Path path) throws IOException {
    visit(hdfs.getFileStatus(path));
    while (!open.isEmpty()) {
      if (open.peek().hasNext()) {
        visit(open.peek().next());
      } else {
        open.pop();
      }
    }
  }

  private void visit(FileStatus status) throws IOException {
    if (status.isDirectory()) {
      open(status.getPath());
    } else if (status instanceof HdfsFileStatus file
        && StripeView.isView(file.getErasureCodingPolicy())) {
      StripeView view = StripeView.of(file.getErasureCodingPolicy());
      System.out.println(
          String.join(
              "\t", view.group().name(), "" + view.stripeWidth(), "" + status.getLen(),
              status.getPath().toUri().getPath()));
    }
  }

  private void open(Path directory) throws IOException {
    try {
      open.push(hdfs.listStatusIterator(directory));
    } catch (FileNotFoundException e) {
      // Deleted since its parent was listed; what is gone has no files.
    }
  }
}
