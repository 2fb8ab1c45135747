package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TransitionStatusProto;
import java.util.Comparator;

/**
 * How far the transition of one file is. An immutable value.
 *
 * @param step as the records have it; {@link TransitionRecord.Step#ABORTED} of one that was given
 *     up
 * @param paused whether it rests
 * @param priority 0 first
 * @param sinceMillis when it was asked for
 * @param from name of the policy that the file has
 * @param to name of the policy that it shall have
 * @param ready new parity groups from the first one on that are ready
 * @param groups all of them; 0 while it waits
 * @param groupsPerMinute that have become ready since this NameNode looks; 0 where it cannot tell
 * @param retries groups that had to be given to DataNodes again
 * @param moves blocks that DataNodes were asked to move for it
 * @param why it was given up, or what it waits for that can be hurried; empty otherwise
 * @param path of the file
 * @param name its own, or of its request for a tree; empty where it has none
 */
public record TransitionStatus(
    TransitionRecord.Step step, boolean paused, int priority, long sinceMillis, String from,
    String to, long ready, long groups, double groupsPerMinute, long retries, long moves,
    String why, String path, String name) {

  /** What is being done, then what waits, by its turn, what rests, and what was given up. */
  static final Comparator<TransitionStatus> BY_TURN =
      Comparator.comparingInt(TransitionStatus::stage)
          .thenComparingInt(each -> each.stage() == 1 ? each.priority : 0)
          .thenComparingLong(TransitionStatus::sinceMillis);

  private int stage() {
    if (!step.isKept()) {
      return 3;
    }
    return paused ? 2 : step == TransitionRecord.Step.QUEUED ? 1 : 0;
  }

  /** Seconds that are left at this rate; -1 where nobody can tell. */
  public long secondsLeft() {
    return groupsPerMinute > 0 ? Math.round((groups - ready) / groupsPerMinute * 60) : -1;
  }

  public TransitionStatusProto toProto() {
    return TransitionStatusProto.newBuilder()
        .setStep(step.toProto())
        .setPaused(paused)
        .setPriority(priority)
        .setSinceMs(sinceMillis)
        .setFrom(from)
        .setTo(to)
        .setReady(ready)
        .setGroups(groups)
        .setGroupsPerMinute(groupsPerMinute)
        .setRetries(retries)
        .setMoves(moves)
        .setWhy(why)
        .setPath(path)
        .setName(name)
        .build();
  }

  public static TransitionStatus of(TransitionStatusProto status) {
    return new TransitionStatus(
        TransitionRecord.Step.of(status.getStep()), status.getPaused(), status.getPriority(),
        status.getSinceMs(), status.getFrom(), status.getTo(), status.getReady(),
        status.getGroups(), status.getGroupsPerMinute(), status.getRetries(), status.getMoves(),
        status.getWhy(), status.getPath(), status.getName());
  }
}
