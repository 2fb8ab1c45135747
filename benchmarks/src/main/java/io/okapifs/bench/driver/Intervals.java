package io.okapifs.bench.driver;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/**
 * How often daemons of a cluster look for work: every second, and for work of transitions as by
 * default. Tests of the benchmarks set a property, and then it is as often as that says.
 */
public final class Intervals {

  private static final String OF_TESTS = System.getProperty("okapi.bench.interval");

  private Intervals() {}

  /** Sets heartbeats, rounds of the redundancy monitor and those of transitions. */
  public static void configure(Configuration conf) {
    String each = OF_TESTS == null ? "1s" : OF_TESTS;
    conf.set(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, each);
    conf.set(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, each);
    if (OF_TESTS != null) {
      conf.set("dfs.namenode.ec.transition.interval", OF_TESTS);
    }
  }
}
