package org.apache.hadoop.hdfs.server.common;

import io.okapifs.hdfs.namenode.file.ClusterCheck;
import java.util.Collection;
import org.apache.hadoop.hdfs.protocol.ECTopologyVerifierResult;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/**
 * Why: a stripe may be wider than a group, and then it is the stripe that needs the DataNodes; a
 * code may survive less than all losses of r blocks, and then it needs more racks.
 * Ladder: a static method of a final class.
 * Gone when: HDFS knows stripe widths.
 */
aspect ECTopologyVerifierAspect {

  // ops: a stripe may be wider than a group, and a code need more racks
  pointcut verify(int racks, int dataNodes, Collection<ErasureCodingPolicy> policies) :
      execution(public static ECTopologyVerifierResult
          ECTopologyVerifier.getECTopologyVerifierResult(int, int, Collection))
      && args(racks, dataNodes, policies);

  ECTopologyVerifierResult around(
      int racks, int dataNodes, Collection<ErasureCodingPolicy> policies) :
      verify(racks, dataNodes, policies) {
    return ClusterCheck.verify(
        racks, dataNodes, policies, proceed(racks, dataNodes, policies));
  }
}
