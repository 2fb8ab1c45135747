package io.okapifs.hdfs.namenode.health;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.HealthChecks;
import java.nio.file.Files;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.LateMessages;
import org.apache.hadoop.hdfs.server.blockmanagement.PlannedRepair;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HeldDeletions;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.junit.jupiter.api.Test;

/** Replicas that a node was told to delete: one that it deletes late, and one that it keeps. */
class OrderedDeletionTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final byte[] BYTES = BlockFileCluster.bytes(3L * BLOCK, 38);

  /** As many nodes as a group has members: beside the old place each is taken. */
  private static final int NODES = 5;

  @Test
  void itIsRebuiltThereOnceThatIsDoneAndMovesNoSecondTime() throws Exception {
    try (BlockFileCluster cluster = new BlockFileCluster(NODES)) {
      Path file = write(cluster);
      Replica replica = cluster.member(file, 0, 1);
      DataNode node = cluster.mini().getDataNodes().get(cluster.nodeNumber(replica.node()));
      FSNamesystem namesystem = cluster.mini().getNamesystem();
      BlockManager blocks = namesystem.getBlockManager();
      try (HeldDeletions held = new HeldDeletions(node)) {
        Files.delete(cluster.checksumFile(replica).toPath());
        DataNodeTestUtils.runDirectoryScanner(node);
        DataNodeTestUtils.triggerBlockReport(node);
        BlockFileCluster.await(
            "the loss", () -> cluster.memberIfAny(file, 0, 1).node() == null);
        PlannedRepair repair =
            PlannedRepair.of(
                namesystem, blocks.getStoredBlock(replica.block().getLocalBlock()), true);
        repair.chooseTargets();
        assertThat(repair.targets()).as("targets while the old replica is deleted").isZero();
        held.release();
      }
      HealthChecks.awaitWhole(cluster, file, BYTES);
      HealthChecks.assertHealthy(cluster, file);
      assertThat(cluster.member(file, 0, 1).node()).isEqualTo(replica.node());
      assertThat(BlockFileCluster.stateOf("SecondMovesSinceStart")).isZero();
    }
  }

  /**
   * A stream was opened again with a newer stamp, and what its node said before comes late: that is
   * judged as corrupt, and the node refuses to delete it.
   */
  @Test
  void anOrderThatItsNodeRefusesHoldsNothingBack() throws Exception {
    try (BlockFileCluster cluster = new BlockFileCluster(NODES)) {
      Path file = write(cluster);
      Replica replica = cluster.member(file, 0, 3);
      Block block = replica.block().getLocalBlock();
      Block earlier =
          new Block(block.getBlockId(), block.getNumBytes(), block.getGenerationStamp() - 1);
      LateMessages.takeBack(cluster.mini().getNamesystem(), replica.node(), replica.block());
      tell(cluster, replica, earlier, BlockStatus.RECEIVING_BLOCK);
      tell(cluster, replica, block, BlockStatus.RECEIVED_BLOCK);
      BlockFileCluster.await(
          "both reports", () -> cluster.memberIfAny(file, 0, 3).node() != null);
      BlockManager blocks = cluster.mini().getNamesystem().getBlockManager();
      assertThat(DeletionOrders.holdBack(blocks, blocks.getStoredBlock(block))).isFalse();
      HealthChecks.awaitWhole(cluster, file, BYTES);
      HealthChecks.assertHealthy(cluster, file);
    }
  }

  private static Path write(BlockFileCluster cluster) throws Exception {
    Path file = new Path(cluster.directory(POLICY, 3), "file");
    cluster.write(file, BYTES);
    cluster.awaitParityGroups(file, 1, 2);
    return file;
  }

  private static void tell(
      BlockFileCluster cluster, Replica replica, Block block, BlockStatus status)
      throws Exception {
    DataNode node = cluster.mini().getDataNodes().get(cluster.nodeNumber(replica.node()));
    String pool = replica.block().getBlockPoolId();
    String storage = node.getFSDataset().getVolume(replica.block()).getStorageID();
    cluster.mini().getNameNodeRpc().blockReceivedAndDeleted(
        node.getDNRegistrationForBP(pool), pool,
        new StorageReceivedDeletedBlocks[] {
          new StorageReceivedDeletedBlocks(
              new DatanodeStorage(storage),
              new ReceivedDeletedBlockInfo[] {
                new ReceivedDeletedBlockInfo(block, status, null)
              })
        });
  }
}
