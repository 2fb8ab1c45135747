package org.apache.hadoop.hdfs.server.namenode;

import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/**
 * Why: clients must see the stripe view of a decoupled file, never its coupled policy.
 * Ladder: a private static method answers for every path.
 * Gone when: HDFS knows stripe widths.
 */
aspect FSDirErasureCodingOpAspect {

  pointcut policyOfPath(INodesInPath path) :
      execution(private static ErasureCodingPolicy
          FSDirErasureCodingOp.getErasureCodingPolicyForPath(FSDirectory, INodesInPath))
      && args(FSDirectory, path);

  ErasureCodingPolicy around(INodesInPath path) : policyOfPath(path) {
    return DecoupledPolicies.ofPath(path, proceed(path));
  }
}
