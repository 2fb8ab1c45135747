package org.apache.hadoop.hdfs.server.datanode;

import io.okapifs.hdfs.datanode.recovery.StripeRecovery;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.BlockRecoveryWorker.RecoveryTaskStriped;

/**
 * Why: upstream asks for as many blocks with bytes as a block group has data units, for ever.
 * Ladder: the DataNode constructs the worker, and the worker the task, itself.
 * Gone when: HDFS recovers block groups of which some blocks were not begun.
 */
aspect BlockRecoveryWorkerAspect {

  // lease: a stripe is recovered though some blocks were not begun
  pointcut recover(RecoveryTaskStriped task) :
      execution(protected void BlockRecoveryWorker.RecoveryTaskStriped.recover()) && this(task);

  void around(RecoveryTaskStriped task) throws IOException : recover(task) {
    if (StripeRecovery.isAsked(task)) {
      StripeRecovery.recover(task);
    } else {
      proceed(task);
    }
  }
}
