package io.okapifs.hdfs.seam;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.layout.StripeView;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/** How WebHDFS and HttpFS show a policy. */
public final class PolicyJson {

  /** The field beside {@code numDataUnits}; a policy without a width has none. */
  public static final String STRIPE_WIDTH = "stripeWidth";

  private PolicyJson() {}

  /** The policy with the code's codec and k, also where a client would get s in place of k. */
  @Woven
  public static ErasureCodingPolicy own(ErasureCodingPolicy policy) {
    return StripeView.isView(policy) ? StripeView.of(policy).forReaders() : policy;
  }

  /**
   * The fields of a policy, and its width where it has one.
   *
   * @param fields stay as they are
   */
  @Woven
  public static Map<String, Object> withWidth(
      ErasureCodingPolicy policy, Map<String, Object> fields) {
    if (!PolicyName.hasSuffix(policy.getName())) {
      return fields;
    }
    Map<String, Object> more = new TreeMap<>(fields);
    more.put(STRIPE_WIDTH, PolicyName.parse(policy.getName()).stripeWidth());
    return more;
  }
}
