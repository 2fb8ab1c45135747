package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.file.DecoupledPolicies;

/**
 * Why: ls -e and count -e show the policy of a summary, which for a file lacks its stripe width.
 * Ladder: a method of a class that upstream constructs itself.
 * Gone when: HDFS knows stripe widths.
 */
aspect ContentSummaryComputationContextAspect {

  // file: ls -e and count -e show the stripe width
  pointcut policyName(INode inode) :
      execution(public String ContentSummaryComputationContext.getErasureCodingPolicyName(INode))
      && args(inode);

  String around(INode inode) : policyName(inode) {
    return DecoupledPolicies.nameOf(inode, proceed(inode));
  }
}
