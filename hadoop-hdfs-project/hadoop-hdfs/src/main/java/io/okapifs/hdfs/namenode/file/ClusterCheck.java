package io.okapifs.hdfs.namenode.file;

import io.okapifs.Woven;
import io.okapifs.ec.code.ErasureCode;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.ECTopologyVerifierResult;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/**
 * Whether a cluster is wide enough for stripes, and has racks enough for codes that do not survive
 * all losses of r blocks, beside what upstream finds about groups.
 */
public final class ClusterCheck {

  private ClusterCheck() {}

  /**
   * @param ofGroups what upstream found, which asks for k + r DataNodes and for racks that hold r
   *     blocks of a group each
   */
  @Woven
  public static ECTopologyVerifierResult verify(
      int racks, int dataNodes, Collection<ErasureCodingPolicy> policies,
      ECTopologyVerifierResult ofGroups) {
    return ofGroups.isSupported()
        ? policies.stream()
            .flatMap(policy -> Stream.of(width(policy, dataNodes), racks(policy, racks)))
            .flatMap(Optional::stream)
            .findFirst()
            .map(message -> new ECTopologyVerifierResult(false, message))
            .orElse(ofGroups)
        : ofGroups;
  }

  private static Optional<String> width(ErasureCodingPolicy policy, int dataNodes) {
    int stripeWidth = DecoupledPolicies.stripeWidth(policy);
    return stripeWidth <= dataNodes
        ? Optional.empty()
        : Optional.of(
            stripeWidth + " DataNodes are required for the stripe width of " + policy.getName()
                + ". The number of DataNodes is only " + dataNodes + ".");
  }

  private static Optional<String> racks(ErasureCodingPolicy policy, int racks) {
    int tolerance = PolicyCodecs.findCode(policy).map(ErasureCode::tolerance).orElse(0);
    int blocks = policy.getNumDataUnits() + policy.getNumParityUnits();
    int needed = tolerance == 0 ? 0 : (blocks + tolerance - 1) / tolerance;
    return needed <= racks
        ? Optional.empty()
        : Optional.of(
            needed + " racks are required for " + policy.getName() + ", which surely survives "
                + tolerance + " losses of a group. The number of racks is only " + racks + ".");
  }
}
