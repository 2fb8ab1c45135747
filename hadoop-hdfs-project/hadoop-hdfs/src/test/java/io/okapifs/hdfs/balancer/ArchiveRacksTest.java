package io.okapifs.hdfs.balancer;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.KeptPorts;
import io.okapifs.hdfs.testing.Places;
import io.okapifs.hdfs.tools.EcRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.mover.MoverRun;
import org.junit.jupiter.api.Test;

/** Archives are on nodes and racks of their own, fewer than those with disks. */
class ArchiveRacksTest {

  private static final String POLICY = "RS-3-2-64k";

  @Cluster(
      dataNodes = 12,
      racks = {"/a", "/x", "/b", "/x", "/c", "/x", "/a", "/y", "/b", "/y", "/c", "/y"},
      settings = {
        KeptPorts.VOLUMES_KEY + "=DISK;ARCHIVE",
        DFSConfigKeys.DFS_BLOCK_SIZE_KEY + "=" + BLOCK
      })
  private BlockFileCluster cluster;

  private final Map<Path, byte[]> files = new LinkedHashMap<>();

  @Test
  void groupsMoveToTheirRacksAndStay() throws Exception {
    for (int width : new int[] {1, 2, 3}) {
      Path file = new Path(cluster.directory(POLICY, width), "file");
      byte[] bytes = BlockFileCluster.bytes(9L * BLOCK, width);
      cluster.write(file, bytes);
      HealthChecks.awaitWhole(cluster, file, bytes);
      assertThat(Places.types(cluster, file)).containsOnly(StorageType.DISK);
      files.put(file, bytes);
    }
    cluster.fs().setStoragePolicy(new Path("/"), HdfsConstants.COLD_STORAGE_POLICY_NAME);

    MoverRun.Outcome outcome = MoverRun.run(cluster.fs().getConf(), "/");

    assertThat(outcome.exitCode()).as("%s", outcome.out()).isZero();
    assertMoved();
    Map<Path, List<String>> places = Places.of(cluster, files.keySet());
    cluster.awaitRounds(3);
    assertMoved();
    assertThat(Places.of(cluster, files.keySet())).isEqualTo(places);
  }

  private void assertMoved() throws Exception {
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      HealthChecks.awaitWhole(cluster, file.getKey(), file.getValue());
      assertThat(Places.types(cluster, file.getKey())).containsOnly(StorageType.ARCHIVE);
      for (JsonNode group : groups(file.getKey())) {
        JsonNode placement = group.get("placement");
        assertThat(placement.get("membersOnSharedNodes").intValue()).as("%s", group).isZero();
        assertThat(placement.get("racks").intValue()).as("%s", group).isEqualTo(2);
        assertThat(placement.get("mostOnOneRack").intValue())
            .as("%s", group).isEqualTo((placement.get("placedMembers").intValue() + 1) / 2);
      }
    }
    assertThat(BlockFileCluster.stateOf("MovesUndoneSinceStart")).isZero();
    HealthChecks.assertHealthy(cluster, files.keySet().toArray(new Path[0]));
  }

  private JsonNode groups(Path file) throws Exception {
    EcRun.Outcome outcome =
        EcRun.run(cluster.fs().getConf(), "-layout", "-path", file.toString(), "-json");
    assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
    return new ObjectMapper().readTree(String.join("\n", outcome.out())).get("groups");
  }
}
