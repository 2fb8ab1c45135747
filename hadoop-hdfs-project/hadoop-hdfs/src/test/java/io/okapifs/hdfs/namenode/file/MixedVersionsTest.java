package io.okapifs.hdfs.namenode.file;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.seam.Release;
import io.okapifs.hdfs.stock.StockDataNodeTest;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ChildJvm;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.Transitions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While Apache's daemons are in a cluster, or may be again, nothing is given a stripe width. */
class MixedVersionsTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final String WIDE = POLICY + "@2";
  private static final String KEY = "dfs.namenode.ec.stripe-width.stock-datanodes.allowed";

  @TempDir Path temporary;

  @Cluster(
      dataNodes = 5,
      settings = DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY + "=500")
  private BlockFileCluster cluster;
  private DistributedFileSystem fs;
  private final org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path("/d");
  private final org.apache.hadoop.fs.Path coupled =
      new org.apache.hadoop.fs.Path("/coupled/file");

  @BeforeEach
  void writeCoupledFile() throws Exception {
    fs = cluster.fs();
    fs.mkdirs(directory);
    fs.mkdirs(coupled.getParent());
    fs.setErasureCodingPolicy(coupled.getParent(), POLICY);
    cluster.write(coupled, BlockFileCluster.bytes(3L * BLOCK, 1));
  }

  @Test
  void aDataNodeOfApachesIsNamedUntilItIsOfOurs() throws Exception {
    String[] options = StockDataNodeTest.dataNode(cluster, temporary.resolve("data"));
    try (ChildJvm stock =
        ChildJvm.stock(temporary.resolve("stock"), DataNode.class.getName(), options)) {
      StockDataNodeTest.awaitLive(cluster, 6);
      assertThat(versions()).isEqualTo(Map.of(VersionInfo.getVersion(), 1, Release.version(), 5));
      checkRefused("DataNodes have Apache's jars", "dataNodes=1", KEY + "=true");
    }
    try (ChildJvm ours =
        ChildJvm.woven(temporary.resolve("ours"), DataNode.class.getName(), options)) {
      BlockFileCluster.await(
          "the node is of ours", () -> versions().equals(Map.of(Release.version(), 6)));
      checkAccepted();
    }
  }

  @Test
  void aRollingUpgradeIsFinalizedBeforeTheFirstFileHasAWidth() throws Exception {
    prepare();
    checkRefused("a rolling upgrade is in progress", "hdfs dfsadmin -rollingUpgrade finalize");
    cluster.restartNameNode();
    checkRefused("a rolling upgrade is in progress");
    fs.rollingUpgrade(RollingUpgradeAction.FINALIZE);
    checkAccepted();
  }

  /** Apache's NameNode could not load it before this upgrade, either. */
  @Test
  void whereAFileHasAWidthARollingUpgradeChangesNothing() throws Exception {
    fs.setErasureCodingPolicy(directory, WIDE);
    cluster.write(new org.apache.hadoop.fs.Path(directory, "file"), new byte[1]);
    prepare();
    checkAccepted();
    cluster.saveNamespace();
    cluster.restartNameNode();
    fs.setErasureCodingPolicy(coupled.getParent(), POLICY + "@3");
  }

  private void prepare() throws IOException {
    fs.setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    fs.rollingUpgrade(RollingUpgradeAction.PREPARE);
    fs.setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
  }

  private Map<String, Integer> versions() {
    return cluster.mini().getNamesystem().getDistinctVersions();
  }

  private void checkRefused(String... why) throws IOException {
    assertThatThrownBy(() -> fs.setErasureCodingPolicy(directory, WIDE))
        .hasMessageContainingAll(why).hasMessageContaining("policy=" + WIDE);
    assertThatThrownBy(this::createWide).hasMessageContainingAll(why);
    assertThatThrownBy(this::adopt).hasMessageContainingAll(why)
        .hasMessageContaining("path=" + coupled);
    assertThat(fs.getErasureCodingPolicy(directory)).isNull();
    assertThat(fs.listStatus(directory)).isEmpty();
    assertThat(fs.getXAttrs(coupled)).isEmpty();
  }

  private void checkAccepted() throws Exception {
    fs.setErasureCodingPolicy(directory, WIDE);
    createWide();
    adopt();
  }

  private void createWide() throws IOException {
    fs.createFile(new org.apache.hadoop.fs.Path(directory, "new")).ecPolicyName(WIDE).build()
        .close();
  }

  private void adopt() throws Exception {
    new Transitions(cluster, "none", () -> {}).begin(coupled, "RS-3-2-64k@3");
  }
}
