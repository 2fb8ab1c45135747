package io.okapifs.hdfs.tools;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.StripeView;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/** The `hdfs debug` command line: a decoupled file is verified by our command. */
public final class DebugCommands {

  private static final String VERIFY = "verifyEC";
  private static final String FILE = "-file";

  private DebugCommands() {}

  /** Upstream's command line. */
  @FunctionalInterface
  public interface Upstream {
    int run(String[] args);
  }

  /**
   * Runs one `hdfs debug` command.
   *
   * @return the exit code; 1 for everything that is not right, as upstream's command has it
   */
  @Woven
  public static int run(Configuration conf, String[] args, Upstream upstream) {
    List<String> words = Arrays.asList(args);
    int file = words.indexOf(FILE) + 1;
    boolean verifies = !words.isEmpty() && words.get(0).replaceFirst("^-", "").equals(VERIFY);
    if (!verifies || file == 0 || file == words.size() || !isDecoupled(conf, words.get(file))) {
      return upstream.run(args);
    }
    String path = words.get(file);
    System.out.println(
        path + " has a stripe width of its own: as hdfs ec -verify -path " + path);
    VerifyCommand verify = new VerifyCommand();
    verify.parse(List.of("-path", path));
    return verify.run(conf) == 0 ? 0 : 1;
  }

  private static boolean isDecoupled(Configuration conf, String text) {
    try {
      Path path = new Path(text);
      FileSystem files = FileSystem.get(path.toUri(), conf);
      if (!(files instanceof DistributedFileSystem hdfs)) {
        return false;
      }
      String name = hdfs.makeQualified(path).toUri().getPath();
      HdfsFileStatus status = hdfs.getClient().getFileInfo(name);
      return status != null && StripeView.isView(status.getErasureCodingPolicy());
    } catch (IOException | IllegalArgumentException e) {
      // Upstream asks again and reports the error in its own words.
      return false;
    }
  }
}
