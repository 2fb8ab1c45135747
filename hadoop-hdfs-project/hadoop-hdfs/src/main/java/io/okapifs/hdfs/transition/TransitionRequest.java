package io.okapifs.hdfs.transition;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is asked of the transition of one file. It travels as the value of an extended attribute that
 * is never set, {@link #XATTR}: permissions, leases, retries and failover are then those of any call.
 * An immutable value.
 *
 * @param policy name of the policy that the file shall have; null cancels the transition
 * @param priority 0 first
 */
public record TransitionRequest(String policy, int priority) {

  /** Name of the extended attribute with its namespace, as clients name it. */
  public static final String XATTR = "system." + TransitionRecord.XATTR;

  private static final String CANCEL = "cancel";
  private static final Pattern TEXT = Pattern.compile("policy=(\\S+) priority=(\\d{1,4})");

  /** The request to drop a transition. */
  public static TransitionRequest cancel() {
    return new TransitionRequest(null, TransitionRecord.NORMAL);
  }

  public boolean isCancel() {
    return policy == null;
  }

  /** The value of the attribute. */
  public byte[] toValue() {
    String text = isCancel() ? CANCEL : "policy=" + policy + " priority=" + priority;
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @param value may be null
   * @throws IllegalArgumentException where the value is no request
   */
  public static TransitionRequest parse(byte[] value) {
    String text = value == null ? "" : new String(value, StandardCharsets.UTF_8);
    Matcher matcher = TEXT.matcher(text);
    if (text.equals(CANCEL)) {
      return cancel();
    }
    if (!matcher.matches()) {
      throw new IllegalArgumentException("no request for a transition: " + text);
    }
    return new TransitionRequest(matcher.group(1), Integer.parseInt(matcher.group(2)));
  }
}
