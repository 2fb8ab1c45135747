package io.okapifs.hdfs.datanode.recovery;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.recovery.Forgoing;
import io.okapifs.hdfs.recovery.StripePrefix;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockRecoveryWorker.RecoveryTaskStriped;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeWindow;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringStripedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes the last data stripe of a file whose writer is gone: asks the nodes of its blocks what
 * they have, cuts all of them to the prefix in file order that is there without a gap, and tells
 * the NameNode. A stripe without a prefix is removed.
 *
 * <p>An attempt fails, to be made again by the NameNode, while the block that ends the prefix might
 * have more: its node gives no answer, or is not known although the writer wrote there. It fails
 * also where a block cannot be cut. Once the NameNode says that the wait is over the prefix is
 * taken as it is, and ends before such a block.
 */
public final class StripeRecovery {

  private static final Logger LOG = LoggerFactory.getLogger(StripeRecovery.class);

  private final RecoveryTaskStriped task;
  private final RecoveringStripedBlock order;
  private final ErasureCodingPolicy policy;

  private StripeRecovery(RecoveryTaskStriped task) {
    this.task = task;
    this.order = DataNodeWindow.order(task);
    this.policy = order.getErasureCodingPolicy();
  }

  /** Whether a task of upstream's is about a stripe of a decoupled file. */
  @Woven
  public static boolean isAsked(RecoveryTaskStriped task) {
    return GroupIds.isDataStripe(DataNodeWindow.order(task).getBlock().getBlockId());
  }

  /** Carries out a task in upstream's place, in upstream's thread. */
  @Woven
  public static void recover(RecoveryTaskStriped task) throws IOException {
    new StripeRecovery(task).recover(DataNodeWindow.node(task));
  }

  private void recover(DataNode datanode) throws IOException {
    try (StripeReplicas replicas = new StripeReplicas(datanode, order)) {
      replicas.ask();
      long[] lengths = replicas.lengths();
      StripePrefix prefix = StripePrefix.of(lengths, policy.getCellSize());
      if (mayHaveMore(replicas, prefix) && !Forgoing.isMarked(policy)) {
        throw new IOException(
            "Waiting for block " + prefix.gap() + " of " + order.getBlock() + ", which may have"
                + " more: lengths=" + Arrays.toString(lengths));
      }
      LOG.info(
          "Recovery of a data stripe: block={}, lengths={}, prefix={}",
          order.getBlock(), Arrays.toString(lengths), prefix);
      commit(replicas, prefix.bytes());
    }
  }

  private static boolean mayHaveMore(StripeReplicas replicas, StripePrefix prefix) {
    return replicas.isSilent(prefix.gap())
        || !replicas.isListed(prefix.gap()) && prefix.bytesBehind();
  }

  private void remove() throws IOException {
    DataNodeWindow.nameNode(task, order.getBlock().getBlockPoolId())
        .commitBlockSynchronization(
            order.getBlock(), order.getNewGenerationStamp(), 0, true, true,
            DatanodeID.EMPTY_ARRAY, null);
  }

  /** From the last block on, for those in front of one that cannot be cut must be cut shorter. */
  private void commit(StripeReplicas replicas, long prefix) throws IOException {
    int width = policy.getNumDataUnits();
    DatanodeID[] nodes = new DatanodeID[width];
    String[] storages = new String[width];
    // What holds nothing of the prefix is left out, and deleted by the NameNode.
    Arrays.fill(nodes, DatanodeID.EMPTY_DATANODE_ID);
    Arrays.fill(storages, "");
    long bytes = prefix;
    for (int i = width - 1; i >= 0; i--) {
      long length =
          StripedBlockUtil.getInternalBlockLength(bytes, policy.getCellSize(), width, i);
      if (length == 0) {
        continue;
      }
      try {
        storages[i] = cut(replicas.replica(i), length);
        nodes[i] = replicas.replica(i).node();
      } catch (IOException e) {
        bytes = withoutBlock(i, e);
        Arrays.fill(nodes, i, width, DatanodeID.EMPTY_DATANODE_ID);
        Arrays.fill(storages, i, width, "");
      }
    }
    finish(bytes, nodes, storages);
  }

  /** The prefix in front of a block that cannot be cut: a cell of each block before it. */
  private long withoutBlock(int index, IOException reason) throws IOException {
    if (!Forgoing.isMarked(policy)) {
      throw reason;
    }
    LOG.warn(
        "Block cannot be cut, the file ends before it: block={}, index={}",
        order.getBlock(), index, reason);
    return (long) index * policy.getCellSize();
  }

  private void finish(long bytes, DatanodeID[] nodes, String[] storages) throws IOException {
    if (bytes == 0) {
      remove();
      return;
    }
    ExtendedBlock block = order.getBlock();
    DataNodeWindow.nameNode(task, block.getBlockPoolId())
        .commitBlockSynchronization(
            block, order.getNewGenerationStamp(), bytes, true, false, nodes, storages);
  }

  private String cut(StripeReplicas.Replica replica, long length) throws IOException {
    return replica.proxy().updateReplicaUnderRecovery(
        new ExtendedBlock(order.getBlock().getBlockPoolId(), replica.info()),
        order.getNewGenerationStamp(), replica.info().getBlockId(), length);
  }
}
