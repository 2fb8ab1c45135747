package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.tools.PersistedSizes;

/**
 * Why: the event of a close tells a file's length, which parity groups are not part of.
 * Ladder: a private static method.
 * Gone when: HDFS journals parity groups apart.
 */
aspect InotifyFSEditLogOpTranslatorAspect {

  pointcut closedSize(FSEditLogOp.AddCloseOp op) :
      execution(private static long InotifyFSEditLogOpTranslator.getSize(FSEditLogOp.AddCloseOp))
      && args(op);

  long around(FSEditLogOp.AddCloseOp op) : closedSize(op) {
    // Never proceeds: the sum is the method.
    return PersistedSizes.sizeOf(op.getBlocks());
  }
}
