package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.BlockOracle;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.HealthChecks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.Test;

/**
 * Every loss of up to r members of a small code that survives some such losses and not others: what
 * can be decoded is read and repaired, what cannot is reported and left alone.
 */
abstract class LossPatternsCases {

  @Cluster(
      dataNodes = 11,
      settings = {
        // The repairs that failed while the test read.
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=5",
        ClusterSettings.MANY_REPAIRS_AT_A_TIME
      })
  static BlockFileCluster cluster;

  private final String name;

  LossPatternsCases(String name) {
    this.name = name;
  }

  @Test
  void whatCanBeDecodedIsReadAndRepairedAndTheRestIsReportedAndLeftAlone() throws Exception {
    ErasureCode code = CodeRegistry.byName(name);
    int k = code.k();
    int r = code.r();
    Path directory = cluster.directory(cluster.addPolicy(name), k);
    Map<BitSet, Path> files = new LinkedHashMap<>();
    byte[] bytes = BlockFileCluster.bytes((long) k * BLOCK, k);
    for (int losses = 1; losses <= r; losses++) {
      for (BitSet lost : MemberSets.ofSize(code.n(), losses).toList()) {
        Path file = new Path(directory, "lost-" + lost.toString().replaceAll("[^0-9]+", "-"));
        cluster.write(file, bytes);
        files.put(lost, file);
      }
    }
    for (Path file : files.values()) {
      HealthChecks.awaitWhole(cluster, file, bytes);
    }
    BlockFileCluster.failRepairs();
    for (Map.Entry<BitSet, Path> file : files.entrySet()) {
      lose(file.getValue(), file.getKey());
    }
    List<Path> decodable = new ArrayList<>();
    Map<BitSet, Path> undecodable = new LinkedHashMap<>();
    for (Map.Entry<BitSet, Path> file : files.entrySet()) {
      BitSet live = MemberSets.others(file.getKey(), code.n());
      if (code.decodable(live)) {
        decodable.add(file.getValue());
        assertThat(cluster.read(file.getValue())).as("%s", file).isEqualTo(bytes);
      } else {
        undecodable.put(file.getKey(), file.getValue());
        checkReads(code, file.getValue(), live, bytes);
      }
    }
    assertThat(decodable).isNotEmpty();
    assertThat(undecodable).isNotEmpty();
    assertThat(undecodable.keySet()).allMatch(lost -> lost.cardinality() > code.tolerance());
    assertThat(decodable.size()).as("more than any %s losses", code.tolerance())
        .isGreaterThan(
            IntStream.rangeClosed(1, code.tolerance())
                .map(losses -> (int) MemberSets.ofSize(code.n(), losses).count())
                .sum());
    BlockFileCluster.allowRepairs();
    for (Path file : decodable) {
      HealthChecks.awaitWhole(cluster, file, bytes);
    }
    BlockFileCluster.await("undecodable groups counted, and no other",
        () -> HealthChecks.stats(cluster).getMissingBlockGroups() == undecodable.size());
    for (Map.Entry<BitSet, Path> file : undecodable.entrySet()) {
      checkSurvivors(file.getValue(), file.getKey(), code.n(), bytes);
      cluster.fs().delete(file.getValue(), false);
    }
    HealthChecks.assertHealthy(cluster, decodable.toArray(Path[]::new));
    cluster.fs().delete(directory, true);
  }

  private static void lose(Path file, BitSet lost) throws Exception {
    List<Replica> losses = new ArrayList<>();
    for (int member : lost.stream().toArray()) {
      losses.add(cluster.member(file, 0, member));
    }
    // Where everything else is lost, too, a reader is sent to corrupt replicas.
    losses.forEach(cluster::delete);
    cluster.reportCorrupt(losses);
  }

  /** Each data block on its own: it is right, or an error where nobody can know it. */
  private static void checkReads(ErasureCode code, Path file, BitSet live, byte[] bytes)
      throws IOException {
    int cell = BlockFileCluster.CELL;
    for (int member = 0; member < code.k(); member++) {
      byte[] read = new byte[cell];
      int at = member * cell;
      try (FSDataInputStream in = cluster.fs().open(file)) {
        if (code.recoverable(member, live)) {
          in.readFully(at, read);
          assertThat(read).as("member %s of %s", member, file)
              .isEqualTo(Arrays.copyOfRange(bytes, at, at + cell));
        } else {
          assertThatThrownBy(() -> in.readFully(at, read)).as("member %s of %s", member, file)
              .isInstanceOf(IOException.class)
              .hasMessageContaining("too many members are lost");
        }
      }
    }
  }

  private static void checkSurvivors(Path file, BitSet lost, int n, byte[] bytes)
      throws Exception {
    BlockOracle oracle = new BlockOracle(cluster.layout(file), bytes);
    LocatedStripedBlock stripe = cluster.dataStripes(file).get(0);
    LocatedStripedBlock parity = cluster.parityGroups(file, 1).get(0);
    int k = cluster.layout(file).policy().k();
    for (int member = 0; member < n; member++) {
      if (!lost.get(member)) {
        LocatedStripedBlock group = member < k ? stripe : parity;
        int index = member < k ? member : member - k;
        assertThat(
                cluster.replica(group, index, BlockFileCluster.nodesByIndex(group, 16)[index]))
            .as("member %s of %s", member, file)
            .isEqualTo(member < k ? oracle.data(member) : oracle.parities(0)[index]);
      }
    }
  }
}
