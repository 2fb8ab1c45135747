package org.apache.hadoop.hdfs.server.mover;

import io.okapifs.hdfs.balancer.MoverFields;
import io.okapifs.hdfs.balancer.MoverFile;
import io.okapifs.hdfs.layout.StripeView;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;

/**
 * Why: the mover sees data stripes alone, and would put members of one parity group on one node.
 * Ladder: a private method of a class that upstream constructs itself.
 * Gone when: HDFS's mover asks where a block may lie.
 */
aspect MoverAspect {

  // placement: the mover gets blocks of groups one by one
  pointcut moveBlocks(Object processor, String path, HdfsLocatedFileStatus file, Object result) :
      execution(private void Mover.Processor.processFile(String, HdfsLocatedFileStatus,
          Mover.Result))
      && this(processor)
      && args(path, file, result);

  void around(Object processor, String path, HdfsLocatedFileStatus file, Object result) :
      moveBlocks(processor, path, file, result) {
    if (!StripeView.isView(file.getErasureCodingPolicy())) {
      proceed(processor, path, file, result);
      return;
    }
    MoverFile blocks = MoverFile.of(MoverFields.nameNode(processor), path);
    proceed(processor, path, blocks.toMove(file), result);
    if (blocks.leavesSome()) {
      MoverFields.setRemaining(result);
    }
  }
}
