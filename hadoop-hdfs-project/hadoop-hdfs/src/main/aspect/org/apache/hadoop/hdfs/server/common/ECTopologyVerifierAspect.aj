package org.apache.hadoop.hdfs.server.common;

import java.util.Collection;
import org.apache.hadoop.hdfs.protocol.ECTopologyVerifierResult;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.namenode.StripeWidthCheck;

/**
 * Why: a stripe may be wider than a group, and then it is the stripe that needs the DataNodes.
 * Ladder: a static method of a final class.
 * Gone when: HDFS knows stripe widths.
 */
aspect ECTopologyVerifierAspect {

  pointcut verify(int dataNodes, Collection<ErasureCodingPolicy> policies) :
      execution(public static ECTopologyVerifierResult
          ECTopologyVerifier.getECTopologyVerifierResult(int, int, Collection))
      && args(int, dataNodes, policies);

  ECTopologyVerifierResult around(int dataNodes, Collection<ErasureCodingPolicy> policies) :
      verify(dataNodes, policies) {
    return StripeWidthCheck.verify(dataNodes, policies, proceed(dataNodes, policies));
  }
}
