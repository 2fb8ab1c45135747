package io.okapifs.hdfs.namenode.placement;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.namenode.repair.SweepRounds;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.WarningLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdminManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.Test;

/** Blocks that had to be placed badly move by themselves once the cluster has better places. */
class MisplacedTest {

  private static final int NODES = 9;

  @Cluster(
      dataNodes = NODES,
      racks = {"/a", "/a", "/a", "/b", "/b", "/b", "/c", "/c", "/c"},
      settings = {
        DFSConfigKeys.DFS_NAMENODE_DECOMMISSION_INTERVAL_KEY + "=1",
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=10",
        DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY + "=false"
      })
  private BlockFileCluster cluster;
  private final Map<Path, byte[]> files = new LinkedHashMap<>();

  @Test
  void membersMoveApartOnceTheirClusterHasEnoughNodes() throws Exception {
    List<DatanodeInfo> away = all().subList(4, NODES);
    for (DatanodeInfo node : away) {
      cluster.kill(node);
    }
    writeCrowded();
    cluster.restartStopped();
    awaitSpread();
  }

  @Test
  void membersMoveApartOnceNodesStayThatWereToLeave() throws Exception {
    List<DatanodeInfo> leaving = all().subList(4, NODES);
    cluster.administer(leaving, DatanodeAdminManager::startDecommission);
    writeCrowded();
    // HDFS's monitor warns of a node that stays while the monitor looks at it.
    for (DatanodeInfo node : leaving) {
      BlockFileCluster.await(
          "decommissioned " + node, () -> cluster.descriptor(node).isDecommissioned());
    }
    try (WarningLog warnings = new WarningLog()) {
      cluster.administer(leaving, DatanodeAdminManager::stopDecommission);
      awaitSpread();
      assertThat(warnings.lines()).isEmpty();
    }
  }

  @Test
  void aLookAtAllBlocksIsBoundedInEveryRound() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 2), "spread");
    byte[] bytes = BlockFileCluster.bytes(9L * BLOCK, 4);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    int blockGroups = (int) namesystem.getBlocksTotal();
    assertThat(blockGroups).as("stripes and parity groups").isGreaterThanOrEqualTo(5 + 3);
    assertThat(SweepRounds.holds(namesystem, 1)).isEqualTo(blockGroups);
    assertThat(SweepRounds.holds(namesystem, 3)).isEqualTo((blockGroups + 2) / 3);
    assertThat(SweepRounds.holds(namesystem, 100)).isOne();
  }

  private List<DatanodeInfo> all() {
    return cluster.mini().getDataNodes().stream()
        .map(
            node ->
                (DatanodeInfo)
                    new DatanodeInfo.DatanodeInfoBuilder().setNodeID(node.getDatanodeId()).build())
        .toList();
  }

  private void writeCrowded() throws Exception {
    for (int s : new int[] {1, 2, 3}) {
      Path file = new Path(cluster.directory("RS-3-2-64k", s), "crowded");
      byte[] bytes = BlockFileCluster.bytes(5L * BLOCK + 9, s);
      cluster.write(file, bytes);
      files.put(file, bytes);
    }
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      BlockFileCluster.await("all blocks of " + file.getKey(), () -> isReported(file.getKey()));
    }
    assertThat(sharedNodes()).as("members on nodes of other members").isPositive();
    HealthChecks.assertHealthy(cluster, files.keySet().toArray(Path[]::new));
  }

  /** Nobody calls for it: that nodes become usable is reason enough. */
  private void awaitSpread() throws Exception {
    BlockFileCluster.await("no shared nodes", () -> sharedNodes() == 0);
    BlockFileCluster.await("groups and stripes on all racks", this::isOnAllRacks);
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      HealthChecks.awaitWhole(cluster, file.getKey(), file.getValue());
    }
    HealthChecks.assertHealthy(cluster, files.keySet().toArray(Path[]::new));
  }

  private boolean isReported(Path file) throws IOException {
    for (List<DatanodeInfo> group : groups(file, files.get(file).length)) {
      if (group.contains(null)) {
        return false;
      }
    }
    return true;
  }

  private int sharedNodes() throws IOException {
    int shared = 0;
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      for (List<DatanodeInfo> group : groups(file.getKey(), file.getValue().length)) {
        shared += group.size() - new HashSet<>(group).size();
      }
    }
    return shared;
  }

  private boolean isOnAllRacks() throws IOException {
    boolean all = true;
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      for (List<DatanodeInfo> group : groups(file.getKey(), file.getValue().length)) {
        all &= racks(group).size() == Math.min(3, group.size());
      }
      for (LocatedStripedBlock stripe : cluster.dataStripes(file.getKey())) {
        List<DatanodeInfo> nodes = List.of(stripe.getLocations());
        all &= racks(nodes).size() == Math.min(3, nodes.size());
      }
    }
    return all;
  }

  private static Set<String> racks(List<DatanodeInfo> nodes) {
    return nodes.stream().map(DatanodeInfo::getNetworkLocation).collect(Collectors.toSet());
  }

  /** Nodes of the members that there are, group by group. */
  private List<List<DatanodeInfo>> groups(Path file, long length) throws IOException {
    FileLayout layout = cluster.layout(file);
    List<List<DatanodeInfo>> groups = new ArrayList<>();
    for (int g = 0; g < layout.groupCount(length); g++) {
      List<DatanodeInfo> nodes = new ArrayList<>();
      for (int member = 0; member < layout.policy().n(); member++) {
        if (member < layout.dataMembers(g, length) || member >= layout.policy().k()) {
          nodes.add(cluster.member(file, g, member).node());
        }
      }
      groups.add(nodes);
    }
    return groups;
  }
}
