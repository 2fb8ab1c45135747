package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.NameNodePair;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.ipc.RetriableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A standby in safe mode counts the decoupled files that can be read. */
class StandbySafeModeTest extends StandbyCases {

  @TempDir private java.nio.file.Path folder;

  @Test
  void standbyInSafeModeCountsWhatIsReadableThroughLossesAndDeletions() throws Exception {
    fs.setErasureCodingPolicy(DIRECTORY, "RS-3-2-64k@3");
    // More nodes than there will ever be: safe mode counts, and stays.
    cluster.getConfiguration(1).setInt(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_MIN_DATANODES_KEY, 99);
    Path file = new Path(DIRECTORY, "counted");
    write(file, BlockFileCluster.bytes(3L * BLOCK, 1));
    LocatedStripedBlock parity = awaitParity(file);
    LocatedStripedBlock stripe =
        (LocatedStripedBlock) fs.getClient().getLocatedBlocks(file.toString(), 0).get(0);
    NameNodePair.restartStandby(cluster, 1);
    awaitSafe(2, 2);

    invalidate(parity, 0);
    invalidate(parity, 1);
    // Whole data needs no parity to be read.
    awaitReplicas(file, 3);
    awaitSafe(2, 2);
    invalidate(stripe, 1);
    awaitSafe(0, 2);

    fs.delete(file, false);
    awaitSafe(0, 0);
    write(file, BlockFileCluster.bytes(3L * BLOCK, 2));
    awaitSafe(2, 2);
    fs.delete(file, false);
    awaitSafe(0, 0);
    assertThat(cluster.getNamesystem(1).isInSafeMode()).isTrue();
  }

  /** One replica is lost; those on nodes that leave suffice. */
  @ParameterizedTest
  @CsvSource({
    ", 1, true, 1",
    "RS-3-2-64k, 2, true, 1",
    "RS-3-2-64k@3, 2, true, 2",
    ", 1, false, 0",
    "RS-3-2-64k, 2, false, 0"
  })
  void standbyInSafeModeCountsWhatNodesHaveThatLeave(
      String policy, int leaving, boolean corrected, int safe) throws Exception {
    BlockManagerTestUtil.stopRedundancyThread(cluster.getNamesystem(0).getBlockManager());
    if (policy != null) {
      fs.setErasureCodingPolicy(DIRECTORY, policy);
    }
    Path file = new Path(DIRECTORY, "leaving");
    write(file, BlockFileCluster.bytes(BLOCK, 1));
    int total = blocks(0, file).length;
    BlockFileCluster.await(
        "replicas", () -> stripes(file).get(0).getLocations().length > leaving);
    LocatedBlock block = stripes(file).get(0);
    Configuration conf = cluster.getConfiguration(1);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_MIN_DATANODES_KEY, 99);
    conf.setBoolean(UpstreamFix.SAFE_MODE_COUNT.key(), corrected);
    conf.set(DFSConfigKeys.DFS_HOSTS_EXCLUDE, listOf(block.getLocations(), leaving).toString());
    // It starts with the file, and hears of the blocks then.
    NameNodePair.restartStandby(cluster, 1);
    awaitSafe(total, total);
    awaitReplicas(file, policy == null ? 2 : 5);

    invalidate(block, leaving);
    awaitSafe(safe, total);
    if (corrected) {
      fs.delete(file, false);
      awaitSafe(0, 0);
    }
  }

  @Test
  void theActiveInSafeModeServesWhatCanBeDecodedAndHasClientsTryTheRestAgain() throws Exception {
    fs.setErasureCodingPolicy(DIRECTORY, "RS-3-2-64k@1");
    Path file = new Path(DIRECTORY, "read");
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 3);
    write(file, bytes);
    awaitParity(file);
    lose(file, 1);
    fs.setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    assertThat(read(file)).isEqualTo(bytes);

    lose(file, 0);
    lose(file, 2);
    assertThatThrownBy(() -> cluster.getNameNodeRpc(0).getBlockLocations(file.toString(), 0, 1))
        .isInstanceOf(RetriableException.class)
        .hasMessageContaining("Zero blocklocations for " + file);
  }

  private void lose(Path file, int stripe) throws Exception {
    LocatedBlock located = stripes(file).get(stripe);
    BlockInfo lost =
        cluster.getNamesystem(0).getBlockManager().getStoredBlock(
            located.getBlock().getLocalBlock());
    invalidate(located, 0);
    BlockFileCluster.await("the loss of " + lost, () -> lost.numNodes() == 0);
  }

  private java.nio.file.Path listOf(DatanodeInfo[] nodes, int count) throws IOException {
    return Files.write(
        folder.resolve("leaving"),
        Arrays.stream(nodes).limit(count).map(DatanodeInfo::getXferAddr).toList());
  }

  private void awaitSafe(int safe, int total) throws Exception {
    String tip = "(?s).*The reported blocks " + safe + " (needs|has).* of total blocks " + total
        + "\\..*";
    String[] last = {""};
    try {
      BlockFileCluster.await(tip, () -> {
        HATestUtil.waitForStandbyToCatchUp(cluster.getNameNode(0), cluster.getNameNode(1));
        last[0] = cluster.getNamesystem(1).getSafemode();
        return last[0].matches(tip);
      });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ", last=" + last[0], e);
    }
  }
}
