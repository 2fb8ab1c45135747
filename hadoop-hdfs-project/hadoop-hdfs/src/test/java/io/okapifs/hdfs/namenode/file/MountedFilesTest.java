package io.okapifs.hdfs.namenode.file;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.FileLife;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.viewfs.ConfigUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Files that clients see through a table of mounts. */
class MountedFilesTest {

  private static BlockFileCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new BlockFileCluster(FileLife.NODES, BlockFileCluster::retrySoon);
    cluster.fs().mkdirs(new Path("/mounted"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
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
