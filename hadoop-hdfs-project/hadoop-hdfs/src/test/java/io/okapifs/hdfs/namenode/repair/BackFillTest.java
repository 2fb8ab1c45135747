package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.BlockOracle;
import io.okapifs.hdfs.testing.Cluster;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parity that is lost, or was never written, is encoded by the DataNodes. */
public class BackFillTest {

  @Cluster(
      dataNodes = 9,
      settings = {
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=5",
        // Several windows per block, the last one short.
        "dfs.datanode.ec.group-repair.window-bytes=" + 3 * CELL / 2
      })
  private static BlockFileCluster cluster;

  @AfterEach
  void restart() throws Exception {
    cluster.restartStopped();
  }

  /** Stripes narrower than, as wide as and wider than a group; tail groups of every kind. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 1", "1, 3, 0", "2, 5, 100", "3, 3, 0", "3, 4, 65537", "5, 11, 7", "6, 6, 70000",
  })
  void lostParityComesBackOnOtherNodes(int s, int blocks, int more) throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", s), "lost-" + blocks + "-" + more);
    byte[] bytes = BlockFileCluster.bytes((long) blocks * BLOCK + more, s);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    Replica lost = cluster.member(file, 0, 3);
    cluster.kill(lost.node());
    awaitElsewhere(file, 3, lost.node());
    checkParity(file, bytes);
    cluster.restartStopped();
    cluster.checkBlocks(file, bytes);
  }

  @Test
  void allParityOfAGroupComesBackFromItsData() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 4), "all-parity");
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK + 3 * CELL + 9, 4);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    loseAllParity(file, 1, 3, 5);
    cluster.checkBlocks(file, bytes);
  }

  /** The bad replicas take three of nine nodes, the data the other six. */
  @Test
  void withoutOtherNodesParityComesBackBesideData() throws Exception {
    Path file = new Path(cluster.directory("RS-6-3-64k", 4), "last-resort");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 4);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    loseAllParity(file, 0, 6, 9);
    BlockFileCluster.await(
        "all parity of " + file,
        () -> cluster.parityGroups(file, 1).get(0).getLocations().length == 3);
    checkParity(file, bytes);
    assertThat(cluster.parityGroups(file, 1).get(0).getLocations()).doesNotHaveDuplicates();
  }

  private static void loseAllParity(Path file, int group, int from, int to) throws Exception {
    List<Replica> losses = new ArrayList<>();
    for (int member = from; member < to; member++) {
      losses.add(cluster.member(file, group, member));
    }
    cluster.reportCorrupt(losses);
    BlockFileCluster.await("unprotected", () -> unprotectedGroups() == 1);
    BlockFileCluster.await("protected", () -> unprotectedGroups() == 0);
  }

  @Test
  void aGroupWhoseParityStreamsAllFailedIsEncodedAfterTheClose() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "streams-failed");
    byte[] bytes = BlockFileCluster.bytes(2 * 3 * BLOCK - 5, 3);
    try (FSDataOutputStream out = cluster.create(file)) {
      out.write(bytes, 0, 3 * CELL);
      out.flush();
      BlockFileCluster.await("parity", () -> !cluster.parityGroups(file, 1).isEmpty());
      for (DatanodeInfo node : cluster.parityGroups(file, 1).get(0).getLocations()) {
        cluster.kill(node);
      }
      out.write(bytes, 3 * CELL, bytes.length - 3 * CELL);
    }
    BlockFileCluster.await("protected", () -> unprotectedGroups() == 0);
    cluster.checkBlocks(file, bytes);
  }

  private static void awaitElsewhere(Path file, int member, DatanodeInfo before)
      throws Exception {
    BlockFileCluster.await("member " + member + " of " + file + " on another node", () -> {
      DatanodeInfo now = cluster.memberIfAny(file, 0, member).node();
      return now != null && !now.equals(before);
    });
  }

  /** The parity replicas of group 0 on all nodes that run; there must be r of them. */
  private static void checkParity(Path file, byte[] bytes) throws Exception {
    LocatedStripedBlock group = cluster.parityGroups(file, 1).get(0);
    byte[][] expected = new BlockOracle(cluster.layout(file), bytes).parities(0);
    DatanodeInfo[] nodes = BlockFileCluster.nodesByIndex(group, expected.length);
    for (int i = 0; i < expected.length; i++) {
      assertThat(nodes[i]).as("node of parity %s", i).isNotNull();
      assertThat(cluster.replica(group, i, nodes[i])).as("parity %s", i).isEqualTo(expected[i]);
    }
  }

  public static long unprotectedGroups() throws Exception {
    return BlockFileCluster.stateOf("UnprotectedGroups");
  }
}
