package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.HealthChecks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.Test;

/** A repair where the only node for a block holds parity of its group, which can go elsewhere. */
class RepairOnCrowdedClusterTest {

  private static final int WIDTH = 5;
  private static final int FILES = 8;

  @Test
  void parityMakesRoomForDataThatCanGoNowhereElse() throws Exception {
    try (BlockFileCluster cluster =
        new BlockFileCluster(
            WIDTH + 1,
            conf -> {
              conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 10);
              conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY, false);
            })) {
      Map<Path, byte[]> files = new LinkedHashMap<>();
      int crowded = 0;
      for (int i = 0; i < FILES; i++) {
        Path file = new Path(cluster.directory("RS-3-2-64k", WIDTH), "file" + i);
        byte[] bytes = BlockFileCluster.bytes((long) WIDTH * BLOCK, i);
        cluster.write(file, bytes);
        HealthChecks.awaitWhole(cluster, file, bytes);
        files.put(file, bytes);
        crowded += parityIsOnSpareNode(cluster, file) ? 1 : 0;
      }
      assertThat(crowded).as("files with parity on the only node without data").isPositive();
      cluster.kill(cluster.member(files.keySet().iterator().next(), 0, 1).node());
      for (Path file : files.keySet()) {
        BlockFileCluster.await("members of " + file + " on nodes of their own",
            () -> isSpread(nodesOfGroup(cluster, file, 0)));
      }
      for (Map.Entry<Path, byte[]> file : files.entrySet()) {
        HealthChecks.awaitWhole(cluster, file.getKey(), file.getValue());
      }
    }
  }

  private static boolean parityIsOnSpareNode(BlockFileCluster cluster, Path file)
      throws IOException {
    List<DatanodeInfo> data = List.of(cluster.dataStripes(file).get(0).getLocations());
    return !data.contains(cluster.member(file, 0, 3).node())
        || !data.contains(cluster.member(file, 0, 4).node());
  }

  private static List<DatanodeInfo> nodesOfGroup(BlockFileCluster cluster, Path file, int group)
      throws IOException {
    List<DatanodeInfo> nodes = new ArrayList<>();
    for (int member = 0; member < 5; member++) {
      DatanodeInfo node = cluster.memberIfAny(file, group, member).node();
      if (node != null) {
        nodes.add(node);
      }
    }
    return nodes;
  }

  private static boolean isSpread(List<DatanodeInfo> nodes) {
    return nodes.size() == 5 && nodes.stream().distinct().count() == 5;
  }
}
