package io.okapifs.hdfs.write;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static io.okapifs.hdfs.testing.BlockFileCluster.nodesByIndex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockOracle;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.WarningLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClientFaultInjector;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kills DataNodes under a writer and looks at the block files that the others hold. */
class DecoupledWriteFailureTest {

  private static final String STREAMER = "org.apache.hadoop.hdfs.DataStreamer";

  // What the writer left is looked at, not what became of it.
  @Cluster(dataNodes = 9, failRepairs = true)
  private static BlockFileCluster cluster;

  /** Nodes that the test killed; replicas on them are not expected to be whole. */
  private final Set<DatanodeInfo> killed = new HashSet<>();

  @AfterEach
  void restart() throws Exception {
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

  /** One of them before a stripe goes to it, and one in the middle of its stripe. */
  @Test
  void aNodeThatIsLostIsALineForTheWriterAndNoStack() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 2), "lines");
    byte[] bytes = randomBytes(12 * BLOCK + 99);
    try (WarningLog log = new WarningLog()) {
      try (FSDataOutputStream out = cluster.create(path)) {
        writePart(out, path, bytes, 0, 2 * CELL);
        kill(openStripe(path), 0);
        out.write(bytes, 2 * CELL, bytes.length - 2 * CELL);
      }
      assertThat(log.lines())
          .as("lines of the streams")
          .anyMatch(line -> line.startsWith("WARN " + STREAMER + ": "));
      assertThat(log.stacks())
          .as("stacks of the client")
          .noneMatch(line -> line.contains(" org.apache.hadoop.hdfs.D"));
    }
    assertThat(lostDataBlocks(path, bytes)).contains(0L);
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

  /** A stream shows its previous block until it connects for the next one. */
  @Test
  void aLossAtTheStartOfAStripeSparesStreamsThatHaveYetToConnect() throws Exception {
    Path path = new Path(cluster.directory("RS-6-3-64k", 4), "stripe-start");
    byte[] bytes = randomBytes(4 * BLOCK + 4 * CELL + 5);
    try (FSDataOutputStream out = cluster.create(path)) {
      writePart(out, path, bytes, 0, 4 * BLOCK);
      // The next stripe or its parities will be offered a dead node.
      List<DataNode> running = cluster.mini().getDataNodes();
      for (int i = 0; i < 2; i++) {
        kill(running.get(i));
      }
      out.write(bytes, 4 * BLOCK, bytes.length - 4 * BLOCK);
    }
    Set<Long> stripeOne = new HashSet<>(lostDataBlocks(path, bytes));
    stripeOne.removeIf(x -> x < 4);
    assertThat(stripeOne).as("only blocks offered to a dead node").hasSizeLessThanOrEqualTo(2);
    checkLiveParitiesAreRight(path, bytes);
  }

  @Test
  void aGroupWhoseParityStreamsAreAllLostIsLeftUnprotected() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 3), "no-parity");
    byte[] bytes = randomBytes(2 * 3 * BLOCK);
    try (FSDataOutputStream out = cluster.create(path)) {
      writePart(out, path, bytes, 0, 3 * CELL);
      LocatedStripedBlock group = cluster.parityGroups(path, 1).get(0);
      kill(group, 0);
      kill(group, 1);
      out.write(bytes, 3 * CELL, bytes.length - 3 * CELL);
    }
    assertThat(lostDataBlocks(path, bytes)).isEmpty();
    checkLiveParities(path, bytes, 2);
  }

  @Test
  void anUnprotectedGroupDoesNotSurviveTheLossOfData() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 3), "no-parity-no-data");
    byte[] bytes = randomBytes(2 * 3 * BLOCK);
    FSDataOutputStream out = cluster.create(path);
    writePart(out, path, bytes, 0, 3 * CELL);
    LocatedStripedBlock group = cluster.parityGroups(path, 1).get(0);
    kill(group, 0);
    kill(group, 1);
    kill(openStripe(path), 1);
    assertThatThrownBy(() -> {
      out.write(bytes, 3 * CELL, bytes.length - 3 * CELL);
      out.close();
    }).isInstanceOf(IOException.class).hasMessageContaining("parity group 0 of " + path);
    assertThat(cluster.fs().getClient().isFilesBeingWrittenEmpty()).isTrue();
  }

  @Test
  void lossesInDifferentGroupsOfOneWideStripeDoNotAddUp() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 6), "wide");
    byte[] bytes = randomBytes(6 * BLOCK - 2 * CELL);
    try (FSDataOutputStream out = cluster.create(path)) {
      writePart(out, path, bytes, 0, 6 * CELL);
      LocatedStripedBlock stripe = openStripe(path);
      for (int index : threeLossesThatLeaveEachGroupThree(path)) {
        kill(stripe, index);
      }
      out.write(bytes, 6 * CELL, bytes.length - 6 * CELL);
    }
    assertThat(lostDataBlocks(path, bytes)).hasSize(3);
    checkLiveParitiesAreRight(path, bytes);
  }

  /** Indices of a stripe with two groups of three; its nodes may hold the other group's parity. */
  private static int[] threeLossesThatLeaveEachGroupThree(Path path) throws IOException {
    DatanodeInfo[] data = nodesByIndex(openStripe(path), 6);
    List<LocatedStripedBlock> parities = cluster.parityGroups(path, 2);
    assertThat(parities).hasSize(2);
    for (int set = 0; set < 1 << 6; set++) {
      int killing = set;
      int[] indices = IntStream.range(0, 6).filter(i -> (killing >> i & 1) == 1).toArray();
      boolean fits =
          IntStream.range(0, 2).allMatch(g ->
              IntStream.of(indices).filter(i -> i / 3 == g
                  || List.of(parities.get(g).getLocations()).contains(data[i])).count() <= 2);
      if (indices.length == 3 && fits) {
        return indices;
      }
    }
    throw new AssertionError("no such three nodes: " + parities);
  }

  @Test
  @Timeout(120)
  void aNodeThatAnnouncesItsRestartIsNotWaitedFor() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 3), "restart");
    byte[] bytes = randomBytes(2 * 3 * BLOCK);
    try (FSDataOutputStream out = cluster.create(path)) {
      writePart(out, path, bytes, 0, 3 * CELL);
      DatanodeInfo node = nodesByIndex(openStripe(path), 3)[1];
      cluster.stopForRestart(node);
      killed.add(node);
      out.write(bytes, 3 * CELL, bytes.length - 3 * CELL);
    }
    assertThat(lostDataBlocks(path, bytes)).contains(1L);
    checkLiveParitiesAreRight(path, bytes);
  }

  /** Its replica has a stamp that the others left behind. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Timeout(120)
  void aNodeThatComesBackMidWriteIsNotTrustedWithItsOldBlock(boolean announced)
      throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 3), "comes-back-" + announced);
    byte[] bytes = randomBytes(2 * 3 * BLOCK);
    try (FSDataOutputStream out = cluster.create(path)) {
      writePart(out, path, bytes, 0, 3 * CELL);
      DatanodeInfo node = nodesByIndex(openStripe(path), 3)[1];
      if (announced) {
        cluster.stopForRestart(node);
      } else {
        cluster.stop(node);
      }
      out.write(bytes, 3 * CELL, 3 * CELL);
      cluster.restartStopped();
      out.write(bytes, 6 * CELL, bytes.length - 6 * CELL);
    }
    cluster.mini().triggerBlockReports();
    assertThat(lostDataBlocks(path, bytes)).containsExactly(1L);
    checkLiveParities(path, bytes, 0);
  }

  @Test
  void aLastPacketWithoutAcknowledgementCostsOneMember() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 3), "last-packet");
    byte[] bytes = randomBytes(3 * BLOCK);
    AtomicInteger failures = new AtomicInteger(1);
    DFSClientFaultInjector.set(new DFSClientFaultInjector() {
      @Override
      public boolean failPacket() {
        return failures.getAndDecrement() > 0;
      }
    });
    try (FSDataOutputStream out = cluster.create(path)) {
      out.write(bytes);
    } finally {
      DFSClientFaultInjector.set(new DFSClientFaultInjector());
    }
    assertThat(failures.get()).as("the injector was asked").isLessThan(1);
    lostDataBlocks(path, bytes);
    checkLiveParitiesAreRight(path, bytes);
  }

  /** More of them with -Dio.okapifs.seeds=COUNT. */
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Long.getLong("io.okapifs.seeds", 12));
  }

  /** Whatever is lost when: the writer succeeds only if every group can be decoded. */
  @ParameterizedTest
  @MethodSource("seeds")
  void aFileThatIsClosedAfterRandomLossesIsDecodable(long seed) throws Exception {
    Random random = new Random(Long.getLong("io.okapifs.seed", seed));
    int s = 1 + random.nextInt(6);
    String policy = random.nextBoolean() ? "RS-3-2-64k" : "RS-6-3-64k";
    Path path = new Path(cluster.directory(policy, s), "random-" + seed);
    byte[] bytes = randomBytes(s * BLOCK + random.nextInt(3 * s * BLOCK));
    FSDataOutputStream out = cluster.create(path);
    // More could hit a group that is finished, which is no longer the writer's to care for.
    int losses = 1 + random.nextInt(cluster.layout(path).policy().r());
    boolean closed = true;
    try (out) {
      int written = 0;
      for (int loss = 0; loss < losses; loss++) {
        int part = 1 + random.nextInt((bytes.length - written) / 2);
        out.write(bytes, written, part);
        written += part;
        killRandomNode(random);
      }
      out.write(bytes, written, bytes.length - written);
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("lost more members than");
      closed = false;
    }
    assertThat(cluster.fs().getClient().isFilesBeingWrittenEmpty()).isTrue();
    if (closed) {
      assertThat(cluster.fs().getFileStatus(path).getLen()).isEqualTo(bytes.length);
      lostDataBlocks(path, bytes);
      checkLiveParitiesAreRight(path, bytes);
    }
  }

  private void killRandomNode(Random random) throws IOException {
    List<DataNode> running = cluster.mini().getDataNodes();
    kill(running.get(random.nextInt(running.size())));
  }

  private void kill(DataNode victim) throws IOException {
    DatanodeInfo node =
        new DatanodeInfo.DatanodeInfoBuilder().setNodeID(victim.getDatanodeId()).build();
    cluster.stop(node);
    killed.add(node);
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

  private void kill(LocatedStripedBlock group, int index) throws IOException {
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
    int expected = groupCount * layout.policy().r() - expectedLost;
    BlockFileCluster.await(
        "live parities of " + path, () -> liveParities(path, groupCount) >= expected);
    assertThat(liveParities(path, groupCount)).isEqualTo(expected);
    checkLiveParitiesAreRight(path, bytes);
  }

  /**
   * All replicas on live nodes equal the oracle, each group has enough of them to decode, and a
   * reader gets the file.
   */
  private void checkLiveParitiesAreRight(Path path, byte[] bytes) throws Exception {
    FileLayout layout = cluster.layout(path);
    int groupCount = (int) layout.groupCount(bytes.length);
    Set<Long> lost = new HashSet<>(lostDataBlocks(path, bytes));
    BlockOracle oracle = new BlockOracle(layout, bytes);
    for (int g = 0; g < groupCount; g++) {
      int group = g;
      long lostData = lost.stream().filter(x -> layout.groupOf(x) == group).count();
      BlockFileCluster.await(
          "parities for " + lostData + " lost blocks of group " + g + " of " + path,
          () -> liveParities(cluster.parityGroups(path, groupCount).get(group)) >= lostData);
      checkLiveParities(cluster.parityGroups(path, groupCount).get(g), g, oracle);
    }
    try (FSDataInputStream in = cluster.fs().open(path)) {
      assertThat(in.readAllBytes()).as("content of %s", path).isEqualTo(bytes);
    }
  }

  private void checkLiveParities(LocatedStripedBlock group, int g, BlockOracle oracle)
      throws IOException {
    byte[][] expected = oracle.parities(g);
    DatanodeInfo[] nodes = nodesByIndex(group, expected.length);
    for (int i = 0; i < expected.length; i++) {
      if (nodes[i] != null && !killed.contains(nodes[i])) {
        assertThat(cluster.replica(group, i, nodes[i]))
            .as("parity %s of group %s", i, g).isEqualTo(expected[i]);
      }
    }
  }

  private long liveParities(Path path, int groupCount) throws IOException {
    return cluster.parityGroups(path, groupCount).stream().mapToLong(this::liveParities).sum();
  }

  private long liveParities(LocatedStripedBlock group) {
    return Stream.of(group.getLocations()).filter(node -> !killed.contains(node)).count();
  }

  private static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
