package io.okapifs.hdfs.seam;

import io.okapifs.Woven;
import io.okapifs.hdfs.repair.ScrubBandwidth;
import io.okapifs.hdfs.seam.DaemonFacts.Daemon;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/** What comes before all else in a NameNode or DataNode. Any thread may call it. */
public final class DaemonStart {

  private DaemonStart() {}

  /**
   * Looks at the class path, then at the settings, and tells what starts.
   *
   * @param conf null: what the daemon's files say
   * @throws IOException with one sentence, where the daemon must not start
   */
  @Woven
  public static void ofNameNode(Configuration conf) throws IOException {
    prepare(Daemon.NAMENODE, conf);
  }

  /** As above. */
  @Woven
  public static void ofDataNode(Configuration conf) throws IOException {
    try {
      ScrubBandwidth.of(prepare(Daemon.DATANODE, conf));
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static Configuration prepare(Daemon daemon, Configuration conf) throws IOException {
    WovenCheck.requireWoven();
    FormerKeys.read(conf);
    Configuration settings = conf == null ? new HdfsConfiguration() : conf;
    DaemonFacts.of(daemon, settings).tell(daemon);
    return settings;
  }
}
