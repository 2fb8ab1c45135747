package org.apache.hadoop.hdfs.server.datanode;

import io.okapifs.hdfs.datanode.read.DecoupledChecksums;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.BlockChecksumOptions;
import org.apache.hadoop.hdfs.protocol.StripedBlockInfo;

/**
 * Why: over a data stripe that lacks a block upstream returns a checksum without it, silently
 * wrong.
 * Ladder: the computer is constructed inside the DataNode's protocol handler.
 * Gone when: no client asks DataNodes to sum stripes that it does not know to be decoupled.
 */
aspect BlockChecksumHelperAspect {

  // read: over a broken stripe HDFS returns a wrong checksum
  pointcut newComputer(StripedBlockInfo stripe) :
      execution(BlockChecksumHelper.BlockGroupNonStripedChecksumComputer.new(DataNode,
          StripedBlockInfo, long, BlockChecksumOptions))
      && args(DataNode, stripe, long, BlockChecksumOptions);

  before(StripedBlockInfo stripe) throws IOException : newComputer(stripe) {
    DecoupledChecksums.requireWhole(stripe);
  }
}
