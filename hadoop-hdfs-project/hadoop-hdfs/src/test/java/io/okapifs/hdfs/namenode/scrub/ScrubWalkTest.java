package io.okapifs.hdfs.namenode.scrub;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.repair.TaskEnvelope;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.RepairCounters;
import io.okapifs.hdfs.transition.TransitionClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The order in which groups are scrubbed, while files come, go and are renamed; nothing is set. */
class ScrubWalkTest {

  @Cluster(dataNodes = 5)
  private static BlockFileCluster cluster;

  @AfterEach
  void deleteFiles() throws Exception {
    cluster.fs().delete(new Path("/d"), true);
  }

  private static Path file(String name, int groups) throws Exception {
    Path directory = new Path("/d");
    cluster.fs().mkdirs(directory);
    cluster.fs().setErasureCodingPolicy(directory, "RS-3-2-64k@3");
    Path file = new Path(directory, name);
    cluster.write(file, BlockFileCluster.bytes(3L * groups * BLOCK, groups));
    return file;
  }

  private static FSDirectory directory() {
    return cluster.mini().getNamesystem().getFSDirectory();
  }

  private static long id(Path file) throws Exception {
    return directory().getINode(file.toString()).getId();
  }

  private static ScrubWalk walk(ScrubPosition from) {
    return new ScrubWalk(from, directory().getLastInodeId());
  }

  /** Takes steps to so many groups, or to the end. */
  private static List<ScrubPosition> next(ScrubWalk walk, int most) {
    List<ScrubPosition> found = new ArrayList<>();
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    namesystem.readLock();
    try {
      while (!walk.isAtEnd() && found.size() < most) {
        walk.step(namesystem.getFSDirectory()).ifPresent(found::add);
      }
    } finally {
      namesystem.readUnlock();
    }
    return found;
  }

  @Test
  void groupsComeByTheirFilesInodesAndReplicatedFilesHaveNone() throws Exception {
    Path second = file("a", 2);
    cluster.fs().mkdirs(new Path("/d/sub"));
    cluster.fs().create(new Path("/replicated")).close();
    Path first = file("b", 1);
    assertThat(next(walk(ScrubPosition.FIRST), 10))
        .containsExactly(
            new ScrubPosition(id(second), 0), new ScrubPosition(id(second), 1),
            new ScrubPosition(id(first), 0))
        .isSortedAccordingTo(
            Comparator.comparingLong(ScrubPosition::inodeId)
                .thenComparingInt(ScrubPosition::group));
    assertThat(next(walk(new ScrubPosition(id(second), 1)), 10)).hasSize(2);
  }

  @Test
  void aFileIsMetOnceHoweverOftenItIsRenamed() throws Exception {
    Path one = file("one", 1);
    Path two = file("two", 1);
    long first = id(one);
    long second = id(two);
    ScrubWalk walk = walk(ScrubPosition.FIRST);
    assertThat(next(walk, 1)).containsExactly(new ScrubPosition(first, 0));
    cluster.fs().rename(one, new Path("/d/zzz"));
    cluster.fs().rename(two, new Path("/d/aaa"));
    assertThat(next(walk, 10)).containsExactly(new ScrubPosition(second, 0));
  }

  @Test
  void whatIsDeletedIsPassedOverAndWhatIsCreatedIsLeftToTheNextPass() throws Exception {
    file("one", 1);
    Path two = file("two", 2);
    Path three = file("three", 1);
    long third = id(three);
    ScrubWalk walk = walk(ScrubPosition.FIRST);
    next(walk, 2);
    cluster.fs().delete(two, true);
    file("four", 1);
    assertThat(next(walk, 10)).containsExactly(new ScrubPosition(third, 0));
    assertThat(walk.isAtEnd()).isTrue();
  }

  /** As a NameNode would that believes it is on. */
  @Test
  void aDataNodeThatIsOffRefusesToScrub() throws Exception {
    Path file = file("one", 1);
    long failed = RepairCounters.failedTasks(cluster);
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    BlockManager blocks = namesystem.getBlockManager();
    BlockFileCluster.await("the parity", () -> !cluster.parityGroups(file, 1).isEmpty());
    namesystem.writeLock();
    try {
      ScrubPlan plan =
          ScrubPlan.of(blocks, directory().getINode(file.toString()).asFile(), 0).orElseThrow();
      DatanodeWindow.addTask(
          plan.nodes().get(0), new ExtendedBlock(blocks.getBlockPoolId(), plan.parity()),
          plan.nodes(), List.of(), TaskEnvelope.ofScrub(plan.task(), 1));
    } finally {
      namesystem.writeUnlock();
    }
    BlockFileCluster.await(
        "the refusal", () -> RepairCounters.failedTasks(cluster) == failed + 1);
  }

  @Test
  void whereNoDataNodeScrubsNothingIsHandedOutOrJournaled() throws Exception {
    file("one", 1);
    long edits = cluster.mini().getNamesystem().getEditLog().getLastWrittenTxId();
    try (TransitionClient client = new TransitionClient(cluster.fs())) {
      BlockFileCluster.await(
          "the reason",
          () ->
              client.scrubStatus().getWhy().equals(
                  "no DataNode scrubs, as dfs.datanode.ec.scrub.bandwidthPerSec is 0 on all of"
                      + " them"));
      cluster.awaitRounds(2);
      assertThat(client.scrubStatus().hasRunning()).isFalse();
      assertThat(client.scrubStatus().hasEnded()).isFalse();
      assertThat(client.scrubStatus().hasOldestMs()).isFalse();
    }
    assertThat(cluster.mini().getNamesystem().getEditLog().getLastWrittenTxId())
        .isEqualTo(edits);
    assertThat(directory().getRoot().getXAttrFeature()).isNull();
    assertThat(BlockFileCluster.stateOf("ScrubOldestSeconds")).isZero();
  }
}
