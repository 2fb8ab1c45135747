package io.okapifs.hdfs.tools;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import picocli.CommandLine.Option;

/** `hdfs ec -layout -path F [-json]`. */
final class LayoutCommand extends EcCommand {

  @Option(names = "-path", required = true, paramLabel = "<file>")
  private String path;

  @Option(names = "-json")
  private boolean json;

  LayoutCommand() {
    super("-layout", "-path <file> [-json]");
  }

  @Override
  String description() {
    return "Show where the blocks of a file with a stripe width lie: its stripes, its parity"
        + " groups,\nthe node of every block, what is missing or corrupt, and the loss of how many"
        + " more blocks,\nnodes or racks each group surely survives. A node counts as live until"
        + " the NameNode gives it\nup; one that missed three heartbeats is named with the time"
        + " since it was last heard of. With\n-json the same for programs.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    FileLayoutReport report = read(conf, new Path(path));
    System.out.print(json ? JsonView.render(report) : TextView.render(report));
    return 0;
  }

  private static FileLayoutReport read(Configuration conf, Path path) throws IOException {
    DistributedFileSystem hdfs = HdfsOnly.of(FileSystem.get(path.toUri(), conf));
    String name = hdfs.makeQualified(path).toUri().getPath();
    return LayoutReader.read(hdfs.getClient(), conf, name);
  }
}
