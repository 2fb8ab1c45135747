package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.repair.GroupSiblings;
import io.okapifs.hdfs.namenode.repair.PlacementSweep;

/**
 * Why: a node that begins or ends its maintenance changes what the groups of its blocks can do, and
 * one that is to stay after all may take members that share other nodes. Nobody waits for block
 * groups that files do not have yet.
 * Ladder: methods of a class that upstream constructs itself.
 * Gone when: HDFS tells block groups of the state of nodes.
 */
privileged aspect DatanodeAdminManagerAspect {

  // health: maintenance changes what groups of the node's blocks survive
  pointcut beganMaintenance(DatanodeAdminManager manager, DatanodeDescriptor node) :
      execution(protected void DatanodeAdminManager.setInMaintenance(DatanodeDescriptor))
      && this(manager) && args(node);

  after(DatanodeAdminManager manager, DatanodeDescriptor node) returning :
      beganMaintenance(manager, node) {
    GroupSiblings.reconsider(manager.blockManager, node);
  }

  // health: the end of maintenance changes what groups of the node's blocks survive
  pointcut endedMaintenance(DatanodeAdminManager manager, DatanodeDescriptor node) :
      execution(public void DatanodeAdminManager.stopMaintenance(DatanodeDescriptor))
      && this(manager) && args(node);

  after(DatanodeAdminManager manager, DatanodeDescriptor node) returning :
      endedMaintenance(manager, node) {
    GroupSiblings.reconsider(manager.blockManager, node);
    PlacementSweep.begin(manager.blockManager);
  }

  // transition: nobody waits for block groups that files do not have yet
  pointcut isSufficient(BlockInfo block, BlockCollection file) :
      execution(protected boolean DatanodeAdminManager.isSufficient(BlockInfo, BlockCollection,
          NumberReplicas, boolean, boolean))
      && args(block, file, NumberReplicas, boolean, boolean);

  boolean around(BlockInfo block, BlockCollection file) : isSufficient(block, file) {
    return DecoupledFile.isComing(block, file) || proceed(block, file);
  }

  // placement: a node that stays after all may take misplaced members
  pointcut stays(DatanodeAdminManager manager) :
      execution(public void DatanodeAdminManager.stopDecommission(DatanodeDescriptor))
      && this(manager);

  after(DatanodeAdminManager manager) returning : stays(manager) {
    PlacementSweep.begin(manager.blockManager);
  }
}
