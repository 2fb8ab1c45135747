package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.testing.Seed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.server.blockmanagement.QueuedPriorities;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.Test;

/** Whatever happens to nodes, a second later each block group waits as urgently as it should. */
class ChangedGroupsTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final int NODES = 9;
  private static final int EVENTS = 12;
  private static final int MOST_DEAD = 3;

  private final Deque<DataNodeProperties> dead = new ArrayDeque<>();
  private boolean wasUrgent;

  @Test
  void theQueueSaysWhatJudgingEverythingAnewSays() throws Exception {
    Random random = new Random(Seed.get());
    try (BlockFileCluster cluster = start()) {
      for (int width : new int[] {1, 2, 3, 4}) {
        writeFiles(cluster, width);
      }
      for (int i = 0; i < EVENTS; i++) {
        String event = next(cluster, random);
        FSNamesystem namesystem = cluster.mini().getNamesystem();
        BlockFileCluster.await(
            event + " to be judged, seed " + Seed.get(),
            () -> QueuedPriorities.wrong(namesystem).isEmpty());
        wasUrgent |= QueuedPriorities.count(namesystem, RepairQueueWindow.HIGHEST) > 0;
      }
    }
    assertThat(wasUrgent).as("the loss of one node made the repair of another urgent").isTrue();
  }

  private static BlockFileCluster start() throws Exception {
    // Nothing is repaired, so that what waits goes on to wait.
    return new BlockFileCluster(
        NODES, conf -> conf.setInt(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 3600));
  }

  private static void writeFiles(BlockFileCluster cluster, int width) throws Exception {
    Path directory = cluster.directory(POLICY, width);
    for (int i = 0; i < 3; i++) {
      byte[] bytes = BlockFileCluster.bytes((3L + 2 * i) * BLOCK, width + i);
      Path file = new Path(directory, "file" + i);
      cluster.write(file, bytes);
      HealthChecks.awaitWhole(cluster, file, bytes);
    }
  }

  /** Two nodes die first, so that some groups can lose no more. */
  private String next(BlockFileCluster cluster, Random random) throws Exception {
    if (dead.size() < 2 || dead.size() < MOST_DEAD && random.nextBoolean()) {
      int node = random.nextInt(cluster.mini().getDataNodes().size());
      String name = cluster.mini().getDataNodes().get(node).getDatanodeUuid();
      var id = cluster.mini().getDataNodes().get(node).getDatanodeId();
      dead.add(cluster.mini().stopDataNode(node));
      cluster.mini().setDataNodeDead(id);
      return "the death of " + name;
    }
    cluster.restart(dead.remove());
    cluster.mini().waitActive();
    return "the return of a node";
  }
}
