package org.apache.hadoop.hdfs.server.balancer;

import io.okapifs.hdfs.balancer.DispatcherFields;
import io.okapifs.hdfs.balancer.GroupMoves;
import org.apache.hadoop.fs.StorageType;

/**
 * Why: the balancer asks about the replicas of a block alone, and a group has one of each.
 * Ladder: a class that upstream constructs itself.
 * Gone when: HDFS's balancer asks where a block may lie.
 */
aspect DispatcherAspect {

  // placement: relatives stay apart
  pointcut mayMove(Dispatcher dispatcher, Dispatcher.DDatanode.StorageGroup from,
      Dispatcher.DDatanode.StorageGroup to, Dispatcher.DBlock block) :
      execution(boolean Dispatcher.isGoodBlockCandidate(Dispatcher.DDatanode.StorageGroup,
          Dispatcher.DDatanode.StorageGroup, StorageType, Dispatcher.DBlock))
      && this(dispatcher)
      && args(from, to, StorageType, block);

  boolean around(Dispatcher dispatcher, Dispatcher.DDatanode.StorageGroup from,
      Dispatcher.DDatanode.StorageGroup to, Dispatcher.DBlock block) :
      mayMove(dispatcher, from, to, block) {
    return proceed(dispatcher, from, to, block)
        && GroupMoves.mayMove(
            DispatcherFields.nameNode(dispatcher), block.getBlock(), from.getDatanodeInfo(),
            to.getDatanodeInfo());
  }

  // placement: begun moves are noted
  pointcut begin(Dispatcher.PendingMove move, MovedBlocks.Locations block) :
      call(public synchronized void MovedBlocks.put(MovedBlocks.Locations))
      && withincode(boolean Dispatcher.PendingMove.markMovedIfGoodBlock(Dispatcher.DBlock,
          StorageType))
      && this(move)
      && args(block);

  after(Dispatcher.PendingMove move, MovedBlocks.Locations block) returning :
      begin(move, block) {
    GroupMoves.begin(DispatcherFields.nameNode(move), block.getBlock());
  }

  // placement: balancer and mover say what may not move
  pointcut end(Dispatcher dispatcher) :
      execution(public void Dispatcher.shutdownNow()) && this(dispatcher);

  after(Dispatcher dispatcher) returning : end(dispatcher) {
    GroupMoves.endIteration(DispatcherFields.nameNode(dispatcher), System.out);
  }
}
