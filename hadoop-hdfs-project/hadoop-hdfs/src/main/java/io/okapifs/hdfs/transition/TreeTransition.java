package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.TreeTransitionProto;

/**
 * A request for another form of all closed files of a tree, as image and journal keep it. An
 * immutable value.
 *
 * @param id from 1 on; no other request has it, ever
 * @param directoryId inode of the directory, which may be renamed
 * @param goal what the files shall have
 * @param ageMillis for how long a file must not have been changed before the request
 * @param sinceMillis when it was asked for
 * @param requester whose permissions count when a file begins
 * @param paused whether it rests until it is resumed
 */
public record TreeTransition(
    long id, long directoryId, TransitionGoal goal, long ageMillis, long sinceMillis,
    String requester, boolean paused) {

  public TreeTransition {
    if (id < 1 || ageMillis < 0 || requester.isEmpty()) {
      throw new IllegalArgumentException(
          "no request for a tree: id=" + id + ", ageMillis=" + ageMillis + ", requester="
              + requester);
    }
  }

  /** Files that were changed later are left as they are: so a walk comes to an end. */
  public long changedUntilMillis() {
    return sinceMillis - ageMillis;
  }

  /** The same, resting or not. */
  public TreeTransition paused(boolean rests) {
    return new TreeTransition(id, directoryId, goal, ageMillis, sinceMillis, requester, rests);
  }

  TreeTransitionProto toProto() {
    TreeTransitionProto.Builder tree = TreeTransitionProto.newBuilder()
        .setId(id)
        .setDirectory(directoryId)
        .setPolicy(goal.policy())
        .setStockLayout(goal.coupled())
        .setPriority(goal.priority())
        .setForce(goal.force())
        .setAgeMs(ageMillis)
        .setSinceMs(sinceMillis)
        .setRequester(requester)
        .setPaused(paused);
    if (!goal.name().isEmpty()) {
      tree.setName(goal.name());
    }
    return tree.build();
  }

  /**
   * @throws IllegalArgumentException where it is none
   */
  static TreeTransition of(TreeTransitionProto tree) {
    return new TreeTransition(
        tree.getId(), tree.getDirectory(),
        new TransitionGoal(
            tree.getPolicy(), tree.getPriority(), tree.getForce(), tree.getStockLayout(),
            tree.getName()),
        tree.getAgeMs(), tree.getSinceMs(), tree.getRequester(), tree.getPaused());
  }
}
