package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.stream.LongStream;
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

  /**
   * How many it takes so that groups of {@code next} members need no moves, at most {@value #MAX}.
   * A new group begins in one of {@code k} members, and ends in another one.
   */
  public static Lookahead needed(int k, int next) {
    int most = 0;
    for (int group = 0; group < k; group++) {
      most = Math.max(most, ((group + 1) * next - 1) / k - group * next / k);
    }
    return new Lookahead(Math.min(most, MAX));
  }

  /** The groups that a stripe of a group keeps away from, the farthest first. */
  LongStream before(long group) {
    return LongStream.range(Math.max(0, group - groups), group);
  }

  public static Lookahead of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(Lookahead.class);
  }
}
