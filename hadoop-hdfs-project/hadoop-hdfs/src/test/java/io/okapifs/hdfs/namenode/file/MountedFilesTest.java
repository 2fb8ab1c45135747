package io.okapifs.hdfs.namenode.file;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.FileLife;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.viewfs.ConfigUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Files that clients see through a table of mounts. */
class MountedFilesTest {

  @Cluster(dataNodes = FileLife.NODES, settings = ClusterSettings.RETRY_SOON)
  private static BlockFileCluster cluster;

  @BeforeAll
  static void makeDirectory() throws Exception {
    cluster.fs().mkdirs(new Path("/mounted"));
  }

  @Test
  void filesLiveBehindViewFs() throws Exception {
    Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
    ConfigUtil.addLink(
        conf, "table", "/seen", new Path(cluster.fs().getUri() + "/mounted").toUri());
    try (FileSystem view = FileSystem.newInstance(URI.create("viewfs://table/"), conf)) {
      new FileLife(
              cluster, view,
              path -> new Path(path.toString().replaceFirst("^/mounted", "viewfs://table/seen")))
          .live(new Path("/mounted"));
    }
  }
}
