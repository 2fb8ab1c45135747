package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.RepairCounters;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups of convertible codes become wider ones without their data being read. */
class MergeTest {

  @Cluster(
      dataNodes = 12,
      codes = {
        "RS-VAND-3-2", "RS-VAND-6-2", "RS-LEGACY-3-1", "RS-LEGACY-9-1", "RS-LEGACY-4-3",
        "RS-LEGACY-8-3", "XOR-3-1", "XOR-6-1", "RS-4-3", "RS-8-3"
      },
      settings = DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=4")
  private static BlockFileCluster cluster;
  private static Transitions transitions;

  @BeforeAll
  static void prepare() throws Exception {
    transitions = new Transitions(cluster, "none", () -> {});
  }

  private static Path write(String policy, int stripeWidth, String name, byte[] bytes)
      throws Exception {
    Path file = new Path(cluster.directory(policy + "-64k", stripeWidth), name);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    return file;
  }

  /** Old parity is read where it is less than the data of the new group, and nothing else. */
  @ParameterizedTest
  @CsvSource({
    "2, RS-VAND-3-2, RS-VAND-6-2, 12, 8", "6, RS-VAND-3-2, RS-VAND-6-2, 6, 4",
    // The group at the end: two groups of three and of two, one of three, one of one block.
    "1, RS-VAND-3-2, RS-VAND-6-2, 11, 8", "3, RS-VAND-3-2, RS-VAND-6-2, 9, 6",
    "1, RS-VAND-3-2, RS-VAND-6-2, 7, 5", "4, RS-LEGACY-3-1, RS-LEGACY-9-1, 12, 4",
    "1, RS-LEGACY-4-3, RS-LEGACY-8-3, 15, 12", "2, XOR-3-1, XOR-6-1, 10, 4",
  })
  void parityIsMergedWithoutData(int s, String from, String to, int blocks, int readBlocks)
      throws Exception {
    byte[] bytes = BlockFileCluster.bytes((long) blocks * BLOCK, blocks);
    Path file = write(from, s, to + "-" + blocks, bytes);
    RepairCounters before = RepairCounters.of(cluster);
    transitions.run(file, to + "-64k");
    HealthChecks.awaitWhole(cluster, file, bytes);
    FileLayout layout = cluster.layout(file);
    assertThat(layout.policy().name()).isEqualTo(to + "-64k");
    assertThat(RepairCounters.of(cluster).since(before))
        .isEqualTo(
            new RepairCounters((long) readBlocks * BLOCK, layout.paritySpace(bytes.length)));
    HealthChecks.assertHealthy(cluster, file);
  }

  /** What a dry run foretells, with codecs that merge and with one that does not. */
  @Test
  void aDryRunTellsOfMerges() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(8L * BLOCK, 8);
    Path file = write("RS-LEGACY-4-3", 2, "dry", bytes);
    assertThat(dryRun(file, "RS-LEGACY-8-3-64k"))
        .hasSize(3)
        .element(1).asString()
        .startsWith("all: 1 groups, 1 of them merged, " + 6 * BLOCK + " bytes read, ");
    Path other = write("RS-4-3", 2, "dry", bytes);
    assertThat(dryRun(other, "RS-8-3-64k"))
        .hasSize(4)
        .last()
        .isEqualTo(
            "with codecs [rs-legacy] parity would be merged: " + 6 * BLOCK
                + " bytes read instead of " + 8 * BLOCK + " bytes");
  }

  private static List<String> dryRun(Path file, String policy) throws Exception {
    EcRun.Outcome outcome =
        EcRun.run(
            cluster.fs().getConf(), "-transition", "-path", file.toString(), "-policy", policy,
            "-dryRun");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    return outcome.out();
  }

  /** Blocks at the end are shorter than others, and so is the parity of some of the old groups. */
  @Test
  void shorterParityCountsAsZerosBehindItsEnd() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(9L * BLOCK + BLOCK / 2 + 77, 9);
    Path file = write("RS-VAND-3-2", 4, "short", bytes);
    transitions.run(file, "RS-VAND-6-2-64k");
    HealthChecks.awaitWhole(cluster, file, bytes);
    assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-VAND-6-2-64k");
  }

  /** Nobody knows of it before the merge reads it; the data is read then, or parity rebuilt. */
  @Test
  void oldParityThatIsCorruptIsNotMerged() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 6);
    Path file = write("RS-VAND-3-2", 3, "corrupt", bytes);
    cluster.corrupt(cluster.member(file, 1, 4));
    transitions.run(file, "RS-VAND-6-2-64k");
    HealthChecks.awaitWhole(cluster, file, bytes);
    HealthChecks.assertHealthy(cluster, file);
  }

  /** A merge needs all of the old parity. */
  @Test
  void dataIsReadWhereOldParityIsLost() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 6);
    Path file = write("RS-VAND-3-2", 3, "lost", bytes);
    BlockFileCluster.failRepairs();
    try {
      cluster.kill(cluster.member(file, 0, 3).node());
      RepairCounters before = RepairCounters.of(cluster);
      transitions.begin(file, "RS-VAND-6-2-64k");
      transitions.awaitStep(file, Step.STARTED);
      BlockFileCluster.allowRepairs();
      transitions.awaitDone(file);
      assertThat(RepairCounters.of(cluster).since(before).bytesRead())
          .isGreaterThanOrEqualTo(6L * BLOCK);
    } finally {
      BlockFileCluster.allowRepairs();
      cluster.restartStopped();
    }
    HealthChecks.awaitWhole(cluster, file, bytes);
    HealthChecks.assertHealthy(cluster, file);
  }
}
