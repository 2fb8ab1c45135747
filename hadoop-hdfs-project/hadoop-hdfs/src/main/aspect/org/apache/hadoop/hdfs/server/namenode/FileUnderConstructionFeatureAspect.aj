package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.allocate.DecoupledNamespace;
import java.io.IOException;

/**
 * Why: an open file that lives on in a snapshot only must not keep parity groups that nobody
 * will finish; and a stripe must not get a length that no NameNode would start from.
 * Ladder: the feature's class is fixed.
 * Gone when: HDFS keeps parity groups in the inode.
 */
aspect FileUnderConstructionFeatureAspect {

  // file: parity that nobody will finish goes with the open block
  pointcut cleanOpenBlock(INodeFile file, INode.BlocksMapUpdateInfo collected) :
      execution(void FileUnderConstructionFeature.cleanZeroSizeBlock(INodeFile,
          INode.BlocksMapUpdateInfo))
      && args(file, collected);

  after(INodeFile file, INode.BlocksMapUpdateInfo collected) returning :
      cleanOpenBlock(file, collected) {
    DecoupledNamespace.collectOpenParity(file, collected);
  }

  // file: a stripe gets no length that no NameNode would load
  pointcut setLength(INodeFile file, long length) :
      execution(void FileUnderConstructionFeature.updateLengthOfLastBlock(INodeFile, long))
      && args(file, length);

  before(INodeFile file, long length) throws IOException : setLength(file, length) {
    DecoupledNamespace.refuseLengthOfLast(file, length);
  }
}
