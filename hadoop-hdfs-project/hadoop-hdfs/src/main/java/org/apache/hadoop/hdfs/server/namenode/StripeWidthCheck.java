package org.apache.hadoop.hdfs.server.namenode;

import java.util.Collection;
import java.util.Comparator;
import org.apache.hadoop.hdfs.protocol.ECTopologyVerifierResult;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/** Whether a cluster is wide enough for stripes, beside what upstream finds about groups. */
public final class StripeWidthCheck {

  private StripeWidthCheck() {}

  /**
   * @param ofGroups what upstream found, which asks for k + r DataNodes and enough racks
   */
  public static ECTopologyVerifierResult verify(
      int dataNodes, Collection<ErasureCodingPolicy> policies, ECTopologyVerifierResult ofGroups) {
    ErasureCodingPolicy widest =
        policies.stream()
            .max(Comparator.comparingInt(DecoupledPolicies::stripeWidth))
            .filter(policy -> DecoupledPolicies.stripeWidth(policy) > dataNodes)
            .orElse(null);
    return widest == null || !ofGroups.isSupported()
        ? ofGroups
        : new ECTopologyVerifierResult(
            false,
            DecoupledPolicies.stripeWidth(widest) + " DataNodes are required for the stripe width"
                + " of " + widest.getName() + ". The number of DataNodes is only " + dataNodes
                + ".");
  }
}
