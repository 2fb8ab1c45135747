package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.allocate.DecoupledNamespace;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;

/**
 * Why: data stripes and parity groups have classes of their own.
 * Ladder: constructor calls at seven places; this substitutes the subclass by the id at all of
 * them.
 * Gone when: HDFS has a factory for block groups.
 */
aspect BlockInfoStripedAspect {

  // file: data stripes and parity groups have classes of their own
  pointcut newBlockGroup(Block block, ErasureCodingPolicy policy) :
      call(public BlockInfoStriped.new(Block, ErasureCodingPolicy)) && args(block, policy);

  BlockInfoStriped around(Block block, ErasureCodingPolicy policy) : newBlockGroup(block, policy) {
    return DecoupledNamespace.isDecoupled(block)
        ? BlockInfoDecoupled.create(block, policy.getCellSize())
        : proceed(block, policy);
  }
}
