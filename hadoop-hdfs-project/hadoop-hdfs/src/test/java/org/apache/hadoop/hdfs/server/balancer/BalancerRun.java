package org.apache.hadoop.hdfs.server.balancer;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.util.ToolRunner;

/** Runs `hdfs balancer` in this JVM; one at a time. */
public final class BalancerRun {

  private BalancerRun() {}

  /** What it printed and how it ended; 0: every node is within the threshold. */
  public record Outcome(int exitCode, List<String> out) {}

  /** With a threshold of so many percent, for small blocks, and without long waits. */
  public static Outcome run(Configuration cluster, int threshold) throws Exception {
    Configuration conf = new Configuration(cluster);
    conf.set(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, "500ms");
    conf.set(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, "500ms");
    conf.setLong(DFSConfigKeys.DFS_BALANCER_GETBLOCKS_MIN_BLOCK_SIZE_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_BALANCER_MAX_NO_MOVE_INTERVAL_KEY, 1000);
    // It closes what it opened, which others in this JVM use as well.
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    Dispatcher.setDelayAfterErrors(100);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream real = System.out;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      int exitCode =
          ToolRunner.run(
              conf, new Balancer.Cli(),
              new String[] {"-threshold", Integer.toString(threshold)});
      return new Outcome(exitCode, out.toString(StandardCharsets.UTF_8).lines().toList());
    } finally {
      System.setOut(real);
    }
  }
}
