package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto.ReasonProto;
import io.okapifs.hdfs.transition.EndedTransition;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.util.List;

/**
 * Transitions for programs. Its components are, in name and order, the keys of the JSON view:
 * renaming one changes a format. Times are milliseconds since 1970.
 *
 * @param requests for trees
 * @param files of their own requests, and those of trees that have begun
 */
public record TransitionReport(List<Request> requests, List<Transition> files) {

  /**
   * One for a tree.
   *
   * @param state walk N, waits, paused, done or dropped
   * @param endedMillis null where it goes on
   * @param why what it waits for, or was dropped; may be empty
   * @param name null where it has none
   */
  public record Request(
      long id, String path, String state, String policy, boolean coupled, String requester,
      long sinceMillis, Long endedMillis, long underWay, long done, long alreadySo, long tooYoung,
      long replicated, long refused, String why, List<Reason> reasons, String name) {}

  /**
   * Why files were refused or given up.
   *
   * @param example path of one of them
   */
  public record Reason(String why, long files, String example) {

    static List<Reason> of(List<ReasonProto> reasons) {
      return reasons.stream()
          .map(each -> new Reason(each.getWhy(), each.getFiles(), each.getExample()))
          .toList();
    }

    /** A line for people. */
    String text() {
      return example + ": " + why + (files == 1 ? "" : " (" + files + " files)");
    }
  }

  /**
   * Of one file.
   *
   * @param state queued, started, paused, done or given-up
   * @param ready new parity groups that are ready, of all
   * @param secondsLeft null where nobody can tell
   * @param moves blocks that had to move first
   * @param endedMillis null where it goes on
   * @param why it was given up, or what it waits for; may be empty
   * @param name its own, or of its request for a tree; null where it has none
   */
  public record Transition(
      String path, String state, String from, String to, long ready, long groups,
      double groupsPerMinute, Long secondsLeft, long retries, long moves, long sinceMillis,
      Long endedMillis, String why, String name) {}

  static TransitionReport of(
      List<TreeTransitionStatusProto> trees, List<TransitionStatus> transitions) {
    return new TransitionReport(
        trees.stream().map(TransitionReport::request).toList(),
        transitions.stream()
            .map(each -> transition(each, TransitionTable.state(each), null))
            .toList());
  }

  static TransitionReport ofEnded(
      List<TreeTransitionStatusProto> trees, List<EndedTransition> ended) {
    return new TransitionReport(
        trees.stream().map(TransitionReport::request).toList(),
        ended.stream()
            .map(
                each -> transition(
                    each.last(), TransitionTable.outcome(each.last()), each.untilMillis()))
            .toList());
  }

  private static Request request(TreeTransitionStatusProto tree) {
    return new Request(
        tree.getId(), tree.getPath(), TreeTable.state(tree), tree.getGoal().getPolicy(),
        tree.getGoal().getStockLayout(), tree.getRequester(), tree.getSinceMs(),
        tree.hasEndedMs() ? tree.getEndedMs() : null, tree.getUnderWay(), tree.getDone(),
        tree.getAlreadySo() + tree.getOtherLayout(), tree.getTooYoung(), tree.getReplicated(),
        tree.getRefused(), tree.getWhy(),
        Reason.of(tree.getReasonList()), name(tree.getGoal().getName()));
  }

  private static String name(String name) {
    return name.isEmpty() ? null : name;
  }

  private static Transition transition(TransitionStatus status, String state, Long ended) {
    return new Transition(
        status.path(), state, status.from(), status.to(), status.ready(), status.groups(),
        status.groupsPerMinute(), status.secondsLeft() < 0 ? null : status.secondsLeft(),
        status.retries(), status.moves(), status.sinceMillis(), ended, status.why(),
        name(status.name()));
  }
}
