package io.okapifs.hdfs.testing;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.util.ToolRunner;

/** Runs `hdfs fsck` against a cluster of this JVM. */
public final class FsckRun {

  private FsckRun() {}

  /** What the check printed and how it ended: 0 healthy, 1 corrupt. */
  public record Outcome(int exitCode, String report) {

    /** The first line with a word. */
    public String line(String word) {
      return report.lines().filter(line -> line.contains(word)).findFirst()
          .orElseThrow(() -> new AssertionError("no line with '" + word + "' in\n" + report));
    }
  }

  public static Outcome run(BlockFileCluster cluster, String... arguments) throws Exception {
    Configuration conf = new Configuration(cluster.fs().getConf());
    conf.set(
        DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY,
        "localhost:" + cluster.mini().getNameNode().getHttpAddress().getPort());
    ByteArrayOutputStream report = new ByteArrayOutputStream();
    int exitCode =
        ToolRunner.run(
            new DFSck(conf, new PrintStream(report, true, StandardCharsets.UTF_8)), arguments);
    return new Outcome(exitCode, report.toString(StandardCharsets.UTF_8));
  }
}
