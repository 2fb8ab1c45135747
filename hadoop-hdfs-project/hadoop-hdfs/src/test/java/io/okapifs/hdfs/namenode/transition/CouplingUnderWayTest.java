package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.ReadChecks;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdminManager;
import org.junit.jupiter.api.Test;

/** What happens to files until they have the layout of HDFS, and to those that cannot get it. */
class CouplingUnderWayTest extends CouplingCases {

  /** Until the last step a file is what it was; what is lost of it is repaired first. */
  @Test
  void untilTheEndAFileStaysWhatItIs() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 9, 7);
    Path file = hold("started", bytes);
    Path gone = hold("deleted", bytes);
    final Set<String> names = secondNames(file);
    names.addAll(secondNames(gone));
    assertThat(cluster.blocksOnDisk()).containsAll(names);
    restart(
        () ->
            assertThat(transitions.status(file)).extracting(TransitionStatus::step)
                .containsExactly(Step.STARTED));
    assertThat(policyOf(file)).isEqualTo(POLICY + "@3");
    try (DFSInputStream in = cluster.fs().getClient().open(file.toString())) {
      ReadChecks.assertAll(in, bytes, 3);
    }
    assertThat(transitions.client().list(file)).first()
        .satisfies(status -> assertThat(status.to()).isEqualTo(POLICY + " coupled"));
    cluster.fs().delete(gone, false);
    transitions.client().cancel(file);
    BlockFileCluster.allowRepairs();
    HealthChecks.awaitWhole(cluster, file, bytes);
    cluster.checkBlocks(file, bytes);
    BlockFileCluster.await(
        "names that nobody has are gone",
        () -> Collections.disjoint(cluster.blocksOnDisk(), names));
    couple(file, POLICY);
    check(file, bytes);
  }

  /** Names follow the blocks, wherever repairs and nodes that come back put these. */
  @Test
  void namesFollowTheBlocks() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 9, 77);
    Path file = hold("moved", bytes);
    cluster.restartNameNode();
    Replica away = cluster.member(file, 0, 2);
    cluster.kill(away.node());
    BlockFileCluster.allowRepairs();
    transitions.awaitDone(file);
    assertThat(policyOf(file)).isEqualTo(POLICY);
    cluster.restartStopped();
    check(file, bytes);
  }

  /** Names that lie on a node hold it up no longer than blocks do, though nothing renews them. */
  @Test
  void aNodeIsLeftWhileTheFileRests() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 9, 78);
    Path file = write(POLICY, 3, "rests", bytes);
    List<DatanodeInfo> leavable = nodesOf(file, 0);
    // What will be lost of the other group cannot be rebuilt, and would hold up its node as well.
    leavable.removeAll(nodesOf(file, 1));
    DatanodeInfo leaving = leavable.get(0);
    hold(file, bytes);
    transitions.client().pause(file);
    cluster.administer(leaving, DatanodeAdminManager::startDecommission);
    BlockFileCluster.await(
        "decommissioned", () -> cluster.descriptor(leaving).isDecommissioned());
    BlockFileCluster.allowRepairs();
    transitions.client().resume(file);
    transitions.awaitDone(file);
    assertThat(policyOf(file)).isEqualTo(POLICY);
    cluster.administer(leaving, DatanodeAdminManager::stopDecommission);
    check(file, bytes);
  }

  private static List<DatanodeInfo> nodesOf(Path file, int group) throws IOException {
    List<DatanodeInfo> nodes = new ArrayList<>();
    for (int member = 0; member < cluster.layout(file).policy().n(); member++) {
      nodes.add(cluster.member(file, group, member).node());
    }
    return nodes;
  }

  @Test
  void whatCannotGetThatLayoutIsRefusedOrCopied() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK, 4);
    Path file = write(POLICY, 3, "refused", bytes);
    assertRefused(file, "RS-6-3-64k", "as wide as their code: stripeWidth=3");
    assertRefused(file, "LESS2-3-2-64k", "stripe width");
    assertRefused(file, POLICY + "@3", "either a stripe width or HDFS's own layout");
    Path directory = file.getParent();
    cluster.fs().allowSnapshot(directory);
    cluster.fs().createSnapshot(directory, "s");
    assertRefused(file, POLICY, "snapshot");
    cluster.fs().deleteSnapshot(directory, "s");
    Path late = hold("late", bytes);
    cluster.fs().createSnapshot(directory, "t");
    BlockFileCluster.allowRepairs();
    transitions.awaitDone(late);
    assertThat(policyOf(late)).isEqualTo(POLICY + "@3");
    assertThat(transitions.client().givenUp(late)).first()
        .satisfies(status -> assertThat(status.why()).contains("snapshot"));
    cluster.fs().deleteSnapshot(directory, "t");
    cluster.fs().disallowSnapshot(directory);
    assertThat(run(file, POLICY + "@3", "-coupled").err())
        .anyMatch(line -> line.contains("without a stripe width"));
    assertThat(policyOf(file)).isEqualTo(POLICY + "@3");
    assertThat(run(file, "RS-6-3-64k", "-copy", "-wait").out())
        .contains("0 done, 1 copied, 0 refused");
    check(file, bytes);
  }

  private static void assertRefused(Path file, String policy, String named) {
    assertThatThrownBy(() -> transitions.couple(file, policy)).hasMessageContaining(named);
  }

  /** The names that a stream knows are gone: it reads right, or says to open the file again. */
  @Test
  void aReaderThatHoldsTheFileOpenReadsRightOrIsTold() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(9L * BLOCK + 7, 9);
    Path file = write(POLICY, 3, "held-open", bytes);
    final Set<String> names = cluster.blocksOnDisk();
    try (DFSInputStream in = cluster.fs().getClient().open(file.toString())) {
      assertThat(in.read(new byte[BLOCK])).isPositive();
      couple(file, POLICY);
      cluster.awaitCoupled(file);
      check(file, bytes);
      assertThat(cluster.blocksOnDisk()).isNotEqualTo(names);
      try {
        ReadChecks.assertAll(in, bytes, 2);
      } catch (IOException | ExecutionException e) {
        assertThat(e).hasMessageContaining("open");
      }
    }
    try (DFSInputStream again = cluster.fs().getClient().open(file.toString())) {
      ReadChecks.assertAll(again, bytes, 2);
    }
  }
}
