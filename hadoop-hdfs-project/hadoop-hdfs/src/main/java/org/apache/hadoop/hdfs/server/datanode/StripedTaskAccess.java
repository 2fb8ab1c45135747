package org.apache.hadoop.hdfs.server.datanode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.hadoop.hdfs.server.datanode.BlockRecoveryWorker.RecoveryTaskStriped;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringStripedBlock;

/** The private state of upstream's recovery of a striped block group. */
final class StripedTaskAccess {

  private static final VarHandle ORDER;
  private static final VarHandle WORKER;
  private static final VarHandle DATANODE;

  static {
    try {
      MethodHandles.Lookup task =
          MethodHandles.privateLookupIn(RecoveryTaskStriped.class, MethodHandles.lookup());
      ORDER = task.findVarHandle(RecoveryTaskStriped.class, "rBlock", RecoveringBlock.class);
      WORKER = task.findVarHandle(RecoveryTaskStriped.class, "this$0", BlockRecoveryWorker.class);
      DATANODE =
          MethodHandles.privateLookupIn(BlockRecoveryWorker.class, MethodHandles.lookup())
              .findVarHandle(BlockRecoveryWorker.class, "datanode", DataNode.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private StripedTaskAccess() {}

  static RecoveringStripedBlock order(RecoveryTaskStriped task) {
    return (RecoveringStripedBlock) ORDER.get(task);
  }

  static BlockRecoveryWorker worker(RecoveryTaskStriped task) {
    return (BlockRecoveryWorker) WORKER.get(task);
  }

  static DataNode datanode(RecoveryTaskStriped task) {
    return (DataNode) DATANODE.get(worker(task));
  }
}
