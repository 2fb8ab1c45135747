package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static io.okapifs.hdfs.BlockFileCluster.nodesByIndex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.FileLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kills DataNodes under a writer and looks at the block files that the others hold. */
class DecoupledWriteFailureTest {

  private static BlockFileCluster cluster;

  /** Nodes that the test killed; replicas on them are not expected to be whole. */
  private final Set<DatanodeInfo> killed = new HashSet<>();

  @BeforeAll
  static void startCluster() throws IOException {
    cluster = new BlockFileCluster(9);
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @AfterEach
  void restart() throws IOException {
    cluster.restartStopped();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void aDataStreamLostMidStripeCostsThatBlockAlone(int s) throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", s), "one-data-stream");
    byte[] bytes = randomBytes(2 * s * BLOCK + s * CELL + 99);
    try (FSDataOutputStream out = cluster.create(path)) {
      long stamp = writePart(out, path, bytes, 0, s * CELL + CELL);
      kill(openStripe(path), 0);
      out.write(bytes, s * CELL + CELL, bytes.length - s * CELL - CELL);
      assertThat(cluster.dataStripes(path).get(0).getBlock().getGenerationStamp())
          .as("the live replicas carry a new stamp").isGreaterThan(stamp);
    }
    assertThat(lostDataBlocks(path, bytes)).containsExactly(0L);
    checkLiveParities(path, bytes, 0);
  }

  @Test
  void aParityStreamLostCostsThatParityAlone() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 3), "one-parity-stream");
    byte[] bytes = randomBytes(2 * 3 * BLOCK + 99);
    try (FSDataOutputStream out = cluster.create(path)) {
      long stamp = writePart(out, path, bytes, 0, 3 * CELL);
      kill(cluster.parityGroups(path, 1).get(0), 1);
      out.write(bytes, 3 * CELL, bytes.length - 3 * CELL);
      assertThat(cluster.dataStripes(path).get(0).getBlock().getGenerationStamp())
          .as("the data stripe keeps its stamp").isEqualTo(stamp);
    }
    assertThat(lostDataBlocks(path, bytes)).isEmpty();
    checkLiveParities(path, bytes, 1);
  }

  @Test
  void aGroupThatSpansStripesSurvivesOneLossInEach() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 2), "two-stripes");
    byte[] bytes = randomBytes(3 * 2 * BLOCK);
    try (FSDataOutputStream out = cluster.create(path)) {
      writePart(out, path, bytes, 0, 2 * CELL);
      kill(openStripe(path), 0);
      writePart(out, path, bytes, 2 * CELL, 2 * BLOCK + 2 * CELL);
      kill(openStripe(path), 0);
      out.write(bytes, 2 * BLOCK + 2 * CELL, bytes.length - 2 * BLOCK - 2 * CELL);
    }
    assertThat(lostDataBlocks(path, bytes)).contains(0L, 2L);
  }

  @Test
  void oneLossMoreThanTheGroupSurvivesEndsTheFileAndReleasesTheLease() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 3), "too-many");
    byte[] bytes = randomBytes(4 * 3 * BLOCK);
    FSDataOutputStream out = cluster.create(path);
    writePart(out, path, bytes, 0, 3 * CELL);
    LocatedStripedBlock stripe = openStripe(path);
    for (int index = 0; index < 3; index++) {
      kill(stripe, index);
    }
    assertThatThrownBy(() -> {
      out.write(bytes, 3 * CELL, bytes.length - 3 * CELL);
      out.close();
    })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("parity group 0 of " + path + " lost more members")
        .hasMessageContaining("lostMembers=3, survivable=2")
        .hasMessageContaining("data block 2 (member 2) on " + nodesByIndex(stripe, 3)[2]
            .getXferAddr());
    assertThat(cluster.fs().getClient().isFilesBeingWrittenEmpty()).isTrue();
    assertThatThrownBy(() -> out.write(bytes)).isInstanceOf(IOException.class);
    assertThat(cluster.fs().delete(path, false)).isTrue();
  }

  @Test
  void aLostStripeInTheMiddleOfAGroupDoesNotStopTheWriter() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 1), "lost-in-the-middle");
    byte[] bytes = randomBytes(5 * BLOCK + 77);
    try (FSDataOutputStream out = cluster.create(path)) {
      writePart(out, path, bytes, 0, BLOCK + CELL);
      kill(openStripe(path), 0);
      out.write(bytes, BLOCK + CELL, bytes.length - BLOCK - CELL);
    }
    assertThat(lostDataBlocks(path, bytes)).contains(1L);
    checkLiveParities(path, bytes, 0);
  }

  @Test
  void closeReportsAFailureThatNobodySawAndIsThenDone() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 1), "closed-late");
    FSDataOutputStream out = cluster.create(path);
    byte[] bytes = randomBytes(BLOCK);
    assertThatThrownBy(() -> {
      try (out) {
        out.write(bytes);
        assertThat(cluster.fs().delete(path, false)).isTrue();
        out.write(bytes);
      }
    }).isInstanceOf(IOException.class).hasMessageContaining(path.toString());
    out.close();
    assertThat(cluster.fs().getClient().isFilesBeingWrittenEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void allStreamsOfAStripeLostLeaveItsBytesInTheParities(int s) throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", s), "whole-stripe");
    byte[] bytes = randomBytes(s * BLOCK);
    try (FSDataOutputStream out = cluster.create(path)) {
      writePart(out, path, bytes, 0, s * CELL);
      LocatedStripedBlock stripe = openStripe(path);
      for (int index = 0; index < s; index++) {
        kill(stripe, index);
      }
      out.write(bytes, s * CELL, bytes.length - s * CELL);
    }
    assertThat(cluster.fs().getFileStatus(path).getLen()).isEqualTo(bytes.length);
    assertThat(lostDataBlocks(path, bytes)).hasSize(s);
    checkLiveParities(path, bytes, 0);
  }

  /** Writes, and waits until the NameNode knows the stripe and the nodes have bytes. */
  private static long writePart(
      FSDataOutputStream out, Path path, byte[] bytes, int from, int to) throws Exception {
    out.write(bytes, from, to - from);
    out.flush();
    BlockFileCluster.await("stripe of " + path, () -> !cluster.dataStripes(path).isEmpty());
    return openStripe(path).getBlock().getGenerationStamp();
  }

  private static LocatedStripedBlock openStripe(Path path) throws IOException {
    List<LocatedStripedBlock> stripes = cluster.dataStripes(path);
    return stripes.get(stripes.size() - 1);
  }

  private void kill(LocatedStripedBlock group, int index) {
    DatanodeInfo node = nodesByIndex(group, 16)[index];
    assertThat(node).as("node of index %s of %s", index, group).isNotNull();
    cluster.stop(node);
    killed.add(node);
  }

  /** Data blocks without a whole replica on a live node; all replicas there are must be right. */
  private List<Long> lostDataBlocks(Path path, byte[] bytes) throws Exception {
    FileLayout layout = cluster.layout(path);
    BlockOracle oracle = new BlockOracle(layout, bytes);
    List<LocatedStripedBlock> stripes = cluster.dataStripes(path);
    List<Long> lost = new ArrayList<>();
    for (long x = 0; x < layout.blockCount(bytes.length); x++) {
      LocatedStripedBlock stripe = stripes.get((int) layout.stripeOf(x));
      int index = layout.indexInStripe(x);
      DatanodeInfo node = nodesByIndex(stripe, layout.stripeWidth())[index];
      if (node == null || killed.contains(node)) {
        lost.add(x);
      } else {
        assertThat(cluster.replica(stripe, index, node)).as("data block %s of %s", x, path)
            .isEqualTo(oracle.data(x));
      }
    }
    return lost;
  }

  private void checkLiveParities(Path path, byte[] bytes, int expectedLost) throws Exception {
    FileLayout layout = cluster.layout(path);
    int groupCount = (int) layout.groupCount(bytes.length);
    int r = layout.policy().r();
    BlockOracle oracle = new BlockOracle(layout, bytes);
    BlockFileCluster.await("live parities of " + path, () -> liveParities(path, groupCount)
        >= groupCount * r - expectedLost);
    assertThat(liveParities(path, groupCount)).isEqualTo(groupCount * r - expectedLost);
    List<LocatedStripedBlock> groups = cluster.parityGroups(path, groupCount);
    for (int g = 0; g < groupCount; g++) {
      byte[][] expected = oracle.parities(g);
      DatanodeInfo[] nodes = nodesByIndex(groups.get(g), r);
      for (int i = 0; i < r; i++) {
        if (nodes[i] != null && !killed.contains(nodes[i])) {
          assertThat(cluster.replica(groups.get(g), i, nodes[i]))
              .as("parity %s of group %s", i, g).isEqualTo(expected[i]);
        }
      }
    }
  }

  private long liveParities(Path path, int groupCount) throws IOException {
    long live = 0;
    for (LocatedStripedBlock group : cluster.parityGroups(path, groupCount)) {
      for (DatanodeInfo node : group.getLocations()) {
        live += killed.contains(node) ? 0 : 1;
      }
    }
    return live;
  }

  private static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
