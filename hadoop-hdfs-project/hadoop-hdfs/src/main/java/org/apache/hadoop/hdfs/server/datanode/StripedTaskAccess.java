package org.apache.hadoop.hdfs.server.datanode;

import io.okapifs.hdfs.seam.PrivateField;
import java.lang.invoke.VarHandle;
import org.apache.hadoop.hdfs.server.datanode.BlockRecoveryWorker.RecoveryTaskStriped;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringStripedBlock;

/** The private state of upstream's recovery of a striped block group. */
final class StripedTaskAccess {

  private static final VarHandle ORDER =
      PrivateField.of(RecoveryTaskStriped.class, "rBlock", RecoveringBlock.class);
  private static final VarHandle WORKER =
      PrivateField.of(RecoveryTaskStriped.class, "this$0", BlockRecoveryWorker.class);
  private static final VarHandle DATANODE =
      PrivateField.of(BlockRecoveryWorker.class, "datanode", DataNode.class);

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
