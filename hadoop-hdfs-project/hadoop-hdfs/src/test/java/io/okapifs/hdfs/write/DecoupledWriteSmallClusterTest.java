package io.okapifs.hdfs.write;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.WarningLog;
import io.okapifs.hdfs.tools.EcRun;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writes where there are hardly enough nodes. */
class DecoupledWriteSmallClusterTest {

  // What the writer left is looked at, not what became of it.
  @Cluster(dataNodes = 4, failRepairs = true)
  private static BlockFileCluster cluster;

  @AfterEach
  void restart() throws Exception {
    cluster.restartStopped();
  }

  @Test
  void parityIsWrittenWhereItHasNoNodesOfItsOwn() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 4), "shared-nodes");
    byte[] bytes = randomBytes(2 * 4 * BLOCK + CELL + 1);
    try (FSDataOutputStream out = cluster.create(path)) {
      out.write(bytes);
    }
    cluster.awaitParityGroups(path, 4, 2);
    assertReadsBack(path, bytes);
  }

  /** Two full groups of five members on four nodes. */
  @Test
  void membersThatShareNodesAreCountedAndShown() throws Exception {
    // Repairs of its files would be counted, too.
    cluster.deleteFiles();
    Path path = new Path(cluster.directory("RS-3-2-64k", 2), "counted");
    long members = BlockFileCluster.stateOf("MembersPlacedOnSharedNodesSinceStart");
    long groups = BlockFileCluster.stateOf("GroupsPlacedOnSharedNodesSinceStart");
    try (FSDataOutputStream out = cluster.create(path)) {
      out.write(randomBytes(6 * BLOCK));
      BlockFileCluster.await("both groups", () -> cluster.parityGroups(path, 3).size() == 2);
      assertThat(BlockFileCluster.stateOf("MembersPlacedOnSharedNodesSinceStart"))
          .isEqualTo(members + 2);
      assertThat(BlockFileCluster.stateOf("GroupsPlacedOnSharedNodesSinceStart"))
          .isEqualTo(groups + 2);
    }
    cluster.awaitParityGroups(path, 2, 2);
    List<String> layout =
        EcRun.run(cluster.fs().getConf(), "-layout", "-path", path.toString()).out();
    assertThat(layout)
        .contains(
            "2 groups with members on shared nodes",
            "group 0: survives any 2 blocks, any 1 node, 0 racks; 5 members on 4 nodes",
            "group 1: survives any 2 blocks, any 1 node, 0 racks; 5 members on 4 nodes");
  }

  @Test
  void aWriterSaysOnceThatMembersShareNodes() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 2), "told");
    try (WarningLog log = new WarningLog(); FSDataOutputStream out = cluster.create(path)) {
      out.write(randomBytes(7 * BLOCK));
      assertThat(log.lines())
          .filteredOn(line -> line.contains("Members of a group share nodes"))
          .containsExactly(
              "WARN org.apache.hadoop.hdfs.BlockGroupAllocator: Members of a group share nodes:"
                  + " path=" + path + ", group=0, policy=RS-3-2-64k, it survives any 2 blocks, any"
                  + " 1 node, 0 racks");
    }
  }

  /** The data stripe needs the dead node; a parity may lie on it too, and no third member can. */
  @Test
  void aClusterJustWideEnoughIsWrittenToWithOneNodeDead() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 4), "one-dead");
    byte[] bytes = randomBytes(4 * BLOCK + 5);
    cluster.stop(anyNode());
    try (FSDataOutputStream out = cluster.create(path)) {
      out.write(bytes);
    }
    assertReadsBack(path, bytes);
  }

  @Test
  void aGroupThatTheNameNodeCannotPlaceIsLeftUnprotected() throws Exception {
    Path path = new Path(cluster.directory(cluster.addPolicy("RS-3-4"), 3), "unprotected");
    byte[] bytes = randomBytes(3 * BLOCK - CELL);
    try (FSDataOutputStream out = cluster.create(path)) {
      openStripeAndLoseANodeThatParityNeeds(out, path, bytes);
      out.write(bytes, CELL, bytes.length - CELL);
    }
    assertThat(cluster.parityGroups(path, 10)).hasSize(1)
        .allMatch(group -> group.getLocations().length == 0);
    assertReadsBack(path, bytes);
  }

  @Test
  void aGroupThatWasNotPlacedDoesNotSurviveALoss() throws Exception {
    Path path = new Path(cluster.directory(cluster.addPolicy("RS-3-4"), 3), "nothing-to-lose");
    byte[] bytes = randomBytes(3 * BLOCK);
    FSDataOutputStream out = cluster.create(path);
    openStripeAndLoseANodeThatParityNeeds(out, path, bytes);
    cluster.stop(cluster.dataStripes(path).get(0).getLocations()[1]);
    assertThatThrownBy(() -> {
      out.write(bytes, CELL, bytes.length - CELL);
      out.close();
    })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("parity group 0 of " + path + " lost more members")
        .hasMessageContaining("parity 0 on no node: ");
    assertThat(cluster.fs().getClient().isFilesBeingWrittenEmpty()).isTrue();
  }

  /** Four parities need four nodes; the stripe lies on the other three. */
  private static void openStripeAndLoseANodeThatParityNeeds(
      FSDataOutputStream out, Path path, byte[] bytes) throws Exception {
    out.write(bytes, 0, CELL);
    out.flush();
    List<DatanodeInfo> used = List.of(cluster.dataStripes(path).get(0).getLocations());
    for (DatanodeInfo node : cluster.fs().getDataNodeStats()) {
      if (!used.contains(node)) {
        cluster.stop(node);
        cluster.mini().setDataNodeDead(node);
      }
    }
  }

  @Test
  void tooFewNodesForAStripeEndTheFileAndReleaseTheLease() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 5), "too-wide");
    FSDataOutputStream out = cluster.create(path);
    assertThatThrownBy(() -> {
      out.write(randomBytes(BLOCK));
      out.close();
    }).isInstanceOf(IOException.class);
    assertThat(cluster.fs().getClient().isFilesBeingWrittenEmpty()).isTrue();
    assertThat(cluster.fs().delete(path, false)).isTrue();
  }

  private static DatanodeInfo anyNode() throws IOException {
    Path path = new Path(cluster.directory("RS-3-2-64k", 1), "probe");
    try (FSDataOutputStream out = cluster.create(path)) {
      out.write(1);
    }
    LocatedStripedBlock stripe = cluster.dataStripes(path).get(0);
    return stripe.getLocations()[0];
  }

  private static void assertReadsBack(Path path, byte[] bytes) throws IOException {
    try (FSDataInputStream in = cluster.fs().open(path)) {
      assertThat(in.readAllBytes()).isEqualTo(bytes);
    }
  }

  private static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
