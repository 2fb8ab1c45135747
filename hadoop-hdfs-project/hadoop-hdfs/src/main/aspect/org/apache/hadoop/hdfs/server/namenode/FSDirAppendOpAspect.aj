package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.allocate.DecoupledNamespace;
import org.apache.hadoop.hdfs.protocol.LastBlockWithStatus;

/**
 * Why: a stripe behind a short one would make the groups of all blocks after it ambiguous.
 * Ladder: a static method; at this call every permission has been checked and nothing been changed.
 * Gone when: decoupled files can be appended to.
 */
aspect FSDirAppendOpAspect {

  // file: a short stripe makes groups ambiguous
  pointcut beforeAppend(INodeFile file) :
      call(public boolean INodeFile.isStriped())
      && withincode(static LastBlockWithStatus FSDirAppendOp.appendFile(FSNamesystem, String,
          FSPermissionChecker, String, String, boolean, boolean))
      && target(file);

  before(INodeFile file) : beforeAppend(file) {
    DecoupledNamespace.refuse("append to", file);
  }
}
