package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.BlockOracle;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.ExactFiles;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.OracleCode;
import io.okapifs.hdfs.testing.RepairCounters;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.tools.EcRun.Outcome;
import io.okapifs.testing.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The codes with one sub-block per block beside Reed-Solomon, with k and r of the shipped policies:
 * every block file against the oracle, and what the repair of every position reads. Another sample
 * of stripe widths with -Dio.okapifs.seed=N, all with -Dio.okapifs.exhaustive=true.
 */
class ScalarCodesTest {

  private static final long SEED = Seed.get();

  /** Bytes of a file of one cell that is not full. */
  private static final int TAIL = CELL - 77;

  @Cluster(dataNodes = 18, settings = ClusterSettings.MANY_REPAIRS_AT_A_TIME)
  private static BlockFileCluster cluster;

  @BeforeAll
  static void addPolicies() throws Exception {
    for (String name : codes().toList()) {
      cluster.addPolicy(name);
    }
  }

  @AfterEach
  void deleteFiles() throws Exception {
    cluster.deleteFiles();
  }

  static Stream<String> codes() {
    return Stream.of(
        "RS-VAND-6-3", "AZURE-LRC2-12-4", "XORBAS5-10-6", "SHEC3-6-4", "FLATXOR3-10-5",
        "FLATXOR4-8-5");
  }

  private static String codecOf(String name) {
    return name.replaceAll("-\\d+-\\d+$", "").toLowerCase(Locale.ROOT);
  }

  private static Path directory(String name, int stripeWidth) throws IOException {
    return cluster.directory(name + "-64k", stripeWidth);
  }

  @ParameterizedTest
  @MethodSource("codes")
  void filesAreExactOnEveryDiskAtEveryEdge(String name) throws Exception {
    int k = CodeRegistry.byName(name).k();
    for (int s : ExactFiles.widths(name, k, SEED)) {
      long groupEnd = (long) k * BLOCK;
      long stripeEnd = (long) s * BLOCK;
      ExactFiles.check(
          cluster, directory(name, s),
          new TreeSet<>(
              List.of(
                  1L, CELL + 1L, (long) s * CELL + 3, groupEnd - 1, groupEnd, groupEnd + 2L * CELL,
                  stripeEnd + 7)));
    }
  }

  /** One file for each position, so that the repairs run side by side. */
  @ParameterizedTest
  @MethodSource("codes")
  void theRepairOfEveryPositionReadsWhatTheCodeNeedsAndNoMore(String name) throws Exception {
    ErasureCode code = CodeRegistry.byName(name);
    Path directory = directory(name, code.k());
    Map<Path, byte[]> files = new LinkedHashMap<>();
    for (int member = 0; member < code.n(); member++) {
      Path file = new Path(directory, "lost-" + member);
      files.put(file, BlockFileCluster.bytes((long) code.k() * BLOCK, member));
      cluster.write(file, files.get(file));
    }
    awaitWhole(files);
    RepairCounters before = RepairCounters.of(cluster);
    List<Replica> losses = new ArrayList<>();
    long blocksRead = 0;
    int member = 0;
    for (Path file : files.keySet()) {
      losses.add(cluster.member(file, 0, member));
      blocksRead +=
          code.repair(
                  MemberSets.of(member), MemberSets.others(MemberSets.of(member), code.n()))
              .cost();
      member++;
    }
    cluster.reportCorrupt(losses);
    awaitWhole(files);
    long blocks = code.n();
    BlockFileCluster.await("all repairs counted",
        () -> RepairCounters.of(cluster).since(before).bytesWritten() >= blocks * BLOCK);
    assertThat(RepairCounters.of(cluster).since(before))
        .isEqualTo(new RepairCounters(blocksRead * BLOCK, blocks * BLOCK));
    HealthChecks.assertHealthy(cluster, files.keySet().toArray(Path[]::new));
  }

  /**
   * In a group of one data block a parity is zeros where it does not cover that block, and made of
   * that block alone where it does.
   */
  @Test
  void theZerosOfTailGroupsAreNotReadInTheirRepairs() throws Exception {
    Map<Path, byte[]> files = new LinkedHashMap<>();
    Map<Path, Integer> lost = new LinkedHashMap<>();
    long blocksRead = 0;
    for (String name : codes().toList()) {
      ErasureCode code = CodeRegistry.byName(name);
      int[][] coefficients =
          OracleCode.coefficients(
              new GroupPolicy(name, codecOf(name), code.k(), code.r(), 1, CELL));
      for (int member = code.k() - 1; member < code.n(); member++) {
        boolean isData = member < code.k();
        Path file = new Path(directory(name, 3), "lost-" + member);
        files.put(file, BlockFileCluster.bytes(TAIL, member));
        lost.put(file, isData ? 0 : member);
        blocksRead += isData || coefficients[member - code.k()][0] != 0 ? 1 : 0;
        cluster.write(file, files.get(file));
      }
    }
    awaitWhole(files);
    RepairCounters before = RepairCounters.of(cluster);
    List<Replica> losses = new ArrayList<>();
    for (Map.Entry<Path, Integer> file : lost.entrySet()) {
      losses.add(cluster.member(file.getKey(), 0, file.getValue()));
    }
    cluster.reportCorrupt(losses);
    awaitWhole(files);
    RepairCounters expected =
        new RepairCounters(blocksRead * TAIL, (long) losses.size() * TAIL);
    BlockFileCluster.await("all repairs counted",
        () -> RepairCounters.of(cluster).since(before).bytesWritten() >= expected.bytesWritten());
    assertThat(RepairCounters.of(cluster).since(before)).isEqualTo(expected);
    assertThat(blocksRead).as("some of the parities are zeros").isLessThan(losses.size());
    HealthChecks.assertHealthy(cluster, files.keySet().toArray(Path[]::new));
  }

  private static void awaitWhole(Map<Path, byte[]> files) throws Exception {
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      HealthChecks.awaitWhole(cluster, file.getKey(), file.getValue());
    }
  }

  @ParameterizedTest
  @MethodSource("codes")
  void aRewrittenBlockIsNamedByTheVerification(String name) throws Exception {
    ErasureCode code = CodeRegistry.byName(name);
    Path file = new Path(directory(name, code.k()), "rewritten");
    byte[] bytes = BlockFileCluster.bytes((long) code.k() * BLOCK, 3);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    cluster.rewrite(cluster.member(file, 0, 1), 100, 200);
    Outcome outcome = EcRun.run(cluster.fs().getConf(), "-verify", "-path", file.toString());
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(2);
    assertThat(outcome.out()).first().asString()
        .contains("blk_" + cluster.member(file, 0, 1).block().getBlockId());
  }

  /** HDFS's own writer, reader and repair, with our coders. */
  @Test
  void aCoupledFileOfRsVandIsWrittenReadAndRepaired() throws Exception {
    Path directory = new Path("/coupled");
    cluster.fs().mkdirs(directory);
    cluster.fs().setErasureCodingPolicy(directory, "RS-VAND-6-3-64k");
    Path file = new Path(directory, "file");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 4);
    cluster.write(file, bytes);
    BlockFileCluster.await("all nine blocks", () -> coupled(file).getLocations().length == 9);
    LocatedStripedBlock group = coupled(file);
    DatanodeInfo[] nodes = BlockFileCluster.nodesByIndex(group, 9);
    byte[] parity = cluster.replica(group, 7, nodes[7]);
    assertThat(parity).isEqualTo(new BlockOracle(
        new FileLayout(
            new GroupPolicy("P", "rs-vand", 6, 3, 1, CELL), 6, BLOCK),
        bytes).parities(0)[1]);
    cluster.delete(cluster.blockOf(group, 1));
    cluster.delete(cluster.blockOf(group, 4));
    assertThat(cluster.read(file)).isEqualTo(bytes);
    Replica lost = cluster.blockOf(group, 7);
    cluster.fs().getClient().getNamenode().reportBadBlocks(
        new LocatedBlock[] {
          new LocatedBlock(lost.block(), new DatanodeInfo[] {lost.node()})
        });
    BlockFileCluster.await("parity on another node", () -> {
      LocatedStripedBlock now = coupled(file);
      DatanodeInfo node = BlockFileCluster.nodesByIndex(now, 9)[7];
      return node != null && !node.equals(lost.node());
    });
    LocatedStripedBlock now = coupled(file);
    assertThat(cluster.replica(now, 7, BlockFileCluster.nodesByIndex(now, 9)[7]))
        .isEqualTo(parity);
  }

  private static LocatedStripedBlock coupled(Path file) throws IOException {
    return (LocatedStripedBlock)
        cluster.fs().getClient().getLocatedBlocks(file.toString(), 0, Long.MAX_VALUE).get(0);
  }
}
