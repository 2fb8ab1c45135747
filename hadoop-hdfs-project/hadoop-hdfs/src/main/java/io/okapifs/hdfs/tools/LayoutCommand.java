package io.okapifs.hdfs.tools;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Option;

/** `hdfs ec -layout [-recursive] -path P [-json]`. */
final class LayoutCommand extends EcCommand {

  @Option(names = "-path", required = true, paramLabel = "<path>")
  private String path;

  @Option(names = "-recursive")
  private boolean recursive;

  @Option(names = "-json")
  private boolean json;

  private int exitCode;

  LayoutCommand() {
    super("-layout", "[-recursive] -path <path> [-json]", "-path");
  }

  @Override
  String description() {
    return "Show where the blocks of a striped file lie: its stripes, its parity groups, the node"
        + " of every\nblock, what is missing or corrupt, and the loss of how many more blocks,"
        + " nodes or racks each\ngroup surely survives. A node counts as live until the NameNode"
        + " gives it up; one that missed\nthree heartbeats is named with the time since it was"
        + " last heard of. A file in HDFS's own layout\nhas stripes of as many blocks as its code."
        + " With -recursive one line for each striped file in and\nbelow a directory: what its"
        + " worst group survives, and what is wrong. With -json the same for\nprograms.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    Targets targets = Targets.of(conf, path);
    boolean first = true;
    for (Path top : targets.paths()) {
      if (recursive) {
        FileWalk.visit(targets.hdfs(), top, file -> printLine(targets, conf, file));
      } else {
        FileLayoutReport report = read(targets, conf, top);
        System.out.print(first || json ? "" : "\n");
        System.out.print(json ? JsonView.render(report) : TextView.render(report));
      }
      first = false;
    }
    return exitCode;
  }

  private static FileLayoutReport read(Targets targets, Configuration conf, Path path)
      throws IOException {
    return LayoutReader.read(targets.hdfs().getClient(), conf, path.toUri().getPath());
  }

  /** A file that cannot be shown, as one that is being written, does not hide the others. */
  private void printLine(Targets targets, Configuration conf, FileStatus file)
      throws IOException {
    if (FileForm.isReplicated(file)) {
      return;
    }
    try {
      FileLayoutReport report = read(targets, conf, file.getPath());
      System.out.print(json ? JsonView.line(report) : LayoutLine.of(report) + "\n");
    } catch (FileNotFoundException e) {
      // Deleted since it was listed.
    } catch (IOException e) {
      System.err.println(Failures.firstLine(e));
      exitCode = failed();
    }
  }
}
