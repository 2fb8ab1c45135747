package io.okapifs.hdfs.namenode.lease;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.namenode.health.RecoveryClock;
import io.okapifs.hdfs.recovery.Forgoing;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringStripedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the NameNode tells DataNodes to do about data stripes whose writer is gone. */
public final class RecoveryOrders {

  private static final Logger LOG = LoggerFactory.getLogger(RecoveryOrders.class);

  private RecoveryOrders() {}

  /**
   * The order to recover a block group, as it should be. Upstream leaves out the nodes that it has
   * not heard of lately, but not their indices, so that the others are asked for blocks that they
   * never had (HDFS-17094). Of a data stripe they are asked too, until the wait is over.
   */
  @Woven
  public static RecoveringStripedBlock complete(
      DatanodeManager nodes, RecoveringStripedBlock order) {
    if (!GroupIds.isDecoupled(order.getBlock().getBlockId())) {
      return UpstreamFix.HDFS_17094.isOn(DatanodeWindow.conf(nodes))
          ? matched(nodes, order)
          : order;
    }
    BlockManager blocks = DatanodeWindow.blocks(nodes);
    BlockInfo stripe = blocks.getStoredBlock(order.getBlock().getLocalBlock());
    if (stripe == null) {
      // Its file was deleted since: the answer will be refused.
      return order;
    }
    BlockUnderConstructionFeature open = stripe.getUnderConstructionFeature();
    boolean forgo = RecoveryClock.isOver(blocks, stripe);
    DatanodeStorageInfo[] storages = open.getExpectedStorageLocations();
    byte[] indices = open.getBlockIndices();
    int[] asked =
        IntStream.range(0, storages.length)
            .filter(i -> !forgo || !isStale(nodes, storages[i]))
            .toArray();
    DatanodeInfo[] askedNodes =
        Arrays.stream(asked)
            .mapToObj(i -> storages[i].getDatanodeDescriptor())
            .toArray(DatanodeInfo[]::new);
    byte[] askedIndices = new byte[asked.length];
    IntStream.range(0, asked.length).forEach(i -> askedIndices[i] = indices[asked[i]]);
    ErasureCodingPolicy policy = order.getErasureCodingPolicy();
    return new RecoveringStripedBlock(
        new RecoveringBlock(order.getBlock(), askedNodes, order.getNewGenerationStamp()),
        askedIndices,
        forgo ? Forgoing.mark(policy) : policy);
  }

  /** A coupled group's order with the indices of the nodes that it names. */
  private static RecoveringStripedBlock matched(
      DatanodeManager nodes, RecoveringStripedBlock order) {
    DatanodeInfo[] asked = order.getLocations();
    byte[] indices = order.getBlockIndices();
    BlockInfo group = DatanodeWindow.blocks(nodes).getStoredBlock(order.getBlock().getLocalBlock());
    if (group == null || asked.length == indices.length) {
      return order;
    }
    DatanodeStorageInfo[] all = group.getUnderConstructionFeature().getExpectedStorageLocations();
    byte[] askedIndices = new byte[asked.length];
    for (int i = 0, j = 0; i < all.length && j < asked.length; i++) {
      if (all[i].getDatanodeDescriptor().equals(asked[j])) {
        askedIndices[j++] = indices[i];
      }
    }
    return new RecoveringStripedBlock(order, askedIndices, order.getErasureCodingPolicy());
  }

  private static boolean isStale(DatanodeManager nodes, DatanodeStorageInfo storage) {
    return DatanodeWindow.isStale(nodes, storage.getDatanodeDescriptor());
  }

  /**
   * Gives a data stripe of which no node is heard of to another node, once the wait is over:
   * upstream gives it to nobody, and the file stays open for ever.
   */
  public static void assignOrphan(BlockManager blocks, BlockInfo stripe) {
    DatanodeManager nodes = blocks.getDatanodeManager();
    DatanodeStorageInfo[] storages =
        stripe.getUnderConstructionFeature().getExpectedStorageLocations();
    if (!RecoveryClock.isOver(blocks, stripe)
        || !Arrays.stream(storages).allMatch(at -> isStale(nodes, at))) {
      return;
    }
    for (DatanodeDescriptor node : DatanodeWindow.live(nodes)) {
      if (!DatanodeWindow.isStale(nodes, node)) {
        LOG.warn(
            "Data stripe is given to another node, as none of its own answers: block={}, node={}",
            stripe, node);
        DatanodeWindow.addRecovery(node, stripe);
        return;
      }
    }
  }
}
