package io.okapifs.hdfs.namenode.placement;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.tools.EcRun;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * RS-6-3 on ten nodes of three racks, under a placement policy that does not spread blocks evenly
 * over racks by itself.
 */
class RackPlacementTest {

  private static final String POLICY = "RS-6-3-64k";
  private static final int MEMBERS = 9;

  @Cluster(
      dataNodes = 10,
      racks = {"/a", "/b", "/c"},
      settings = {
        DFSConfigKeys.DFS_BLOCK_PLACEMENT_EC_CLASSNAME_KEY
            + "=org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault",
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=5"
      })
  private static BlockFileCluster cluster;

  @AfterEach
  void restartNodesAndDeleteFiles() throws Exception {
    cluster.restartStopped();
    cluster.deleteFiles();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6, 8, 10})
  void membersOfAGroupAreOnNodesOfTheirOwnAndThreeOnEachRack(int s) throws Exception {
    Path file = new Path(cluster.directory(POLICY, s), "even");
    byte[] bytes = BlockFileCluster.bytes(2L * 6 * BLOCK, s);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    JsonNode groups = layout(file).get("groups");
    for (JsonNode group : groups) {
      assertThat(group.at("/placement/membersOnSharedNodes").intValue()).isZero();
      assertThat(group.at("/placement/mostOnOneRack").intValue()).isBetween(1, 3);
    }
    assertThat(groups.at("/0/placement/placedMembers").intValue()).isEqualTo(MEMBERS);
    assertThat(groups.at("/0/placement/racks").intValue()).isEqualTo(3);
  }

  /** So no move has to mend what was just written. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void narrowStripesAreOnAsManyRacksAsTheyCanBe(int s) throws Exception {
    Path file = new Path(cluster.directory(POLICY, s), "stripes");
    cluster.write(file, BlockFileCluster.bytes(2L * 6 * BLOCK, s));
    for (LocatedStripedBlock stripe : cluster.dataStripes(file)) {
      assertThat(Stream.of(stripe.getLocations()).map(DatanodeInfo::getNetworkLocation).distinct())
          .hasSize(s);
    }
  }

  @Test
  void backFillTakesTheOnlyNodeWithoutAMemberAndSharesNodesOnlyWhereThereIsNone()
      throws Exception {
    Path file = new Path(cluster.directory(POLICY, 3), "back-filled");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 3);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    long shared = BlockFileCluster.stateOf("MembersPlacedOnSharedNodesSinceStart");

    killNodeOf(file, 7);
    awaitAllMembers(file);
    assertThat(nodes(file)).doesNotHaveDuplicates();
    assertThat(membersByRack(file)).allMatch(members -> members <= 4);
    assertThat(BlockFileCluster.stateOf("MembersPlacedOnSharedNodesSinceStart"))
        .isEqualTo(shared);

    killNodeOf(file, 8);
    awaitAllMembers(file);
    assertThat(nodes(file).stream().distinct()).hasSize(MEMBERS - 1);
    assertThat(cluster.parityGroups(file, 1).get(0).getLocations()).doesNotHaveDuplicates();
    assertThat(BlockFileCluster.stateOf("MembersPlacedOnSharedNodesSinceStart"))
        .isGreaterThan(shared);
    assertThat(layout(file).at("/groups/0/placement/membersOnSharedNodes").intValue()).isOne();
  }

  private static void killNodeOf(Path file, int member) throws Exception {
    DatanodeInfo node = cluster.member(file, 0, member).node();
    cluster.stop(node);
    cluster.mini().setDataNodeDead(node);
    BlockFileCluster.await(
        "loss of member " + member, () -> !node.equals(cluster.member(file, 0, member).node()));
  }

  private static void awaitAllMembers(Path file) throws Exception {
    BlockFileCluster.await(
        "all members of " + file, () -> nodes(file).stream().noneMatch(node -> node == null));
  }

  private static List<DatanodeInfo> nodes(Path file) throws Exception {
    DatanodeInfo[] nodes = new DatanodeInfo[MEMBERS];
    for (int member = 0; member < MEMBERS; member++) {
      nodes[member] = cluster.member(file, 0, member).node();
    }
    return Stream.of(nodes).toList();
  }

  private static Collection<Integer> membersByRack(Path file) throws Exception {
    Map<String, Integer> members = new HashMap<>();
    nodes(file).forEach(node -> members.merge(node.getNetworkLocation(), 1, Integer::sum));
    return members.values();
  }

  private static JsonNode layout(Path file) throws Exception {
    EcRun.Outcome outcome =
        EcRun.run(cluster.fs().getConf(), "-layout", "-path", file.toString(), "-json");
    assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
    return new ObjectMapper().readTree(String.join("\n", outcome.out()));
  }
}
