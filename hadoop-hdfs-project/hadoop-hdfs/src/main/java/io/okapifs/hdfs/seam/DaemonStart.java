package io.okapifs.hdfs.seam;

import io.okapifs.Woven;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** What comes before all else in a NameNode or DataNode. Any thread may call it. */
public final class DaemonStart {

  private DaemonStart() {}

  /**
   * Looks at the class path, then at the settings.
   *
   * @param conf null: what the daemon's files say
   * @throws IOException with one sentence, where the daemon must not start
   */
  @Woven
  public static void prepare(Configuration conf) throws IOException {
    WovenCheck.requireWoven();
    FormerKeys.read(conf);
  }
}
