package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.FileLife;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.SavedImage;
import io.okapifs.hdfs.testing.Transitions;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was done since a rolling upgrade began is kept, or undone with it. */
class RollingUpgradeTest {

  @Cluster(
      dataNodes = FileLife.NODES,
      settings = {
        ClusterSettings.RETRY_SOON,
        // A DataNode that starts soon after it stopped would not look for what it gets back.
        DFSConfigKeys.DFS_DATANODE_REPLICA_CACHE_EXPIRY_TIME_KEY + "=0ms"
      })
  private BlockFileCluster cluster;
  private Transitions transitions;
  private final byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 9, 3);
  private Path deleted;
  private Path changed;
  private Path coupled;

  /** One file is deleted since, another one gets another code, a third HDFS's own layout. */
  @BeforeEach
  void upgrade() throws Exception {
    transitions = new Transitions(cluster, "none", () -> {});
    Path directory = cluster.directory("RS-3-2-64k", 3);
    deleted = write(directory, "deleted");
    changed = write(directory, "changed");
    coupled = write(directory, "coupled");
    cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    cluster.fs().rollingUpgrade(RollingUpgradeAction.PREPARE);
    cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
    cluster.mini().triggerHeartbeats();
    cluster.fs().delete(deleted, false);
    transitions.run(changed, "RS-6-3-64k");
    transitions.couple(coupled, "RS-3-2-64k");
    transitions.awaitDone(coupled);
    write(directory, "new");
    BlockFileCluster.await(
        "nothing to delete",
        () ->
            cluster.mini().getNamesystem().getBlockManager().getPendingDeletionBlocksCount() == 0);
  }

  private Path write(Path directory, String name) throws Exception {
    Path file = new Path(directory, name);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    return file;
  }

  @Test
  void whatWasDoneIsKeptOnceItIsFinalized() throws Exception {
    cluster.restartNameNode();
    cluster.fs().rollingUpgrade(RollingUpgradeAction.FINALIZE);
    assertThat(cluster.fs().exists(deleted)).isFalse();
    assertThat(cluster.fs().getErasureCodingPolicy(changed).getName()).isEqualTo("RS-6-3-64k@3");
    HealthChecks.awaitWhole(cluster, changed, bytes);
    assertThat(cluster.fs().getErasureCodingPolicy(coupled).getName()).isEqualTo("RS-3-2-64k");
    assertThat(cluster.read(coupled)).isEqualTo(bytes);
  }

  /** The version before could not load one. */
  @Test
  void imagesHaveShortListsOfBlocksOnceItIsFinalized() throws Exception {
    cluster.saveNamespace();
    assertThat(SavedImage.newest(cluster).filesWithShortLists()).isZero();
    cluster.fs().rollingUpgrade(RollingUpgradeAction.FINALIZE);
    cluster.saveNamespace();
    assertThat(SavedImage.newest(cluster).filesWithShortLists()).isEqualTo(2);
    cluster.restartNameNode();
    HealthChecks.awaitWhole(cluster, changed, bytes);
  }

  @Test
  void whatWasDoneIsUndoneByARollback() throws Exception {
    List<DataNodeProperties> nodes = new ArrayList<>();
    while (!cluster.mini().getDataNodes().isEmpty()) {
      nodes.add(cluster.mini().stopDataNode(0));
    }
    cluster.mini().restartNameNode(0, false, "-rollingUpgrade", "rollback");
    for (DataNodeProperties node : nodes) {
      node.setDnArgs("-rollback");
      cluster.restart(node);
    }
    cluster.mini().waitActive();
    cluster.awaitNameNode();
    BlockFileCluster.await(
        "the end of safe mode", () -> !cluster.mini().getNamesystem().isInSafeMode());
    for (Path file : List.of(deleted, changed, coupled)) {
      assertThat(cluster.fs().getErasureCodingPolicy(file).getName()).isEqualTo("RS-3-2-64k@3");
      HealthChecks.awaitWhole(cluster, file, bytes);
      assertThat(cluster.read(file)).isEqualTo(bytes);
    }
    assertThat(cluster.fs().exists(new Path(deleted.getParent(), "new"))).isFalse();
  }
}
