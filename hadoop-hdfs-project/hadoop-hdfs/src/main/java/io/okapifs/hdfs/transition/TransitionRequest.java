package io.okapifs.hdfs.transition;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is asked of the transition of one file. It travels as the value of an extended attribute
 * that is never set, {@link #XATTR}: permissions, leases, retries and failover are then those of
 * any call. An immutable value.
 *
 * @param action what shall happen
 * @param policy name of the policy that the file shall have; null unless it begins
 * @param priority of what begins, 0 first
 * @param force whether it may begin where members of a group will have to share nodes
 * @param coupled whether the file shall have HDFS's own striped layout, without a stripe width
 */
public record TransitionRequest(
    Action action, String policy, int priority, boolean force, boolean coupled) {

  /** Name of the extended attribute with its namespace, as clients name it. */
  public static final String XATTR = "system." + TransitionRecord.XATTR;

  private static final String FORCE = " force";
  private static final String COUPLED = " coupled";
  private static final Pattern BEGIN =
      Pattern.compile("policy=(\\S+) priority=(\\d{1,4})( force)?( coupled)?");

  /** What may be asked for; but for the first, nothing happens to a file in no transition. */
  public enum Action {
    BEGIN,
    CANCEL,
    PAUSE,
    RESUME;

    private String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The request to give a file a policy. */
  public static TransitionRequest begin(String policy, int priority) {
    return new TransitionRequest(Action.BEGIN, policy, priority, false, false);
  }

  /** The same request, forced or not. */
  public TransitionRequest forced(boolean forced) {
    return new TransitionRequest(action, policy, priority, forced, coupled);
  }

  /** The same request, for HDFS's own striped layout or not. */
  public TransitionRequest coupling(boolean couples) {
    return new TransitionRequest(action, policy, priority, force, couples);
  }

  /** A request about a transition that a file is in. */
  public static TransitionRequest of(Action action) {
    return new TransitionRequest(action, null, TransitionRecord.NORMAL, false, false);
  }

  /** The value of the attribute. */
  public byte[] toValue() {
    String text =
        action == Action.BEGIN
            ? "policy=" + policy + " priority=" + priority + (force ? FORCE : "")
                + (coupled ? COUPLED : "")
            : action.text();
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @param value may be null
   * @throws IllegalArgumentException where the value is no request
   */
  public static TransitionRequest parse(byte[] value) {
    String text = value == null ? "" : new String(value, StandardCharsets.UTF_8);
    for (Action action : Action.values()) {
      if (action != Action.BEGIN && text.equals(action.text())) {
        return of(action);
      }
    }
    Matcher begin = BEGIN.matcher(text);
    if (!begin.matches()) {
      throw new IllegalArgumentException("no request for a transition: " + text);
    }
    return begin(begin.group(1), Integer.parseInt(begin.group(2)))
        .forced(begin.group(3) != null)
        .coupling(begin.group(4) != null);
  }
}
