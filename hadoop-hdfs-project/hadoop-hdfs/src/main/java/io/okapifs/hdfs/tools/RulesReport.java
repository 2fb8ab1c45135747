package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RulePassProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RuleStatusProto;
import io.okapifs.hdfs.tools.TransitionReport.Reason;
import java.util.List;

/**
 * Rules for programs. Its components are, in name and order, the keys of the JSON view: renaming
 * one changes a format. Times are milliseconds since 1970.
 */
record RulesReport(List<RuleReport> rules) {

  /**
   * A rule.
   *
   * @param state looks, rests, waits or paused
   * @param user who set it
   * @param underWay files in a transition of it
   * @param done files that it has changed since the NameNode became active
   * @param givenUp files whose transition was given up or cancelled, as above
   * @param pass the one that goes on, or the last one; null before the first
   * @param nextMillis when the next pass begins; null while one goes on, and before the first
   * @param why what it waits for; may be empty
   */
  record RuleReport(
      long id, String path, String state, String policy, long olderThanMillis, long minSize,
      String user, long sinceMillis, long underWay, long done, long givenUp, Pass pass,
      Long nextMillis, String why) {}

  /**
   * A look at all files of a rule.
   *
   * @param endMillis null where it goes on
   */
  record Pass(
      long startMillis, Long endMillis, long lookedAt, long begun, long alreadySo, long tooYoung,
      long tooSmall, long replicated, long open, long inTransition, long resting, long refused,
      List<Reason> reasons) {}

  static RulesReport of(List<RuleStatusProto> rules) {
    return new RulesReport(rules.stream().map(RulesReport::of).toList());
  }

  private static RuleReport of(RuleStatusProto rule) {
    return new RuleReport(
        rule.getId(), rule.getPath(), state(rule), rule.getPolicy(), rule.getAgeMs(),
        rule.getMinBytes(), rule.getUser(), rule.getSinceMs(), rule.getUnderWay(), rule.getDone(),
        rule.getGivenUp(), rule.hasPass() ? pass(rule.getPass()) : null,
        rule.hasNextMs() ? rule.getNextMs() : null, rule.getWhy());
  }

  private static String state(RuleStatusProto rule) {
    if (rule.getPaused()) {
      return "paused";
    }
    return !rule.getWhy().isEmpty() ? "waits" : rule.hasNextMs() ? "rests" : "looks";
  }

  private static Pass pass(RulePassProto pass) {
    return new Pass(
        pass.getStartMs(), pass.hasEndMs() ? pass.getEndMs() : null, pass.getLookedAt(),
        pass.getBegun(), pass.getAlreadySo(), pass.getTooYoung(), pass.getTooSmall(),
        pass.getReplicated(), pass.getOpen(), pass.getInTransition(), pass.getResting(),
        pass.getRefused(), Reason.of(pass.getReasonList()));
  }
}
