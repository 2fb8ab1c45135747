package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TransitionStatusProto;

/**
 * A transition that has ended. An immutable value.
 *
 * @param untilMillis when it ended
 * @param last how far it was then; {@link TransitionRecord.Step#COMMITTED} where the file has the
 *     new policy
 */
public record EndedTransition(long untilMillis, TransitionStatus last) {

  public TransitionStatusProto toProto() {
    return last.toProto().toBuilder().setEndedMs(untilMillis).build();
  }

  public static EndedTransition of(TransitionStatusProto ended) {
    return new EndedTransition(ended.getEndedMs(), TransitionStatus.of(ended));
  }
}
