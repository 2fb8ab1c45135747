package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.fix.ExcessOfCorrupt;
import io.okapifs.hdfs.namenode.fix.PostponedExcess;
import io.okapifs.hdfs.namenode.fix.SafeModeReplicas;
import io.okapifs.hdfs.namenode.health.CommittedReplicas;
import io.okapifs.hdfs.namenode.health.DeletionOrders;
import io.okapifs.hdfs.namenode.health.OpenBlocks;
import io.okapifs.hdfs.namenode.health.ReportedReplicas;
import io.okapifs.hdfs.namenode.health.SafeModeGroups;
import io.okapifs.hdfs.namenode.health.StorageMinimums;
import io.okapifs.hdfs.namenode.ops.OkapiBlocks;
import io.okapifs.hdfs.namenode.placement.DeferredPlacement;
import io.okapifs.hdfs.namenode.placement.PlacementAnswers;
import io.okapifs.hdfs.namenode.repair.EarlyReport;
import io.okapifs.hdfs.namenode.repair.ForgottenMembers;
import io.okapifs.hdfs.namenode.repair.FullScan;
import io.okapifs.hdfs.namenode.repair.GroupRepairs;
import io.okapifs.hdfs.namenode.repair.GroupSiblings;
import io.okapifs.hdfs.namenode.repair.RepairRound;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.PendingDataNodeMessages.ReportedBlockInfo;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.net.Node;

/**
 * Why: a decoupled block group is judged by the groups that its blocks belong to, never by itself;
 * a node that is about to delete a block of a group must not get it, nor anybody forget one; and a
 * node that alone has bytes of an open file must not leave.
 * Ladder: methods of a class that upstream constructs itself.
 * Gone when: HDFS judges block groups through an interface.
 */
aspect BlockManagerAspect {

  declare parents : BlockManager implements OkapiParts.Held;

  private final OkapiParts BlockManager.okapiBlocks = OkapiBlocks.newParts();

  public OkapiParts BlockManager.okapi() {
    return okapiBlocks;
  }

  // health: a node with the only bytes of an open file stays
  pointcut mayLeave(BlockManager blocks, DatanodeDescriptor node) :
      execution(boolean BlockManager.isNodeHealthyForDecommissionOrMaintenance(
          DatanodeDescriptor))
      && this(blocks) && args(node);

  boolean around(BlockManager blocks, DatanodeDescriptor node) : mayLeave(blocks, node) {
    return proceed(blocks, node)
        && !node.getLeavingServiceStatus().okapiIsHeldBy(
            OpenBlocks.holding(blocks, node));
  }

  // repair: a round is planned in parts, between which the lock is let go of
  pointcut scheduleRepairs(BlockManager blocks, List<List<BlockInfo>> byPriority) :
      execution(int BlockManager.computeReconstructionWorkForBlocks(List))
      && this(blocks) && args(byPriority);

  int around(BlockManager blocks, List<List<BlockInfo>> byPriority) :
      scheduleRepairs(blocks, byPriority) {
    int scheduled = 0;
    for (List<List<BlockInfo>> part : RepairRound.parts(byPriority)) {
      scheduled += proceed(blocks, part);
    }
    return scheduled;
  }

  // repair: what a stripe misses is rebuilt from its groups
  pointcut scheduleRepair(BlockManager blocks, BlockInfo block, int priority) :
      execution(BlockReconstructionWork BlockManager.scheduleReconstruction(BlockInfo, int))
      && this(blocks) && args(block, priority);

  BlockReconstructionWork around(BlockManager blocks, BlockInfo block, int priority) :
      scheduleRepair(blocks, block, priority) {
    return GroupRepairs.isStock(block)
        ? proceed(blocks, block, priority)
        : GroupRepairs.schedule(blocks, block, priority);
  }

  // repair: a plan that has become pointless is dropped
  pointcut validateRepair(BlockManager blocks, BlockReconstructionWork work) :
      execution(private boolean BlockManager.validateReconstructionWork(BlockReconstructionWork))
      && this(blocks)
      && args(work);

  boolean around(BlockManager blocks, BlockReconstructionWork work) :
      validateRepair(blocks, work) {
    return !GroupRepairs.isOverdue(blocks, work, work.getBlock(), work.getTargets())
        && proceed(blocks, work);
  }

  // health: a stripe needs no replica of its own while its groups decode
  pointcut minStorage(BlockManager blocks, BlockInfo block) :
      execution(public short BlockManager.getMinStorageNum(BlockInfo))
      && this(blocks)
      && args(block);

  short around(BlockManager blocks, BlockInfo block) : minStorage(blocks, block) {
    return BlockInfoDecoupled.isDecoupled(block)
        ? StorageMinimums.minStorage(blocks, block)
        : proceed(blocks, block);
  }

  // health: a stripe is stored where its groups survive what was not reported
  pointcut isStored(BlockInfo block) :
      execution(public boolean BlockManager.hasMinStorage(BlockInfo)) && args(block);

  boolean around(BlockInfo block) : isStored(block) {
    return StorageMinimums.isStoredForGood(block) || proceed(block);
  }

  // lease: a stripe is complete with the blocks that its recovery kept
  pointcut completeByForce(BlockInfo block) :
      execution(public void BlockManager.forceCompleteBlock(BlockInfo)) && args(block);

  before(BlockInfo block) : completeByForce(block) {
    CommittedReplicas.confirm(block);
  }

  // health: what must stay readable in maintenance is decided by group
  pointcut minMaintenanceStorage(BlockManager blocks, BlockInfo block) :
      execution(short BlockManager.getMinMaintenanceStorageNum(BlockInfo))
      && this(blocks)
      && args(block);

  short around(BlockManager blocks, BlockInfo block) : minMaintenanceStorage(blocks, block) {
    return BlockInfoDecoupled.isDecoupled(block)
        ? StorageMinimums.minMaintenanceStorage(blocks, block)
        : proceed(blocks, block);
  }

  // health: a stripe is corrupt if its groups cannot be decoded
  pointcut minLive(BlockManager blocks, BlockInfoStriped block) :
      call(public short BlockInfoStriped.getRealDataBlockNum())
      && withincode(private LocatedBlock BlockManager.createLocatedBlock(LocatedBlockBuilder,
          BlockInfo, long))
      && this(blocks)
      && target(block);

  short around(BlockManager blocks, BlockInfoStriped block) : minLive(blocks, block) {
    short real = proceed(blocks, block);
    return BlockInfoDecoupled.isDecoupled(block)
        ? StorageMinimums.minLive(blocks, block, real)
        : real;
  }

  // placement: HDFS's balancer gets none
  pointcut offerToBalancer(BlockInfo block) :
      execution(private long BlockManager.addBlock(BlockInfo, List)) && args(block, List);

  long around(BlockInfo block) : offerToBalancer(block) {
    // The real size without an entry: the scan ends as if the block had been offered.
    return BlockInfoDecoupled.isDecoupled(block) ? block.getNumBytes() : proceed(block);
  }

  // health: a stripe counts as safe once its groups can be decoded
  pointcut countedSafe(BlockManager blocks, BlockInfo block, int replicas) :
      call(public boolean BlockManager.hasMinStorage(BlockInfo, int))
      && withincode(public void BlockManager.removeBlocksAndUpdateSafemodeTotal(
          INode.BlocksMapUpdateInfo))
      && target(blocks) && args(block, replicas);

  boolean around(BlockManager blocks, BlockInfo block, int replicas) :
      countedSafe(blocks, block, replicas) {
    return BlockInfoDecoupled.isDecoupled(block)
        ? SafeModeGroups.wasCounted(block)
        : proceed(blocks, block, SafeModeReplicas.count(blocks, block, replicas));
  }

  // health: a report makes stripes of the same groups safe
  pointcut countReported(
      BlockManager blocks, BlockManagerSafeMode mode, int replicas, BlockInfo block) :
      call(synchronized void BlockManagerSafeMode.incrementSafeBlockCount(int, BlockInfo))
      && withincode(private Block BlockManager.addStoredBlock(
          BlockInfo, Block, DatanodeStorageInfo, DatanodeDescriptor, boolean))
      && this(blocks) && target(mode) && args(replicas, block);

  void around(BlockManager blocks, BlockManagerSafeMode mode, int replicas, BlockInfo block) :
      countReported(blocks, mode, replicas, block) {
    // Blocks are reported for as long as a NameNode lives; they count in safe mode alone.
    if (mode.isInSafeMode()) {
      proceed(blocks, mode, SafeModeReplicas.count(blocks, block, replicas), block);
    }
  }

  // reports: a replica of no block of its group is refused
  pointcut processReported(
      BlockManager blocks, DatanodeStorageInfo storage, Block reported, ReplicaState state,
      Collection<Block> invalid) :
      execution(private BlockInfo BlockManager.processReportedBlock(DatanodeStorageInfo, Block,
          ReplicaState, Collection, Collection, Collection, Collection))
      && this(blocks)
      && args(storage, reported, state, Collection, invalid, Collection, Collection);

  BlockInfo around(
      BlockManager blocks, DatanodeStorageInfo storage, Block reported, ReplicaState state,
      Collection<Block> invalid) :
      processReported(blocks, storage, reported, state, invalid) {
    return ReportedReplicas.isRefused(blocks, storage, reported, state, invalid)
        ? null
        : proceed(blocks, storage, reported, state, invalid);
  }

  // reports: a node has done what it was told to delete
  pointcut processDeleted(BlockManager blocks, Block deleted, DatanodeDescriptor node) :
      execution(private void BlockManager.removeStoredBlock(DatanodeStorageInfo, Block,
          DatanodeDescriptor))
      && this(blocks)
      && args(DatanodeStorageInfo, deleted, node);

  void around(BlockManager blocks, Block deleted, DatanodeDescriptor node) :
      processDeleted(blocks, deleted, node) {
    DeletionOrders.confirm(blocks, deleted, node);
    if (!ReportedReplicas.isOfAnotherBlock(blocks, deleted, node)) {
      proceed(blocks, deleted, node);
    }
  }

  // reports: a standby forgets no deletion that a later report does not undo
  pointcut processQueued(BlockManager blocks, Iterable<ReportedBlockInfo> queued) :
      execution(private void BlockManager.processQueuedMessages(Iterable))
      && this(blocks)
      && args(queued);

  void around(BlockManager blocks, Iterable<ReportedBlockInfo> queued) throws IOException :
      processQueued(blocks, queued) {
    // Each is judged when it is asked for: what it means depends on those before it.
    proceed(
        blocks,
        BlockManagerWindow.withoutDeletions(
            queued, (block, node) -> ReportedReplicas.isOfAnotherBlock(blocks, block, node)));
  }

  // reports: the first report adds no replica of another block
  pointcut addFirstReported(BlockInfo stored, Block reported) :
      execution(private void BlockManager.addStoredBlockImmediate(BlockInfo, Block,
          DatanodeStorageInfo))
      && args(stored, reported, DatanodeStorageInfo);

  void around(BlockInfo stored, Block reported) throws IOException :
      addFirstReported(stored, reported) {
    if (!ReportedReplicas.isOutOfRange(stored, reported)) {
      proceed(stored, reported);
    }
  }

  // reports: a wrong replica is one of its own group, which is judged again
  pointcut markCorrupt(BlockManager blocks, BlockToMarkCorrupt corrupt,
      DatanodeStorageInfo storage, DatanodeDescriptor node) :
      execution(private void BlockManager.markBlockAsCorrupt(BlockToMarkCorrupt,
          DatanodeStorageInfo, DatanodeDescriptor))
      && this(blocks)
      && args(corrupt, storage, node);

  void around(BlockManager blocks, BlockToMarkCorrupt corrupt, DatanodeStorageInfo storage,
      DatanodeDescriptor node) throws IOException : markCorrupt(blocks, corrupt, storage, node) {
    if (!ReportedReplicas.isOutOfRange(corrupt.getStored(), corrupt.getCorrupted())) {
      boolean wasKnown = ForgottenMembers.isKnown(corrupt.getStored(), storage);
      proceed(blocks, corrupt, storage, node);
      ExcessOfCorrupt.forget(blocks, corrupt.getStored(), node);
      ForgottenMembers.lookAt(blocks, corrupt.getStored(), storage, wasKnown);
      GroupSiblings.reconsider(blocks, corrupt.getStored());
    }
  }

  // repair: what has come changes priorities in its groups, and lies well for now
  pointcut addReplica(BlockManager blocks, BlockInfo block, Block reported,
      DatanodeStorageInfo storage) :
      execution(private Block BlockManager.addStoredBlock(BlockInfo, Block, DatanodeStorageInfo,
          DatanodeDescriptor, boolean))
      && this(blocks)
      && args(block, reported, storage, DatanodeDescriptor, boolean);

  Block around(BlockManager blocks, BlockInfo block, Block reported,
      DatanodeStorageInfo storage) throws IOException :
      addReplica(blocks, block, reported, storage) {
    DeferredPlacement.begin(blocks, block);
    Block added;
    try {
      added = proceed(blocks, block, reported, storage);
    } finally {
      DeferredPlacement.end(blocks, block);
    }
    ReportedReplicas.noteOfDeleted(blocks, block, reported, storage);
    DeletionOrders.receive(blocks, reported, storage.getDatanodeDescriptor());
    GroupSiblings.afterAdding(blocks, block);
    return added;
  }

  // repair: a repair that a full report tells first may hide what else is missing
  pointcut receive(
      BlockManager blocks, DatanodeStorageInfo storage, Block received, String from) :
      execution(public void BlockManager.addBlock(DatanodeStorageInfo, Block, String))
      && this(blocks)
      && args(storage, received, from);

  after(BlockManager blocks, DatanodeStorageInfo storage, Block received, String from) returning :
      receive(blocks, storage, received, from) {
    PlacementAnswers.countRefusedMove(blocks, storage, received, from);
    EarlyReport.reconsider(blocks, received);
  }

  // repair: what has gone changes the priority of stripes of its groups
  pointcut removeReplica(BlockManager blocks, BlockInfo block) :
      execution(public void BlockManager.removeStoredBlock(BlockInfo, DatanodeDescriptor))
      && this(blocks)
      && args(block, DatanodeDescriptor);

  after(BlockManager blocks, BlockInfo block) returning : removeReplica(blocks, block) {
    GroupSiblings.reconsider(blocks, block);
  }

  // placement: nodes and racks are judged by group
  pointcut placementStatus(BlockManager blocks, BlockInfo block, DatanodeStorageInfo[] more) :
      execution(BlockPlacementStatus BlockManager.getBlockPlacementStatus(BlockInfo,
          DatanodeStorageInfo[]))
      && this(blocks)
      && args(block, more);

  BlockPlacementStatus around(BlockManager blocks, BlockInfo block, DatanodeStorageInfo[] more) :
      placementStatus(blocks, block, more) {
    return BlockInfoDecoupled.isDecoupled(block)
        ? PlacementAnswers.status(blocks, block, more)
        : proceed(blocks, block, more);
  }

  // placement: the group decides which replica is in excess, not the hint
  pointcut chooseExcess(
      BlockManager blocks, Collection<DatanodeStorageInfo> storages, BlockInfo block,
      DatanodeDescriptor hint) :
      execution(private void BlockManager.chooseExcessRedundancyStriped(BlockCollection,
          Collection, BlockInfo, DatanodeDescriptor))
      && this(blocks)
      && args(BlockCollection, storages, block, hint);

  void around(
      BlockManager blocks, Collection<DatanodeStorageInfo> storages, BlockInfo block,
      DatanodeDescriptor hint) :
      chooseExcess(blocks, storages, block, hint) {
    if (!DeletionOrders.holdBack(blocks, block)
        && !PlacementAnswers.removeExcess(blocks, block, storages, hint)) {
      proceed(blocks, storages, block, hint);
    }
  }

  // placement: a node that may still delete a replica is remembered
  pointcut orderDeletion(BlockManager blocks, Block replica, DatanodeInfo node) :
      execution(void BlockManager.addToInvalidates(Block, DatanodeInfo))
      && this(blocks)
      && args(replica, node);

  after(BlockManager blocks, Block replica, DatanodeInfo node) returning :
      orderDeletion(blocks, replica, node) {
    DeletionOrders.note(blocks, replica, node);
  }

  // placement: a node with a replica to delete is no target
  pointcut chooseTargets(BlockManager blocks, BlockReconstructionWork work, Set<Node> excluded) :
      call(void BlockReconstructionWork.chooseTargets(BlockPlacementPolicy,
          BlockStoragePolicySuite, Set))
      && withincode(int BlockManager.computeReconstructionWorkForBlocks(List))
      && this(blocks)
      && target(work)
      && args(BlockPlacementPolicy, BlockStoragePolicySuite, excluded);

  before(BlockManager blocks, BlockReconstructionWork work, Set<Node> excluded) :
      chooseTargets(blocks, work, excluded) {
    DeletionOrders.exclude(blocks, work.getBlock(), excluded);
  }

  // reports: a full report ends orders to delete
  pointcut fullReport(BlockManager blocks, DatanodeStorageInfo storage, BlockListAsLongs report) :
      execution(Collection BlockManager.processReport(DatanodeStorageInfo, BlockListAsLongs))
      && this(blocks)
      && args(storage, report);

  after(BlockManager blocks, DatanodeStorageInfo storage, BlockListAsLongs report) returning :
      fullReport(blocks, storage, report) {
    DeletionOrders.report(blocks, storage, report);
  }

  // reports: orders to delete end with their node
  pointcut removeNode(BlockManager blocks, DatanodeDescriptor node) :
      execution(void BlockManager.removeBlocksAssociatedTo(DatanodeDescriptor))
      && this(blocks)
      && args(node);

  after(BlockManager blocks, DatanodeDescriptor node) returning : removeNode(blocks, node) {
    DeletionOrders.forget(blocks, node);
  }

  // placement: a scan over all blocks judges each group once
  pointcut scanForAll(BlockManager blocks, BlockInfo block) :
      call(private BlockManager.MisReplicationResult BlockManager.processMisReplicatedBlock(
          BlockInfo))
      && withincode(private void BlockManager.processMisReplicatesAsync())
      && this(blocks)
      && args(block);

  BlockManager.MisReplicationResult around(BlockManager blocks, BlockInfo block) :
      scanForAll(blocks, block) {
    if (FullScan.passesOver(blocks, block)) {
      return BlockManager.MisReplicationResult.OK;
    }
    BlockManager.MisReplicationResult result = proceed(blocks, block);
    FullScan.lookAround(blocks, block);
    return result == BlockManager.MisReplicationResult.UNDER_REPLICATED
            && PostponedExcess.remains(blocks, block)
        ? BlockManager.MisReplicationResult.POSTPONE
        : result;
  }
}
