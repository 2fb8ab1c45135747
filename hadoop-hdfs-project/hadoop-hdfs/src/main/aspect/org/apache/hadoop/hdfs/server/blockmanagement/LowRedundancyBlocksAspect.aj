package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * Why: the priority of a decoupled block group is that of the worst group it touches; and upstream
 * forgets to begin two of its counts anew after a failover.
 * Ladder: a private method of a class that upstream constructs itself and that knows no block
 * manager.
 * Gone when: HDFS judges block groups through an interface.
 */
aspect LowRedundancyBlocksAspect {

  private BlockManager LowRedundancyBlocks.okapiOwner;

  pointcut newBlockManager(BlockManager blocks) :
      execution(public BlockManager.new(Namesystem, boolean, Configuration)) && this(blocks);

  after(BlockManager blocks) returning : newBlockManager(blocks) {
    blocks.neededReconstruction.okapiOwner = blocks;
  }

  pointcut priority(LowRedundancyBlocks queue, BlockInfo block, int current, int expected) :
      execution(private int LowRedundancyBlocks.getPriority(BlockInfo, int, int, int, int))
      && this(queue) && args(block, current, int, int, expected);

  int around(LowRedundancyBlocks queue, BlockInfo block, int current, int expected) :
      priority(queue, block, current, expected) {
    return DecoupledBlocks.isDecoupled(block)
        ? DecoupledBlocks.priority(queue.okapiOwner, block, current, expected)
        : proceed(queue, block, current, expected);
  }

  pointcut enqueue(LowRedundancyBlocks queue, BlockInfo block) :
      execution(synchronized boolean LowRedundancyBlocks.add(BlockInfo, int, int, int, int))
      && this(queue) && args(block, int, int, int, int);

  boolean around(LowRedundancyBlocks queue, BlockInfo block) : enqueue(queue, block) {
    // Upstream looks at the queue of today's priority only; ours changes with other blocks.
    return !GroupSiblings.isQueued(queue.okapiOwner, block) && proceed(queue, block);
  }

  pointcut clear(LowRedundancyBlocks queue) :
      execution(synchronized void LowRedundancyBlocks.clear()) && this(queue);

  after(LowRedundancyBlocks queue) returning : clear(queue) {
    HighestPriorityCounts.reset(queue, queue.okapiOwner);
  }
}
