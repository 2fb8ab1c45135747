package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.health.DeletionOrders;
import io.okapifs.hdfs.namenode.health.ForgottenDeletions;
import io.okapifs.hdfs.namenode.lease.RecoveryOrders;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringStripedBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;

/**
 * Why: who is asked for which block of a stripe must be right, else data is taken for missing; and
 * a node that restarts must be told again what to delete, else replicas are in excess for ever.
 * Ladder: methods of a class that the block manager constructs itself.
 * Gone when: HDFS-17094 and HDFS-17218 are in, and a recovery says what to do about silent nodes.
 */
aspect DatanodeManagerAspect {

  // lease: a node is asked for the right block of a stripe
  pointcut orderRecovery(DatanodeManager nodes) :
      call(public RecoveringStripedBlock.new(RecoveringBlock, byte[], ErasureCodingPolicy))
      && withincode(private BlockRecoveryCommand DatanodeManager.getBlockRecoveryCommand(String,
          DatanodeDescriptor))
      && this(nodes);

  RecoveringStripedBlock around(DatanodeManager nodes) : orderRecovery(nodes) {
    return RecoveryOrders.complete(nodes, proceed(nodes));
  }

  // reports: a node that restarts forgets what it was told to delete
  pointcut registersAgain(DatanodeManager nodes, DatanodeDescriptor node) :
      call(void HeartbeatManager.register(DatanodeDescriptor))
      && withincode(public void DatanodeManager.registerDatanode(DatanodeRegistration))
      && this(nodes)
      && args(node);

  before(DatanodeManager nodes, DatanodeDescriptor node) : registersAgain(nodes, node) {
    DeletionOrders.registersAgain(nodes, node);
    ForgottenDeletions.repeat(nodes, node);
  }
}
