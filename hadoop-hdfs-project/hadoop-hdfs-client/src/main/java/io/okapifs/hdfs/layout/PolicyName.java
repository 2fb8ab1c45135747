package io.okapifs.hdfs.layout;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An erasure coding policy's name with an optional stripe width behind it: {@code RS-6-3-1024k@4}.
 * HDFS carries names everywhere, so the width needs no new field on any wire.
 *
 * @param policy the name of the policy itself
 * @param stripeWidth s, or {@link #COUPLED} where the name has no suffix
 */
public record PolicyName(String policy, int stripeWidth) {

  /** Stands for "no stripe width": the stock layout. */
  public static final int COUPLED = 0;

  private static final Pattern SUFFIXED = Pattern.compile("([^@]+)@([0-9]{1,4})");

  public PolicyName {
    if (stripeWidth != COUPLED) {
      FileLayout.checkStripeWidth(stripeWidth);
    }
  }

  /**
   * @throws IllegalArgumentException where the suffix is not a stripe width
   */
  public static PolicyName parse(String name) {
    if (!hasSuffix(name)) {
      return new PolicyName(name, COUPLED);
    }
    Matcher matcher = SUFFIXED.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "malformed policy name: name=" + name + ", expected=POLICY@WIDTH with a width of 1.."
              + FileLayout.MAX_STRIPE_WIDTH);
    }
    int width = Integer.parseInt(matcher.group(2));
    FileLayout.checkStripeWidth(width);
    return new PolicyName(matcher.group(1), width);
  }

  /** Whether a name asks for a stripe width, rightly or not. */
  public static boolean hasSuffix(String name) {
    return name != null && name.indexOf('@') >= 0;
  }

  public boolean isDecoupled() {
    return stripeWidth != COUPLED;
  }

  @Override
  public String toString() {
    return isDecoupled() ? policy + "@" + stripeWidth : policy;
  }
}
