package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.fix.HighestPriorityCounts;
import io.okapifs.hdfs.namenode.health.UnprotectedGroups;
import io.okapifs.hdfs.namenode.repair.GroupSiblings;
import io.okapifs.hdfs.namenode.repair.RepairPriority;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * Why: the priority of a decoupled block group is that of the worst group it touches.
 * Ladder: a private method of a class that upstream constructs itself and that knows no block
 * manager.
 * Gone when: HDFS judges block groups through an interface.
 */
aspect LowRedundancyBlocksAspect {

  private BlockManager LowRedundancyBlocks.okapiOwner;

  // repair: the queue asks its block manager
  pointcut newBlockManager(BlockManager blocks) :
      execution(public BlockManager.new(Namesystem, boolean, Configuration)) && this(blocks);

  after(BlockManager blocks) returning : newBlockManager(blocks) {
    blocks.neededReconstruction.okapiOwner = blocks;
  }

  // repair: the priority of a stripe is that of its worst group
  pointcut priority(LowRedundancyBlocks queue, BlockInfo block, int current, int expected) :
      execution(private int LowRedundancyBlocks.getPriority(BlockInfo, int, int, int, int))
      && this(queue) && args(block, current, int, int, expected);

  int around(LowRedundancyBlocks queue, BlockInfo block, int current, int expected) :
      priority(queue, block, current, expected) {
    return BlockInfoDecoupled.isDecoupled(block)
        ? RepairPriority.of(queue.okapiOwner, block, current, expected)
        : proceed(queue, block, current, expected);
  }

  // repair: a stripe whose priority changed is queued once
  pointcut enqueue(LowRedundancyBlocks queue, BlockInfo block) :
      execution(synchronized boolean LowRedundancyBlocks.add(BlockInfo, int, int, int, int))
      && this(queue) && args(block, int, int, int, int);

  boolean around(LowRedundancyBlocks queue, BlockInfo block) : enqueue(queue, block) {
    // Upstream looks at the queue of today's priority only; ours changes with other blocks.
    return !GroupSiblings.isQueued(queue.okapiOwner, block) && proceed(queue, block);
  }

  after(LowRedundancyBlocks queue, BlockInfo block) returning : enqueue(queue, block) {
    UnprotectedGroups.lookAt(queue.okapiOwner, block);
  }

  // repair: counts of an emptied queue begin anew
  pointcut clear(LowRedundancyBlocks queue) :
      execution(synchronized void LowRedundancyBlocks.clear()) && this(queue);

  after(LowRedundancyBlocks queue) returning : clear(queue) {
    if (HighestPriorityCounts.beginAnew(queue.okapiOwner)) {
      CountsWindow.resetHighest(queue);
    }
    UnprotectedGroups.clear(queue.okapiOwner);
  }
}
