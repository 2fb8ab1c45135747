package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.RepairFaults;
import io.okapifs.hdfs.testing.Transitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Transitions where there are hardly more nodes than members. */
class TransitionOnCrowdedClusterTest {

  private static final int NODES = 7;

  @Cluster(dataNodes = NODES, settings = ClusterSettings.RETRY_SOON)
  private static BlockFileCluster cluster;
  private static Transitions transitions;
  private static String target;

  @BeforeAll
  static void addTarget() throws Exception {
    target = cluster.addPolicy("RS-3-3");
    transitions = new Transitions(cluster, "none", () -> {});
  }

  /** While some of its parity is there and some is not. */
  @Test
  void parityMakesRoomForDataThatWasRebuiltBesideIt() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "file");
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 1);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    final Set<String> before = cluster.blocksOnDisk();
    List<Integer> used = new ArrayList<>();
    for (int member = 0; member < 5; member++) {
      used.add(cluster.member(file, 0, member).node().getXferPort());
    }
    List<FsVolumeImpl> ofOldParity = new ArrayList<>();
    for (DataNode node : cluster.mini().getDataNodes()) {
      int member = used.indexOf(node.getXferPort());
      if (member >= 0) {
        List<FsVolumeImpl> full = RepairFaults.fill(node);
        ofOldParity.addAll(member < 3 ? List.of() : full);
      }
    }
    BlockFileCluster.await("heartbeats of full nodes", () -> fullNodes() == used.size());
    transitions.begin(file, target);
    BlockFileCluster.await(
        "two of three parities", () -> cluster.blocksOnDisk().size() == before.size() + 2);
    DatanodeInfo lost = cluster.member(file, 0, 0).node();
    cluster.kill(lost);
    BlockFileCluster.await(
        "the lost block on a node of new parity",
        () -> nodeOf(file, 0).filter(node -> !node.equals(lost)).isPresent());
    ofOldParity.forEach(volume -> volume.setCapacityForTesting(-1));
    transitions.awaitDone(file);
    assertThat(IntStream.range(0, 6).mapToObj(member -> nodeOf(file, member).orElseThrow()))
        .as("places of the members of the new group").doesNotHaveDuplicates();
    cluster.checkBlocks(file, bytes);
  }

  private static long fullNodes() throws Exception {
    return Stream.of(cluster.fs().getDataNodeStats())
        .filter(node -> node.getRemaining() == 0).count();
  }

  /** The node of a member; empty while nobody has it. */
  private static Optional<DatanodeInfo> nodeOf(Path file, int member) {
    try {
      return Optional.of(cluster.memberIfAny(file, 0, member).node());
    } catch (Exception | AssertionError e) {
      return Optional.empty();
    }
  }
}
