package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.GroupSafety;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.Test;

/** A paused transition moves no data, though data would lie better for it elsewhere. */
class PausedTransitionTest {

  // Too few nodes for the second policy.
  @Cluster(dataNodes = 4, codes = {"RS-2-2", "RS-6-2"}, settings = ClusterSettings.RETRY_SOON)
  private BlockFileCluster cluster;

  @Test
  void dataMovesForNewGroupsOnlyWhileTheTransitionIsAtWork() throws Exception {
    Path file = new Path(cluster.directory("RS-2-2-64k", 2), "paused");
    byte[] bytes = BlockFileCluster.bytes(12L * BLOCK, 12);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    final List<BlockInfo> stripes =
        GroupSafety.stripesOf(BlockFileCluster.blocks(cluster.mini().getNamesystem(), file));
    Transitions transitions = new Transitions(cluster, "none", () -> {});
    BlockFileCluster.failRepairs();
    transitions.force(file, "RS-6-2-64k");
    transitions.awaitStep(file, Step.STARTED);
    transitions.client().pause(file);
    for (int more = 0; more < 5; more++) {
      cluster.addDataNode(conf -> {});
    }
    assertThat(toMove(stripes)).as("while it is paused").isEmpty();
    transitions.client().resume(file);
    assertThat(toMove(stripes)).as("six blocks of a group on four nodes").isNotEmpty();
    BlockFileCluster.await("a place for each member", () -> toMove(stripes).isEmpty());
    BlockFileCluster.allowRepairs();
    transitions.awaitDone(file);
    HealthChecks.awaitWhole(cluster, file, bytes);
    assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-6-2-64k");
    HealthChecks.assertHealthy(cluster, file);
  }

  private List<BlockInfo> toMove(List<BlockInfo> stripes) {
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    return stripes.stream().filter(each -> GroupSafety.wouldMove(namesystem, each)).toList();
  }
}
