package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GoalProto;

/**
 * Which form a file shall have. An immutable value.
 *
 * @param policy name of the policy, with a stripe width or without
 * @param priority of the transition, 0 first
 * @param force whether it may begin where members of a group will have to share nodes
 * @param coupled whether the file shall have HDFS's own striped layout, without a stripe width
 */
public record TransitionGoal(String policy, int priority, boolean force, boolean coupled) {

  /** Name of the folders of files that a client is copying: no transition is for those. */
  public static final String COPIES = ".okapi-copy";

  public TransitionGoal {
    if (policy.isEmpty() || priority < 0) {
      throw new IllegalArgumentException(
          "no goal of a transition: policy=" + policy + ", priority=" + priority);
    }
  }

  /** Not forced, and with a stripe width. */
  public static TransitionGoal of(String policy, int priority) {
    return new TransitionGoal(policy, priority, false, false);
  }

  /** The same, forced or not. */
  public TransitionGoal forced(boolean forced) {
    return new TransitionGoal(policy, priority, forced, coupled);
  }

  /** The same, with HDFS's own striped layout or not. */
  public TransitionGoal coupling(boolean couples) {
    return new TransitionGoal(policy, priority, force, couples);
  }

  public GoalProto toProto() {
    return GoalProto.newBuilder()
        .setPolicy(policy).setPriority(priority).setForce(force).setStockLayout(coupled).build();
  }

  /**
   * @throws IllegalArgumentException where it is out of range
   */
  public static TransitionGoal of(GoalProto goal) {
    return new TransitionGoal(
        goal.getPolicy(), goal.getPriority(), goal.getForce(), goal.getStockLayout());
  }
}
