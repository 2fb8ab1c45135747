package io.okapifs.hdfs.namenode.repair;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.hdfs.datanode.repair.RepairCount;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.PolicyRepairs;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.tools.EcRun.Outcome;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** `hdfs ec -repairStats`. */
class RepairStatsTest {

  @Cluster(dataNodes = 7)
  private static BlockFileCluster cluster;

  /** DataNodes tell of a repair behind it. */
  @Test
  void repairsAreShownPerPolicyAsRatios() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "file");
    byte[] bytes = BlockFileCluster.bytes(3L * BlockFileCluster.BLOCK, 1);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    Replica lost = cluster.member(file, 0, 1);
    cluster.reportCorrupt(List.of(lost));
    BlockFileCluster.await("the repair shown", () -> {
      Outcome outcome = EcRun.run(cluster.fs().getConf(), "-repairStats");
      assertThat(outcome.exitCode()).as("%s", outcome).isZero();
      return outcome.out().contains("RS-3-2-64k: 1 repairs, 262144 bytes rebuilt")
          && outcome.out().stream()
              .anyMatch(line -> line.startsWith("  read       3.000 bytes per byte rebuilt"))
          && outcome.out().contains("  runs       3.000 per repair, 1.000 positionings per run");
    });
  }

  /** Of a group whose parity covers a third block of zeros. */
  @Test
  void theNameNodeHasTheSumsOfItsDataNodes() throws Exception {
    String policy = cluster.addPolicy("LESS2-4-2");
    Path file = new Path(cluster.directory(policy, 4), "file");
    byte[] bytes = BlockFileCluster.bytes(3L * BlockFileCluster.BLOCK, 1);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    for (int member : new int[] {0, 5}) {
      cluster.reportCorrupt(List.of(cluster.member(file, 0, member)));
      HealthChecks.awaitWhole(cluster, file, bytes);
    }
    BlockFileCluster.await("two repairs told", () ->
        inNameNode(policy).path(RepairCount.REPAIRS.info().name()).asLong() == 2);
    PolicyRepairs counted = PolicyRepairs.of(cluster, policy);
    for (RepairCount count : RepairCount.values()) {
      assertThat(inNameNode(policy).path(count.info().name()).asLong(-1)).as("%s", count)
          .isEqualTo(counted.get(count));
    }
    assertThat(counted.get(RepairCount.TAIL_DATA_BYTES)).isEqualTo(2L * bytes.length);
    assertThat(counted.get(RepairCount.TAIL_PARITY_BYTES))
        .isEqualTo(2L * 2 * BlockFileCluster.BLOCK);
  }

  private static JsonNode inNameNode(String policy) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name =
        server.queryNames(new ObjectName("Hadoop:service=NameNode,name=DecoupledState*"), null)
            .iterator().next();
    return new ObjectMapper().readTree((String) server.getAttribute(name, "GroupRepairs"))
        .path(policy);
  }

  @Test
  void anArgumentIsWrongUsage() throws Exception {
    Outcome outcome = EcRun.run(cluster.fs().getConf(), "-repairStats", "-foo");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).hasSize(2).first().asString().contains("-foo");
  }
}
