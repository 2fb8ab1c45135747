package org.apache.hadoop.hdfs.server.datanode.erasurecode;

import io.okapifs.hdfs.datanode.repair.GroupRepairService;
import java.util.Collection;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand.BlockECReconstructionInfo;

/**
 * Why: members of a group lie in several block groups, and their codes may need fewer helpers than
 * upstream's repair insists on.
 * Ladder: the DataNode constructs the worker, a final class, itself.
 * Gone when: HDFS lets a codec supply its repair.
 */
aspect ErasureCodingWorkerAspect {

  // repair: tasks of groups are run by us
  pointcut accept(ErasureCodingWorker worker, Collection<BlockECReconstructionInfo> tasks) :
      execution(public void ErasureCodingWorker.processErasureCodingTasks(Collection))
      && this(worker)
      && args(tasks);

  void around(ErasureCodingWorker worker, Collection<BlockECReconstructionInfo> tasks) :
      accept(worker, tasks) {
    proceed(
        worker,
        GroupRepairService.takeOut(worker.getDatanode(), worker.getXmitWeight(), tasks));
  }

  // repair: repairs of groups end with the DataNode
  pointcut shutDown(ErasureCodingWorker worker) :
      execution(public void ErasureCodingWorker.shutDown()) && this(worker);

  before(ErasureCodingWorker worker) : shutDown(worker) {
    GroupRepairService.shutDown(worker.getDatanode());
  }
}
