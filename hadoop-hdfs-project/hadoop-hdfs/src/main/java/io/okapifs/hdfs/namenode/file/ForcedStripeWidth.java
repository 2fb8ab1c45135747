package io.okapifs.hdfs.namenode.file;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A switch for tests: files whose policy names no stripe width get one all the same, so that
 * upstream's own tests exercise decoupled files. A width that a policy names wins.
 *
 * @param relative whether {@code width} is added to the k of the policy
 */
public record ForcedStripeWidth(boolean relative, int width) {

  /** A number, or {@code k}, {@code k-2}, {@code k+1}; empty, the default, forces nothing. */
  public static final String KEY = "dfs.namenode.ec.stripe-width.force";

  private static final Logger LOG = LoggerFactory.getLogger(ForcedStripeWidth.class);
  private static final Pattern RELATIVE = Pattern.compile("k([+-]\\d{1,2})?");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,2}");

  /** Forces nothing: 0 is the width of HDFS's own layout. */
  private static final ForcedStripeWidth NONE =
      new ForcedStripeWidth(false, PolicyName.COUPLED);

  /** Reads the key, and warns where it forces something. */
  public static ForcedStripeWidth of(Configuration conf) {
    String value = conf.getTrimmed(KEY, "");
    if (value.isEmpty()) {
      return NONE;
    }
    ForcedStripeWidth forced = parse(value);
    LOG.warn(
        "{}={}: FOR TESTS ONLY. Every new erasure coded file of this NameNode is decoupled.",
        KEY, value);
    return forced;
  }

  static ForcedStripeWidth of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(ForcedStripeWidth.class);
  }

  private static ForcedStripeWidth parse(String value) {
    Matcher relative = RELATIVE.matcher(value);
    if (relative.matches()) {
      String offset = relative.group(1);
      return new ForcedStripeWidth(true, offset == null ? 0 : Integer.parseInt(offset));
    }
    if (!NUMBER.matcher(value).matches()) {
      throw new HadoopIllegalArgumentException(
          "malformed stripe width: " + KEY + "=" + value
              + ", expected=a number, k, k-NUMBER or k+NUMBER");
    }
    int width = Integer.parseInt(value);
    try {
      FileLayout.checkStripeWidth(width);
    } catch (IllegalArgumentException e) {
      throw new HadoopIllegalArgumentException(KEY + ": " + e.getMessage());
    }
    return new ForcedStripeWidth(false, width);
  }

  /**
   * s of a new file of a policy; {@link PolicyName#COUPLED} for the stock layout. A relative width
   * is kept within the legal range.
   */
  public int of(ErasureCodingPolicy policy) {
    int named = DecoupledPolicies.stripeWidth(policy);
    if (named != PolicyName.COUPLED) {
      return named;
    }
    if (!relative) {
      return width;
    }
    int wanted = policy.getNumDataUnits() + width;
    return Math.max(1, Math.min(wanted, FileLayout.MAX_STRIPE_WIDTH));
  }
}
