package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import io.okapifs.hdfs.tools.TransitionReport.Reason;
import java.util.ArrayList;
import java.util.List;

/** Requests for trees as a table, as {@link TransitionTable} shows files. */
final class TreeTable {

  private static final String[] HEADER = {
    "Request", "State", "To", "Under way", "Done", "Already so", "Too young", "Replicated",
    "Refused", "Path"
  };

  private TreeTable() {}

  /** The header and a line for each request, and below it one for each reason of refusals. */
  static List<String> lines(List<TreeTransitionStatusProto> trees) {
    List<String> lines =
        new ArrayList<>(
            TransitionTable.named(
                HEADER, trees.stream().map(TreeTable::cells).toList(),
                trees.stream().map(tree -> tree.getGoal().getName()).toList()));
    for (TreeTransitionStatusProto each : trees) {
      reasons(each).forEach(reason -> lines.add("request " + each.getId() + ": " + reason));
    }
    return lines;
  }

  /** A line for each reason why files were refused or given up, with one of them. */
  static List<String> reasons(TreeTransitionStatusProto tree) {
    return Reason.of(tree.getReasonList()).stream().map(Reason::text).toList();
  }

  private static String[] cells(TreeTransitionStatusProto tree) {
    return new String[] {
      Long.toString(tree.getId()), state(tree), to(tree), Long.toString(tree.getUnderWay()),
      Long.toString(tree.getDone()), Long.toString(tree.getAlreadySo() + tree.getOtherLayout()),
      Long.toString(tree.getTooYoung()), Long.toString(tree.getReplicated()),
      Long.toString(tree.getRefused()),
      tree.getPath() + (tree.getWhy().isEmpty() ? "" : ": " + tree.getWhy())
    };
  }

  static String state(TreeTransitionStatusProto tree) {
    if (tree.hasEndedMs()) {
      return tree.getWhy().isEmpty() ? "done" : "dropped";
    }
    if (tree.getPaused()) {
      return "paused";
    }
    return tree.getWhy().isEmpty() ? "walk " + tree.getWalk() : "waits";
  }

  /** What files get, as the status of a file has it. */
  static String to(TreeTransitionStatusProto tree) {
    return tree.getGoal().getPolicy() + (tree.getGoal().getStockLayout() ? " coupled" : "");
  }
}
