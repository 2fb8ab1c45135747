package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.namenode.OkapiParts;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * How far a stripe keeps away from the nodes of groups behind it.
 *
 * @param groups whose nodes it avoids, 0 to {@value #MAX}
 */
public record Lookahead(int groups) {

  public static final String KEY = "dfs.namenode.ec.placement.lookahead-groups";

  private static final int MAX = 64;

  /**
   * What the configuration says; none by default.
   *
   * @throws IllegalArgumentException where it is out of range
   */
  public static Lookahead of(Configuration conf) {
    int groups = conf.getInt(KEY, 0);
    if (groups < 0 || groups > MAX) {
      throw new IllegalArgumentException(KEY + " is 0 to " + MAX + ", not " + groups);
    }
    return new Lookahead(groups);
  }

  public static Lookahead of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(Lookahead.class);
  }
}
