package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.NameNodePair;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerFaultInjector;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.junit.jupiter.api.Test;

/** A NameNode that takes over ends a transition once nodes have reported to it. */
class FailoverReportsTest extends TransitionFailoverCases {

  /** By themselves some may not report for hours. */
  @Test
  void nodesAreAskedForTheReportsThatATransitionWaitsForAndListedUntilThen() throws Exception {
    byte[] bytes = BlockFileCluster.bytes((BLOCKS - 1L) * BLOCK + 5, SEED);
    write(FILE, bytes);
    String what = "seed " + SEED;
    TransitionClient transitions = new TransitionClient(fs);
    BlockFileCluster.failRepairs();
    try {
      transitions.begin(FILE, begin(policy(MEMBERS[1])));
      BlockFileCluster.await(what + ": start", () -> isStarted(transitions));
      BlockFileCluster.await(what + ": reports", () -> waitedFor(transitions, FILE).isEmpty());
      refuseFullReports();
      active = NameNodePair.change(cluster, active, false);
    } finally {
      BlockFileCluster.allowRepairs();
    }
    try {
      BlockFileCluster.await(
          what + ": nodes to wait for", () -> !waitedFor(transitions, FILE).isEmpty());
      assertThat(waitedFor(transitions, FILE))
          .isSubsetOf(
              cluster.getDataNodes().stream()
                  .map(node -> node.getDatanodeId().getIpcAddr(false))
                  .toList());
    } finally {
      BlockManagerFaultInjector.instance = new BlockManagerFaultInjector();
    }
    BlockFileCluster.await(what + ": end", () -> isDone(transitions, FILE));
    check(what, FILE, MEMBERS[1], policy(MEMBERS[1]) + "@" + WIDTH, bytes);
  }

  /** Only a report proves that a second name is there: the first ones stay until then. */
  @Test
  void noDataIsGivenUpWhereNodesHaveNotReportedSinceTheFailover() throws Exception {
    Path file = new Path("/narrow/file");
    int k = MEMBERS[0];
    fs.mkdirs(file.getParent());
    fs.setErasureCodingPolicy(file.getParent(), policy(k) + "@" + k);
    byte[] bytes = BlockFileCluster.bytes((BLOCKS - 1L) * BLOCK + 5, SEED);
    write(file, bytes);
    TransitionClient transitions = new TransitionClient(fs);
    refuseFullReports();
    try {
      active = NameNodePair.change(cluster, active, false);
      transitions.begin(file, begin(policy(k)).coupling(true));
      BlockFileCluster.await("nodes to wait for", () -> !waitedFor(transitions, file).isEmpty());
    } finally {
      BlockManagerFaultInjector.instance = new BlockManagerFaultInjector();
    }
    BlockFileCluster.await("the end", () -> isDone(transitions, file));
    check("seed " + SEED, file, k, policy(k), bytes);
  }

  private static void refuseFullReports() {
    BlockManagerFaultInjector.instance =
        new BlockManagerFaultInjector() {
          @Override
          public void incomingBlockReportRpc(DatanodeID node, BlockReportContext context)
              throws IOException {
            throw new IOException("the test wants no full report");
          }
        };
  }

  private static boolean isStarted(TransitionClient transitions) throws IOException {
    return transitions.status(FILE).stream()
        .allMatch(each -> each.step() == TransitionRecord.Step.STARTED);
  }

  /** As the list has them, behind a colon. */
  private static List<String> waitedFor(TransitionClient transitions, Path file)
      throws IOException {
    return transitions.status(file).stream()
        .map(TransitionStatus::why)
        .filter(why -> why.startsWith("waits until"))
        .flatMap(why -> Stream.of(why.substring(why.indexOf(": ") + 2).split(" ")))
        .toList();
  }
}
