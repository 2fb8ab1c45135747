package org.apache.hadoop.hdfs.server.mover;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.util.ToolRunner;

/** Runs `hdfs mover` in this JVM; one at a time. */
public final class MoverRun {

  /** How it ends where nothing more moves and some blocks are on the wrong storage. */
  public static final int NO_MOVE_BLOCK = -2;

  private static final long WINDOW_MILLIS = 1000;

  private MoverRun() {}

  /**
   * What it printed, without the time that it took, and how it ended; 0: all blocks satisfy their
   * storage policies.
   */
  public record Outcome(int exitCode, List<String> out) {}

  /** About files and directories, without long waits. */
  public static Outcome run(Configuration cluster, String... paths) throws Exception {
    Configuration conf = new Configuration(cluster);
    // It sleeps for three seconds between two passes, and never asks a node for a block twice sooner.
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_MOVER_MOVEDWINWIDTH_KEY, WINDOW_MILLIS);
    String[] arguments = new String[paths.length + 1];
    arguments[0] = "-p";
    System.arraycopy(paths, 0, arguments, 1, paths.length);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream realOut = System.out;
    PrintStream realErr = System.err;
    System.setOut(print);
    System.setErr(print);
    try {
      int exitCode = ToolRunner.run(conf, new Mover.Cli(), arguments);
      return new Outcome(
          exitCode,
          out.toString(StandardCharsets.UTF_8).lines()
              .filter(line -> !line.contains(" Mover took "))
              .toList());
    } finally {
      System.setOut(realOut);
      System.setErr(realErr);
    }
  }
}
