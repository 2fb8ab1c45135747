package io.okapifs.hdfs.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.testing.Seed;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.junit.jupiter.api.Test;

/**
 * Nodes and racks come and go on paper. The NameNode moves what lies badly, the balancer what is
 * too much for a node, and neither undoes what the other one did.
 */
class SettlingTest {

  private static final int STEPS = 300;
  private static final int GROUPS = 24;
  private static final List<Integer> RACKS = List.of(4, 4, 3, 3, 2);

  /** So few that every group still finds nodes of its own. */
  private static final int NODES_MIN = 8;

  /** Blocks; a node has 7 to 15. */
  private static final int THRESHOLD = 2;

  private final long seed = Seed.get();

  @Test
  void movesAreNoMoreThanWhatWasWrongAndWhatTheThresholdDemands() {
    Random random = new Random(seed);
    PaperCluster cluster = new PaperCluster(GROUPS, RACKS, random);
    int swept = 0;
    int balanced = 0;
    for (int step = 0; step < STEPS; step++) {
      String what = "seed " + seed + ", step " + step + ": " + change(cluster, random);
      int wrong = cluster.wrong();
      int sweeps = sweep(cluster, what);
      double imbalance = cluster.imbalance();
      int moves = 0;
      int more;
      do {
        more = balance(cluster, what);
        moves += more;
        // A group that no move could mend may have got a place for one. It must have been wrong.
        sweeps += sweep(cluster, what);
        assertThat(sweeps).as(what).isLessThanOrEqualTo(wrong);
        assertThat((double) moves).as(what).isLessThanOrEqualTo(imbalance);
      } while (more > 0);
      swept += sweeps;
      balanced += moves;
    }
    // Or nothing was tried.
    assertThat(swept).as("seed %s", seed).isGreaterThan(STEPS);
    assertThat(balanced).as("seed %s", seed).isGreaterThan(STEPS);
  }

  /** A node or a rack comes or goes; what happened, in words. */
  private static String change(PaperCluster cluster, Random random) {
    DatanodeDescriptor node = cluster.nodes().get(random.nextInt(cluster.nodes().size()));
    boolean isRack = random.nextInt(4) == 0;
    boolean leaves = cluster.isPresent(node);
    List<DatanodeDescriptor> changing =
        cluster.nodes().stream()
            .filter(
                each ->
                    each == node
                        || isRack && each.getNetworkLocation().equals(node.getNetworkLocation()))
            .filter(each -> cluster.isPresent(each) == leaves)
            .toList();
    for (DatanodeDescriptor each : changing) {
      if (!leaves) {
        cluster.join(each);
      } else if (cluster.presentNodes() > NODES_MIN) {
        cluster.leave(each);
      }
    }
    return (leaves ? "without " : "with ") + changing;
  }

  /** Until nothing lies badly; how many moved. */
  private static int sweep(PaperCluster cluster, String what) {
    int moves = 0;
    int wrong = cluster.wrong();
    for (int moved = cluster.sweep(); moved > 0; moved = cluster.sweep()) {
      moves += moved;
      assertThat(cluster.wrong()).as(what).isLessThan(wrong);
      wrong = cluster.wrong();
    }
    return moves;
  }

  /** Until the balancer finds nothing to move; how many moved, and nothing lies worse for it. */
  private static int balance(PaperCluster cluster, String what) {
    int wrong = cluster.wrong();
    int moves = 0;
    for (int moved = cluster.balance(THRESHOLD); moved > 0; moved = cluster.balance(THRESHOLD)) {
      moves += moved;
      assertThat(cluster.wrong()).as(what).isLessThanOrEqualTo(wrong);
    }
    return moves;
  }
}
