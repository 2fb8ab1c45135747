package io.okapifs.hdfs.repair;

import org.apache.hadoop.conf.Configuration;

/** How many bytes a DataNode reads in a second to scrub groups. */
public final class ScrubBandwidth {

  /** Bytes per second that a DataNode reads of members of groups to compare them; 0: none. */
  public static final String KEY = "dfs.datanode.ec.scrub.bandwidthPerSec";
  public static final long DEFAULT = 0;

  /** Below that connections would stand still for so long that they are given up. */
  private static final long LEAST = 1024;

  private ScrubBandwidth() {}

  /**
   * As the settings say it; 0: none.
   *
   * @throws IllegalArgumentException in one sentence, where they say something else
   */
  public static long of(Configuration conf) {
    long bytes;
    try {
      bytes = conf.getLongBytes(KEY, DEFAULT);
    } catch (IllegalArgumentException e) {
      throw wrong(conf);
    }
    if (bytes != 0 && bytes < LEAST) {
      throw wrong(conf);
    }
    return bytes;
  }

  private static IllegalArgumentException wrong(Configuration conf) {
    return new IllegalArgumentException(
        "must be bytes per second, at least " + LEAST + ", such as 10m, or 0 for none: " + KEY + "="
            + conf.get(KEY));
  }
}
