package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdminManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes that hold decoupled blocks are decommissioned and go through maintenance. */
class LeavingNodesTest {

  private static final String POLICY = "RS-3-2-64k";

  @Cluster(
      dataNodes = 10,
      settings = {
        DFSConfigKeys.DFS_NAMENODE_DECOMMISSION_INTERVAL_KEY + "=1",
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=10",
        DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY + "=false"
      })
  private BlockFileCluster cluster;
  private final Map<Path, byte[]> files = new LinkedHashMap<>();

  @BeforeEach
  void writeFiles() throws Exception {
    for (int s : new int[] {1, 2, 3, 5}) {
      Path file = new Path(cluster.directory(POLICY, s), "file");
      byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + CELL + 5, s);
      cluster.write(file, bytes);
      files.put(file, bytes);
    }
    awaitWhole();
  }

  private void awaitWhole() throws Exception {
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      HealthChecks.awaitWhole(cluster, file.getKey(), file.getValue());
    }
    HealthChecks.assertHealthy(cluster, files.keySet().toArray(Path[]::new));
  }

  /** Their blocks are copied, which a test can tell because nothing can be rebuilt. */
  @Test
  void twoNodesAreDecommissionedByCopying() throws Exception {
    BlockFileCluster.failRepairs();
    Path file = files.keySet().iterator().next();
    List<DatanodeInfo> leaving =
        List.of(cluster.member(file, 0, 0).node(), cluster.member(file, 0, 3).node());
    for (DatanodeInfo node : leaving) {
      cluster.administer(node, DatanodeAdminManager::startDecommission);
    }
    for (DatanodeInfo node : leaving) {
      BlockFileCluster.await(
          "decommissioned " + node, () -> cluster.descriptor(node).isDecommissioned());
    }
    for (DatanodeInfo node : leaving) {
      cluster.kill(node);
    }
    awaitWhole();
  }

  @Test
  void aNodeIsDecommissionedWhileDataIsLost() throws Exception {
    Path file = files.keySet().iterator().next();
    DatanodeInfo lost = cluster.member(file, 0, 1).node();
    DatanodeInfo leaving = cluster.member(file, 0, 0).node();
    cluster.kill(lost);
    cluster.administer(leaving, DatanodeAdminManager::startDecommission);
    BlockFileCluster.await("decommissioned", () -> cluster.descriptor(leaving).isDecommissioned());
    cluster.kill(leaving);
    awaitWhole();
  }

  /** HDDS-7666's kind. What is left of the group goes with it: an operator may find the rest. */
  @Test
  void aGroupThatIsLostKeepsNoNodeFromLeaving() throws Exception {
    BlockFileCluster.failRepairs();
    Path file = files.keySet().iterator().next();
    Replica left = cluster.member(file, 0, 0);
    List<Replica> lost = new ArrayList<>();
    for (int member : new int[] {1, 2, 4}) {
      lost.add(cluster.member(file, 0, member));
    }
    lost.forEach(cluster::delete);
    cluster.reportCorrupt(lost);
    BlockFileCluster.await(
        "a lost stripe", () -> HealthChecks.stats(cluster).getMissingBlockGroups() > 0);
    cluster.administer(left.node(), DatanodeAdminManager::startDecommission);
    BlockFileCluster.await(
        "decommissioned", () -> cluster.descriptor(left.node()).isDecommissioned());
    cluster.kill(left.node());
    Replica copy = cluster.member(file, 0, 0);
    assertThat(copy.node()).isNotEqualTo(left.node());
    assertThat(Files.readAllBytes(cluster.blockFile(copy).toPath()))
        .isEqualTo(Arrays.copyOf(files.get(file), BLOCK));
  }

  /** A group survives the rest of one node, so nothing is copied or rebuilt. */
  @Test
  void aNodeRestsWithoutACopyAndItsBlocksAreThereAfterwards() throws Exception {
    Path file = files.keySet().iterator().next();
    DatanodeInfo resting = cluster.member(file, 0, 0).node();
    rest(resting);
    BlockFileCluster.await("in maintenance", () -> cluster.descriptor(resting).isInMaintenance());
    assertThat(cluster.mini().getNamesystem().getPendingReconstructionBlocks()).isZero();
    for (LocatedStripedBlock stripe : cluster.dataStripes(file)) {
      assertThat(List.<DatanodeInfo>of(stripe.getLocations())).doesNotContain(resting);
    }
    for (Map.Entry<Path, byte[]> each : files.entrySet()) {
      assertThat(cluster.read(each.getKey())).isEqualTo(each.getValue());
    }
    cluster.administer(resting, DatanodeAdminManager::stopMaintenance);
    awaitWhole();
  }

  /** Three of five members would be out of reach: enough are copied before the nodes may rest. */
  @Test
  void threeNodesOfAGroupRestOnlyWhenItCanBeDecodedWithoutThem() throws Exception {
    Path file = files.keySet().iterator().next();
    List<DatanodeInfo> resting =
        List.of(
            cluster.member(file, 0, 0).node(), cluster.member(file, 0, 1).node(),
            cluster.member(file, 0, 3).node());
    for (DatanodeInfo node : resting) {
      rest(node);
    }
    for (DatanodeInfo node : resting) {
      BlockFileCluster.await("in maintenance", () -> cluster.descriptor(node).isInMaintenance());
    }
    for (Map.Entry<Path, byte[]> each : files.entrySet()) {
      assertThat(cluster.read(each.getKey())).isEqualTo(each.getValue());
    }
    for (DatanodeInfo node : resting) {
      cluster.administer(node, DatanodeAdminManager::stopMaintenance);
    }
    awaitWhole();
  }

  private void rest(DatanodeInfo node) throws Exception {
    cluster.administer(
        node, (admin, resting) -> admin.startMaintenance(resting, Long.MAX_VALUE));
  }
}
