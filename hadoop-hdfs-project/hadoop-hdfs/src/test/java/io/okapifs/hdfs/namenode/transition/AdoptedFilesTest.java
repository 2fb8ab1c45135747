package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.ReadChecks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that get a stripe width are whole and right, are read and are healed. */
class AdoptedFilesTest extends AdoptionCases {

  /** Ids and stamps of the blocks that hold bytes of a file, in order. */
  private static List<String> dataBlocks(Path file) throws IOException {
    int width = cluster.fs().getErasureCodingPolicy(file).getNumDataUnits();
    List<String> blocks = new ArrayList<>();
    for (LocatedStripedBlock group : cluster.dataStripes(file)) {
      for (int i = 0; i < group.getLocations().length; i++) {
        if (group.getBlockIndices()[i] < width) {
          blocks.add(
              (group.getBlock().getBlockId() + group.getBlockIndices()[i]) + "_"
                  + group.getBlock().getGenerationStamp() + " on " + group.getLocations()[i]);
        }
      }
    }
    return blocks.stream().sorted().toList();
  }

  /** Under the policy that it has, another of the same k, and one of another k; short tails. */
  @ParameterizedTest
  @CsvSource({
    "RS-3-2, RS-3-2-64k@3, 6, 0", "RS-3-2, RS-3-2-64k@3, 7, 70000", "RS-3-2, RS-3-2-64k@3, 0, 5",
    "RS-3-2, LESS2-3-2-64k, 7, 1", "RS-3-2, RS-6-3-64k, 8, 9", "RS-6-3, RS-3-2-64k@6, 13, 1",
    "RS-LEGACY-3-2, RS-LEGACY-6-2-64k, 9, 0",
  })
  void aCoupledFileIsWholeAndRightWithAStripeWidth(
      String from, String to, int blocks, int more) throws Exception {
    byte[] bytes = BlockFileCluster.bytes((long) blocks * BLOCK + more, blocks);
    Path file = write(from + "-64k", to + "-" + blocks + "-" + more, bytes);
    final List<String> data = dataBlocks(file);
    final Set<String> parity = parityBlocks(file);
    transitions.run(file, to);
    int width = from.contains("-6-") ? 6 : 3;
    assertThat(policyOf(file)).isEqualTo(to.contains("@") ? to : to + "@" + width);
    if (to.contains("-3-2")) {
      assertThat(dataBlocks(file)).isEqualTo(data);
    }
    awaitGone(parity);
    check(file, bytes);
    restart(() -> check(file, bytes));
    loseAndHeal(file, bytes);
  }

  private static void loseAndHeal(Path file, byte[] bytes) throws Exception {
    BlockFileCluster.failRepairs();
    List<Replica> lost =
        List.of(
            cluster.member(file, 0, 0),
            cluster.member(file, 0, cluster.layout(file).policy().n() - 1));
    lost.forEach(cluster::delete);
    try (DFSInputStream in = cluster.fs().getClient().open(file.toString())) {
      ReadChecks.assertSequential(in, bytes, 70_000);
    }
    BlockFileCluster.allowRepairs();
    cluster.reportCorrupt(lost);
    HealthChecks.awaitWhole(cluster, file, bytes);
  }
}
