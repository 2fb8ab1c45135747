package io.okapifs.hdfs.namenode.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.FileLife;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.util.EnumSet;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.client.CreateEncryptionZoneFlag;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in encryption zones: the client encrypts before it stripes and encodes. */
class EncryptionZoneTest {

  private static final Path ZONE = new Path("/zone");

  private static BlockFileCluster cluster;

  @BeforeAll
  static void start(@TempDir java.nio.file.Path keys) throws Exception {
    cluster =
        new BlockFileCluster(
            FileLife.NODES,
            ClusterSettings.of(
                ClusterSettings.RETRY_SOON,
                CommonConfigurationKeysPublic.HADOOP_SECURITY_KEY_PROVIDER_PATH
                    + "=jceks://file" + keys.resolve("keys.jks").toUri().getPath()));
    DFSTestUtil.createKey("key", cluster.mini(), cluster.mini().getConfiguration(0));
    cluster.fs().getClient().setKeyProvider(cluster.mini().getNamesystem().getProvider());
    cluster.fs().mkdirs(ZONE);
    new HdfsAdmin(cluster.fs().getUri(), cluster.mini().getConfiguration(0))
        .createEncryptionZone(ZONE, "key", EnumSet.of(CreateEncryptionZoneFlag.PROVISION_TRASH));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void filesLiveThere() throws Exception {
    FileLife.of(cluster).live(ZONE);
  }

  @Test
  void oneRequestChangesTheFilesOfAZone() throws Exception {
    Path tree = new Path(ZONE, "tree");
    cluster.fs().mkdirs(tree);
    cluster.fs().setErasureCodingPolicy(tree, "RS-3-2-64k@2");
    byte[] bytes = BlockFileCluster.bytes(3L * BlockFileCluster.BLOCK, 7);
    cluster.write(new Path(tree, "file"), bytes);
    try (TransitionClient client = new TransitionClient(cluster.fs())) {
      long id =
          client.beginTree(ZONE, TransitionGoal.of("RS-6-3-64k", TransitionRecord.NORMAL), 0);
      BlockFileCluster.await(
          "the end of the request", () -> client.tree(id).orElseThrow().hasEndedMs());
      assertThat(client.tree(id).orElseThrow().getDone()).isPositive();
    }
    assertThat(cluster.layout(new Path(tree, "file")).policy().name()).isEqualTo("RS-6-3-64k");
    assertThat(cluster.read(new Path(tree, "file"))).isEqualTo(bytes);
  }

  @Test
  void whatIsStoredIsEncrypted() throws Exception {
    FileLife life = FileLife.of(cluster);
    Path file = life.write(new Path(ZONE, "stored"), 2);
    assertThat(life.stored(file)).isNotEqualTo(cluster.read(file));
  }
}
