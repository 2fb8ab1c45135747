package io.okapifs.hdfs.namenode.scrub;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto.PassProto;
import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.ScrubPassProto;

/**
 * A look at all groups. An immutable value.
 *
 * @param number from 1 on
 * @param sinceMillis when it began
 * @param endedMillis 0 where it goes on
 * @param verified groups whose members fit together
 * @param wrong groups whose members contradict each other
 * @param leftOut groups that could not be compared
 * @param bytes that were read
 */
record ScrubPass(
    long number, long sinceMillis, long endedMillis, long verified, long wrong, long leftOut,
    long bytes) {

  static ScrubPass begin(long number, long nowMillis) {
    return new ScrubPass(number, nowMillis, 0, 0, 0, 0, 0);
  }

  ScrubPass ended(long nowMillis) {
    return new ScrubPass(number, sinceMillis, nowMillis, verified, wrong, leftOut, bytes);
  }

  /** The same with what came of one more group. */
  ScrubPass with(ScrubWindow.Entry done) {
    return new ScrubPass(
        number, sinceMillis, endedMillis,
        verified + (done.isVerified() ? 1 : 0),
        wrong + (done.isWrong() ? 1 : 0),
        leftOut + (done.isLeftOut() ? 1 : 0),
        bytes + done.bytes());
  }

  ScrubPassProto toProto() {
    return ScrubPassProto.newBuilder()
        .setNumber(number).setSinceMs(sinceMillis).setEndedMs(endedMillis)
        .setVerified(verified).setWrong(wrong).setLeftOut(leftOut).setBytes(bytes).build();
  }

  static ScrubPass of(ScrubPassProto pass) {
    return new ScrubPass(
        pass.getNumber(), pass.getSinceMs(), pass.getEndedMs(), pass.getVerified(),
        pass.getWrong(), pass.getLeftOut(), pass.getBytes());
  }

  PassProto toAnswer() {
    PassProto.Builder pass =
        PassProto.newBuilder()
            .setNumber(number).setSinceMs(sinceMillis).setVerified(verified).setWrong(wrong)
            .setLeftOut(leftOut).setBytes(bytes);
    if (endedMillis > 0) {
      pass.setEndedMs(endedMillis);
    }
    return pass.build();
  }
}
