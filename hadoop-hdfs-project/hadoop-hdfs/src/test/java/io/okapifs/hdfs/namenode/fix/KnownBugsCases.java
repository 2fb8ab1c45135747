package io.okapifs.hdfs.namenode.fix;

import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;

/** Bugs of HDFS 3.3.6 that docs/KNOWN-BUGS.md tells of and that no other test is about. */
public abstract class KnownBugsCases {

  public static final String POLICY = "RS-3-2-64k";
  public static final int K = 3;
  public static final int N = 5;
  public static final Path COUPLED = new Path("/coupled");

  @Cluster(dataNodes = 8)
  public static BlockFileCluster cluster;

  @AfterEach
  void deleteFiles() throws Exception {
    BlockFileCluster.allowRepairs();
    cluster.restartStopped();
    cluster.deleteFiles();
  }

  static void switchFix(UpstreamFix fix, boolean on) {
    cluster.mini().getConfiguration(0).setBoolean(fix.key(), on);
  }
}
