package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.StripeView;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import picocli.CommandLine.Option;

/**
 * `hdfs ec -listFiles -decoupled -path P`. Directories are read in pieces as the NameNode gives
 * them out, so a tree of any size takes as much memory as it is deep.
 */
final class ListFilesCommand extends EcCommand {

  @Option(names = "-decoupled", required = true)
  private boolean decoupled;

  @Option(names = "-path", required = true, paramLabel = "<path>")
  private String path;

  ListFilesCommand() {
    super("-listFiles", "-decoupled -path <path>");
  }

  @Override
  String description() {
    return "List the files in and below a directory that have a stripe width of their own, one per"
        + "\nline: policy, stripe width, length in bytes and path, with tabs between them."
        + "\nSnapshots are not looked into.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    Path top = new Path(path);
    if (!(FileSystem.get(top.toUri(), conf) instanceof DistributedFileSystem hdfs)) {
      throw new IOException(top + " is not on an HDFS file system");
    }
    FileWalk.visit(hdfs, hdfs.makeQualified(top), ListFilesCommand::print);
    return 0;
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
