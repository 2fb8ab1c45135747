package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Why: a stripe behind a short one would make the groups of all blocks after it ambiguous.
 * Ladder: a static method.
 * Gone when: decoupled files can be appended to.
 */
aspect FSDirAppendOpAspect {

  pointcut prepareAppend(INodesInPath path) :
      execution(static LocatedBlock FSDirAppendOp.prepareFileForAppend(FSNamesystem, INodesInPath, String, String,
          boolean, boolean, boolean))
      && args(FSNamesystem, path, String, String, boolean, boolean, boolean);

  before(INodesInPath path) throws IOException : prepareAppend(path) {
    DecoupledNamespace.refuse("append to", path.getLastINode());
  }
}
