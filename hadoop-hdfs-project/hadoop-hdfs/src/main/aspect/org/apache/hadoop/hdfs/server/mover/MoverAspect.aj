package org.apache.hadoop.hdfs.server.mover;

import io.okapifs.hdfs.layout.StripeView;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;

/**
 * Why: the mover sees data stripes alone, and would put members of one parity group on one node.
 * Ladder: a private method of a class that upstream constructs itself.
 * Gone when: HDFS's mover asks where a block may lie.
 */
aspect MoverAspect {

  // placement: the mover knows no groups and passes over their blocks
  pointcut moveBlocks(HdfsLocatedFileStatus file) :
      execution(private void Mover.Processor.processFile(String, HdfsLocatedFileStatus,
          Mover.Result))
      && args(String, file, *);

  void around(HdfsLocatedFileStatus file) : moveBlocks(file) {
    // Never where the file has a stripe width.
    if (!StripeView.isView(file.getErasureCodingPolicy())) {
      proceed(file);
    }
  }
}
