package io.okapifs.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.BlockFileCluster.Replica;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.tools.EcRun.Outcome;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** `hdfs ec -repairStats`. */
class RepairStatsTest {

  private static BlockFileCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = new BlockFileCluster(7);
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  /** Metrics are shown some seconds late. */
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

  @Test
  void anArgumentIsWrongUsage() throws Exception {
    Outcome outcome = EcRun.run(cluster.fs().getConf(), "-repairStats", "-foo");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).singleElement().asString().contains("-foo");
  }
}
