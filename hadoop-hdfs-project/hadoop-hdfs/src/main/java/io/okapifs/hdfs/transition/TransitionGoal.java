package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GoalProto;
import java.util.regex.Pattern;

/**
 * Which form a file shall have. An immutable value.
 *
 * @param policy name of the policy, with a stripe width or without
 * @param priority of the transition, 0 first
 * @param force whether it may begin where members of a group will have to share nodes
 * @param coupled whether the file shall have HDFS's own striped layout, without a stripe width
 * @param name by which such transitions are found again; empty where they have none
 */
public record TransitionGoal(
    String policy, int priority, boolean force, boolean coupled, String name) {

  /** Name of the folders of files that a client is copying: no transition is for those. */
  public static final String COPIES = ".okapi-copy";

  private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,63})?");

  public TransitionGoal {
    if (policy.isEmpty() || priority < 0) {
      throw new IllegalArgumentException(
          "no goal of a transition: policy=" + policy + ", priority=" + priority);
    }
    checkName(name);
  }

  /**
   * @throws IllegalArgumentException where transitions cannot have a name; empty is none
   */
  public static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a name is up to 64 letters, digits, dots, hyphens and underscores, and begins with a"
              + " letter or digit: name=" + name);
    }
  }

  /** Not forced, with a stripe width, and without a name. */
  public static TransitionGoal of(String policy, int priority) {
    return new TransitionGoal(policy, priority, false, false, "");
  }

  /** The same, forced or not. */
  public TransitionGoal forced(boolean forced) {
    return new TransitionGoal(policy, priority, forced, coupled, name);
  }

  /** The same, with HDFS's own striped layout or not. */
  public TransitionGoal coupling(boolean couples) {
    return new TransitionGoal(policy, priority, force, couples, name);
  }

  /** The same with a name; empty for none. */
  public TransitionGoal named(String other) {
    return new TransitionGoal(policy, priority, force, coupled, other);
  }

  public GoalProto toProto() {
    GoalProto.Builder goal =
        GoalProto.newBuilder()
            .setPolicy(policy).setPriority(priority).setForce(force).setStockLayout(coupled);
    if (!name.isEmpty()) {
      goal.setName(name);
    }
    return goal.build();
  }

  /**
   * @throws IllegalArgumentException where it is out of range
   */
  public static TransitionGoal of(GoalProto goal) {
    return new TransitionGoal(
        goal.getPolicy(), goal.getPriority(), goal.getForce(), goal.getStockLayout(),
        goal.getName());
  }
}
