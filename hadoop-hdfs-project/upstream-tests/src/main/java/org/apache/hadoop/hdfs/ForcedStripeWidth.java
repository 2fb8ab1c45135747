package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.layout.FileLayout;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/**
 * Files whose policy names no stripe width get one all the same in forced runs, so that upstream's
 * own tests exercise decoupled files: k of the policy and a number that is added.
 */
public final class ForcedStripeWidth {

  /** What the process of a forced run is started with, as k-2. */
  private static final String VARIABLE = "OKAPI_FORCED_STRIPE_WIDTH";

  private static final int ADDED = added(System.getenv(VARIABLE));

  private ForcedStripeWidth() {}

  private static int added(String value) {
    if (value == null || !value.matches("k[+-]\\d{1,2}")) {
      throw new IllegalStateException(
          "a forced run wants a stripe width as k-2: " + VARIABLE + "=" + value);
    }
    return Integer.parseInt(value.substring(1));
  }

  /** The stripe width of a new file of a policy that names none, kept within the legal range. */
  public static int of(ErasureCodingPolicy policy) {
    return Math.max(1, Math.min(policy.getNumDataUnits() + ADDED, FileLayout.MAX_STRIPE_WIDTH));
  }
}
