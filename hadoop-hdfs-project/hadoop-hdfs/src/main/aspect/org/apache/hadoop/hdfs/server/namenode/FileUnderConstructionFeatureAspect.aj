package org.apache.hadoop.hdfs.server.namenode;

/**
 * Why: an open file that lives on in a snapshot only must not keep parity groups that nobody
 * will finish.
 * Ladder: the feature's class is fixed.
 * Gone when: HDFS keeps parity groups in the inode.
 */
aspect FileUnderConstructionFeatureAspect {

  pointcut cleanOpenBlock(INodeFile file, INode.BlocksMapUpdateInfo collected) :
      execution(void FileUnderConstructionFeature.cleanZeroSizeBlock(INodeFile,
          INode.BlocksMapUpdateInfo))
      && args(file, collected);

  after(INodeFile file, INode.BlocksMapUpdateInfo collected) returning :
      cleanOpenBlock(file, collected) {
    DecoupledNamespace.collectOpenParity(file, collected);
  }
}
