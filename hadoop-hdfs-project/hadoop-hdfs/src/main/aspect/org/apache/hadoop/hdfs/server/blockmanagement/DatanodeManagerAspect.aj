package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringStripedBlock;

/**
 * Why: who is asked for which block of a stripe must be right, else data is taken for missing.
 * Ladder: a private method of a class that the block manager constructs itself.
 * Gone when: HDFS-17094 is in, and a recovery says what to do about silent nodes.
 */
aspect DatanodeManagerAspect {

  pointcut orderRecovery(DatanodeManager nodes) :
      call(public RecoveringStripedBlock.new(RecoveringBlock, byte[], ErasureCodingPolicy))
      && withincode(private BlockRecoveryCommand DatanodeManager.getBlockRecoveryCommand(String,
          DatanodeDescriptor))
      && this(nodes);

  RecoveringStripedBlock around(DatanodeManager nodes) : orderRecovery(nodes) {
    return RecoveryOrders.complete(nodes, proceed(nodes));
  }
}
