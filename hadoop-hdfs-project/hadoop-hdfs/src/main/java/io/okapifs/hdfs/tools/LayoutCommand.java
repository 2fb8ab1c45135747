package io.okapifs.hdfs.tools;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Runs `hdfs ec -layout`. */
final class LayoutCommand {

  private LayoutCommand() {}

  /** Prints the view on standard output, or one sentence on standard error. */
  static int run(Configuration conf, LayoutArguments arguments) {
    try {
      FileLayoutReport report = read(conf, new Path(arguments.path()));
      System.out.print(arguments.json() ? JsonView.render(report) : TextView.render(report));
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(LayoutArguments.COMMAND + ": " + Failures.firstLine(e));
      return EcCommands.FAILED;
    }
  }

  private static FileLayoutReport read(Configuration conf, Path path) throws IOException {
    DistributedFileSystem hdfs = HdfsOnly.of(FileSystem.get(path.toUri(), conf));
    String name = hdfs.makeQualified(path).toUri().getPath();
    return LayoutReader.read(hdfs.getClient(), conf, name);
  }
}
