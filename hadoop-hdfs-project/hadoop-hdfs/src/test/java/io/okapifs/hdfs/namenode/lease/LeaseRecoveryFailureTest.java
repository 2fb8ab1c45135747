package io.okapifs.hdfs.namenode.lease;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to nodes of its blocks: a file whose writer is gone is closed. */
class LeaseRecoveryFailureTest extends LeaseRecoveryCases {

  @Test
  void theStripeEndsBeforeTheBlockOfADeadNode() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(5L * BLOCK + 17 * CELL, 1);
    Path file = abandoned(5, "dead-in-the-middle", bytes);
    cluster.stop(nodeOfLast(file, 2));
    files.recover(file);
    cluster.restartStopped();
    files.check(file, bytes, 5L * BLOCK + 2 * CELL);
    files.checkSpace(file.getParent());
  }

  @Test
  void theStripeIsRemovedWhereItsFirstBlockIsOnADeadNode() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK + 7 * CELL, 2);
    Path file = abandoned(2, "dead-at-begin", bytes);
    BlockInfo parity = parityOfFirstGroup(file);
    BlockFileCluster.await("parity of group 0 reported", () -> parity.numNodes() == 2);
    cluster.stop(nodeOfLast(file, 0));
    files.recover(file);
    assertThat(parityOfFirstGroup(file)).isSameAs(parity);
    cluster.restartStopped();
    files.check(file, bytes, 4L * BLOCK);
    files.checkSpace(file.getParent());
  }

  private static BlockInfo parityOfFirstGroup(Path file) throws Exception {
    return BlockFileCluster.blocks(cluster.mini().getNamesystem(), file)[0];
  }

  /** No node of the stripe is left to be the primary. */
  @Test
  void theStripeIsRemovedWhereItsOnlyNodeIsDead() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK + 3 * CELL, 3);
    Path file = abandoned(1, "dead-alone", bytes);
    DatanodeInfo only = nodeOfLast(file, 0);
    cluster.stop(only);
    cluster.mini().setDataNodeDead(only);
    files.recover(file);
    cluster.restartStopped();
    files.check(file, bytes, 4L * BLOCK);
    files.checkSpace(file.getParent());
  }

  @Test
  void aNodeThatIsAwayIsWaitedForThroughARestartOfTheNameNodeToo() throws Exception {
    waitForSilentNodes(3600);
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 8 * CELL, 4);
    Path file = abandoned(3, "away", bytes);
    long all = files.prefix(file);
    cluster.stop(nodeOfLast(file, 1));
    fail(file, 2);
    cluster.restartNameNode();
    waitForSilentNodes(3600);
    cluster.mini().getNamesystem().getBlockManager().setBlockRecoveryTimeout(1500);
    fail(file, 1);
    cluster.restartStopped();
    files.recover(file);
    files.check(file, bytes, all);
    files.checkSpace(file.getParent());
  }

  @Test
  void aNodeThatCannotShortenThePrefixIsNotWaitedFor() throws Exception {
    waitForSilentNodes(3600);
    byte[] bytes = BlockFileCluster.bytes(5L * BLOCK + 600, 5);
    Path file = abandoned(5, "away-behind", bytes);
    DatanodeInfo last = nodeOfLast(file, 4);
    cluster.stop(last);
    files.recover(file);
    cluster.restartStopped();
    files.check(file, bytes, 5L * BLOCK);
  }

  @Test
  void theNextNodeGoesOnWhereThePrimaryDied() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 8 * CELL, 6);
    Path file = abandoned(3, "primary", bytes);
    CountDownLatch halfWay = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public void noRegistration() {
        if (isRecovering() && asked.incrementAndGet() == 2) {
          halfWay.countDown();
          waitUntilKilled();
        }
      }
    });
    cluster.fs().recoverLease(file);
    halfWay.await();
    DataNode primary =
        cluster.mini().getDataNodes().stream()
            .filter(node -> node.getMetrics().getDataNodeBlockRecoveryWorkerCount() > 0)
            .findFirst().orElseThrow();
    int index = 0;
    while (nodeOfLast(file, index).getXferPort() != primary.getXferPort()) {
      index++;
    }
    cluster.stop(nodeOfLast(file, index));
    files.recover(file);
    cluster.restartStopped();
    files.check(file, bytes, 3L * BLOCK + (long) index * CELL);
  }

  private static boolean isRecovering() {
    return Arrays.stream(Thread.currentThread().getStackTrace())
        .anyMatch(frame -> frame.getClassName().endsWith("StripeReplicas"));
  }

  private static void waitUntilKilled() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("the test has killed this node", e);
    }
  }

  /**
   * Group 0 has lost a block of the first stripe and has no parity yet: nobody can tell whether the
   * node will come back. The file is closed all the same, and is whole when it does.
   */
  @Test
  void theStripeBeforeTheLastIsNotWaitedForForEver() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 2);
    Path file = new Path(directory, "unreported");
    byte[] bytes = BlockFileCluster.bytes(2L * BLOCK + 5 * CELL, 7);
    DFSOutputStream out =
        (DFSOutputStream) cluster.create(file).getWrappedStream();
    out.write(bytes, 0, CELL);
    out.flush();
    BlockFileCluster.await("first stripe", () -> !cluster.dataStripes(file).isEmpty());
    DatanodeInfo node = nodeOfLast(file, 0);
    DataNode silent = cluster.mini().getDataNodes().get(cluster.nodeNumber(node));
    DataNodeTestUtils.pauseIBR(silent);
    out.write(bytes, CELL, bytes.length - CELL);
    out.flush();
    files.abandon(file, bytes, out);
    files.awaitSilence();
    long all = files.prefix(file);
    assertThat(files.stripes(file).get(0).isComplete()).isFalse();
    boolean isInLast =
        List.of(cluster.dataStripes(file).get(1).getLocations()).contains(node);
    cluster.stop(node);
    files.recover(file);
    cluster.restartStopped();
    // Its finished block, of which the NameNode has not heard yet, is read below.
    cluster.mini().triggerBlockReports();
    assertThat(all).isGreaterThan(2L * BLOCK);
    // With a block of the last stripe on it the node is forgone there, too.
    long length = isInLast ? cluster.fs().getFileStatus(file).getLen() : all;
    assertThat(length).isBetween(2L * BLOCK, all);
    files.check(file, bytes, length);
  }

  /**
   * The nodes of blocks 0 and 1 answer and one cannot shorten its block, which must be since the
   * node of block 2 is away. (Where it is block 1, the file ends right, too, but the node keeps the
   * replica that it could not cut: docs/STATUS.md.)
   */
  @ParameterizedTest
  @ValueSource(ints = 0)
  void theStripeEndsBeforeABlockThatCannotBeCut(int index) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 11 * CELL, 17);
    Path file = abandoned(3, "cannot-be-cut", bytes);
    List<BlockInfo> stripes = files.stripes(file);
    // A copy: the id of the NameNode's own must not change.
    Block block = new Block(stripes.get(stripes.size() - 1));
    block.setBlockId(block.getBlockId() + index);
    cluster.mini()
        .getMaterializedReplica(
            cluster.nodeNumber(nodeOfLast(file, index)),
            new ExtendedBlock(cluster.mini().getNamesystem().getBlockPoolId(), block))
        .truncateMeta(3);
    cluster.stop(nodeOfLast(file, 2));
    files.recover(file);
    cluster.restartStopped();
    files.check(file, bytes, 3L * BLOCK + (long) index * CELL);
    files.checkSpace(file.getParent());
  }
}
