package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.allocate.DecoupledNamespace;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;

/**
 * Why: a data stripe has no parity and a parity group no data, so their space settles differently.
 * Ladder: the file's policy decides upstream, not the block group.
 * Gone when: HDFS keeps parity groups in the inode.
 */
aspect FSDirectoryAspect {

  // file: a data stripe has no parity and a parity group no data
  pointcut settleSpace(FSDirectory directory, BlockInfo block, INodesInPath path) :
      execution(public void FSDirectory.updateSpaceForCompleteBlock(BlockInfo, INodesInPath))
      && this(directory) && args(block, path);

  void around(FSDirectory directory, BlockInfo block, INodesInPath path) throws IOException :
      settleSpace(directory, block, path) {
    if (DecoupledNamespace.isDecoupled(block)) {
      DecoupledNamespace.settleSpace(directory, block, path);
    } else {
      proceed(directory, block, path);
    }
  }
}
