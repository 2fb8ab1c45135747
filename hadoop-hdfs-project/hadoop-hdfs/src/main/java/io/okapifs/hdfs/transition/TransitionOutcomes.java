package io.okapifs.hdfs.transition;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.CountsProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto.Kind;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomesProto;

/** Collects what becomes of the paths of one call, and counts it. Used by one thread. */
public final class TransitionOutcomes {

  private final OutcomesProto.Builder outcomes = OutcomesProto.newBuilder();
  private final CountsProto.Builder counts = CountsProto.newBuilder();

  /** The next path was accepted, or had nothing to be done. */
  public void add(Kind kind) {
    add(OutcomeProto.newBuilder().setKind(kind).build());
  }

  /** The next path was refused. */
  public void refuse(Exception why) {
    String reason = why.getMessage() == null ? why.toString() : why.getMessage();
    add(
        OutcomeProto.newBuilder()
            .setKind(Kind.REFUSED).setException(why.getClass().getName()).setReason(reason)
            .build());
  }

  private void add(OutcomeProto outcome) {
    outcomes.addOutcome(outcome);
    switch (outcome.getKind()) {
      case TAKEN -> counts.setTaken(counts.getTaken() + 1);
      case ALREADY_SO -> counts.setAlreadySo(counts.getAlreadySo() + 1);
      case OTHER_LAYOUT -> counts.setOtherLayout(counts.getOtherLayout() + 1);
      case REFUSED -> counts.setRefused(counts.getRefused() + 1);
    }
  }

  public OutcomesProto toProto() {
    return outcomes.setCounts(counts).build();
  }
}
