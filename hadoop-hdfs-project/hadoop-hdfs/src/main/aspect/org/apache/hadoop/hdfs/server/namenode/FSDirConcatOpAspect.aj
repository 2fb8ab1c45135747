package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.allocate.DecoupledNamespace;

/**
 * Why: concatenated stripes would change the groups of all blocks after them.
 * Ladder: private static methods.
 * Gone when: decoupled files can be concatenated.
 */
aspect FSDirConcatOpAspect {

  // file: concat would change later groups
  pointcut verifyTarget(INodesInPath path) :
      execution(private static void FSDirConcatOp.verifyTargetFile(FSDirectory, String,
          INodesInPath))
      && args(FSDirectory, String, path);

  before(INodesInPath path) : verifyTarget(path) {
    DecoupledNamespace.refuse("concatenate to", path.getLastINode());
  }

  // file: concat would change a source's groups
  pointcut verifySources() :
      execution(private static INodeFile[] FSDirConcatOp.verifySrcFiles(FSDirectory, String[],
          INodesInPath, FSPermissionChecker));

  after() returning(INodeFile[] sources) : verifySources() {
    DecoupledNamespace.refuseAny("concatenate", sources);
  }
}
