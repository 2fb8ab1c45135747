package io.okapifs.hdfs.testing;

import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/** Settings of a cluster as text, and those that many tests want. */
public final class ClusterSettings {

  /** Repairs that failed are planned again within seconds. */
  public static final String RETRY_SOON =
      DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=5";

  /** Many repairs at a time; which node is loaded says nothing in one JVM. */
  public static final String MANY_REPAIRS_AT_A_TIME =
      DFSConfigKeys.DFS_NAMENODE_REPLICATION_MAX_STREAMS_KEY + "=50\n"
          + DFSConfigKeys.DFS_NAMENODE_REPLICATION_STREAMS_HARD_LIMIT_KEY + "=100\n"
          + DFSConfigKeys.DFS_NAMENODE_REPLICATION_WORK_MULTIPLIER_PER_ITERATION + "=20\n"
          + DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY + "=false";

  private ClusterSettings() {}

  /**
   * What puts settings into a configuration.
   *
   * @param texts each of one or more lines {@code key=value}; of lines with one key the last counts
   * @throws IllegalArgumentException if a line has no value
   */
  public static Consumer<Configuration> of(String... texts) {
    List<String> lines = String.join("\n", texts).lines().toList();
    for (String line : lines) {
      if (!line.contains("=")) {
        throw new IllegalArgumentException("not of the form key=value: " + line);
      }
    }
    return conf ->
        lines.forEach(
            line -> {
              int sign = line.indexOf('=');
              conf.set(line.substring(0, sign), line.substring(sign + 1));
            });
  }
}
