package io.okapifs.hdfs.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockMoves;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Somebody has DataNodes move blocks; the NameNode alone decides which replica stays. */
class AskedMovesTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final int K = 3;
  private static final int N = 5;

  @Cluster(
      dataNodes = 9,
      racks = {"/a", "/a", "/a", "/b", "/b", "/b", "/c", "/c", "/c"})
  private static BlockFileCluster cluster;

  private Path file;
  private byte[] bytes;

  @BeforeEach
  void write() throws Exception {
    file = new Path(cluster.directory(POLICY, 2), "moved");
    bytes = BlockFileCluster.bytes((long) K * BlockFileCluster.BLOCK, 7);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
  }

  @AfterEach
  void delete() throws Exception {
    cluster.deleteFiles();
  }

  private static long undone() throws Exception {
    return BlockFileCluster.stateOf("MovesUndoneSinceStart");
  }

  private DatanodeInfo nodeWithoutMemberOn(String rack) throws Exception {
    Set<String> taken = new HashSet<>();
    for (int member = 0; member < N; member++) {
      taken.add(cluster.member(file, 0, member).node().getDatanodeUuid());
    }
    for (DatanodeInfo node : cluster.fs().getDataNodeStats()) {
      if (node.getNetworkLocation().equals(rack) && !taken.contains(node.getDatanodeUuid())) {
        return node;
      }
    }
    throw new AssertionError("no free node on " + rack + ", taken=" + taken);
  }

  @Test
  void aMoveToAFreeNodeOfTheRackIsDone() throws Exception {
    long before = undone();
    for (int member : new int[] {0, K}) {
      BlockFileCluster.Replica replica = cluster.member(file, 0, member);
      DatanodeInfo target = nodeWithoutMemberOn(replica.node().getNetworkLocation());
      BlockMoves.move(replica, target);
      HealthChecks.awaitWhole(cluster, file, bytes);
      assertThat(cluster.member(file, 0, member).node()).isEqualTo(target);
    }
    assertThat(undone()).isEqualTo(before);
  }

  @Test
  void aMoveToTheNodeOfAnotherMemberIsUndoneAndCounted() throws Exception {
    long before = undone();
    BlockFileCluster.Replica data = cluster.member(file, 0, 0);
    BlockFileCluster.Replica parity = cluster.member(file, 0, K);
    BlockMoves.move(data, parity.node());
    BlockFileCluster.await("the move to be undone", () -> undone() == before + 1);
    HealthChecks.awaitWhole(cluster, file, bytes);
    assertThat(cluster.member(file, 0, 0).node()).isEqualTo(data.node());
    BlockMoves.move(parity, data.node());
    BlockFileCluster.await("the move to be undone", () -> undone() == before + 2);
    HealthChecks.awaitWhole(cluster, file, bytes);
    assertThat(cluster.member(file, 0, K).node()).isEqualTo(parity.node());
  }

  /** Of a node HDFS knows one block of a block group. */
  @Test
  void aMoveToTheNodeOfAnotherBlockOfTheStripeIsUndoneAndCounted() throws Exception {
    long before = undone();
    BlockFileCluster.Replica first = cluster.member(file, 0, 0);
    BlockFileCluster.Replica second = cluster.member(file, 0, 1);
    BlockMoves.move(first, second.node());
    cluster.awaitRounds(3);
    String name = first.block().getBlockName();
    BlockFileCluster.await(
        "the copy to be deleted",
        () ->
            BlockFileCluster.blockFiles(cluster.mini()).stream()
                .filter(each -> each.getFileName().toString().equals(name))
                .count() == 1);
    BlockFileCluster.await("the move to be counted", () -> undone() == before + 1);
    HealthChecks.awaitWhole(cluster, file, bytes);
    assertThat(cluster.member(file, 0, 0).node()).isEqualTo(first.node());
    assertThat(cluster.member(file, 0, 1).node()).isEqualTo(second.node());
  }
}
