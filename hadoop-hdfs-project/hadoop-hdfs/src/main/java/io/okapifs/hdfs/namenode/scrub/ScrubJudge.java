package io.okapifs.hdfs.namenode.scrub;

import io.okapifs.hdfs.namenode.health.ContradictoryGroups;
import io.okapifs.hdfs.namenode.health.ContradictoryGroups.Verdict;
import io.okapifs.hdfs.repair.ContradictionReport;
import io.okapifs.hdfs.repair.ScrubResult;
import io.okapifs.hdfs.repair.ScrubResult.Outcome;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.util.Time;

/**
 * What a DataNode found out of a group, as the NameNode takes it. What changed while it was read is
 * no finding. A member that all others prove wrong is marked as corrupt, and rebuilt then. Where
 * that cannot be told, nothing of the group is repaired.
 */
final class ScrubJudge {

  private final FSNamesystem namesystem;

  ScrubJudge(FSNamesystem namesystem) {
    this.namesystem = namesystem;
  }

  /** Takes what is waited for; a contradiction under the namesystem's write lock. */
  void take(ScrubWindow window, ScrubWindow.Entry entry, ScrubResult result)
      throws IOException {
    if (result.contradiction().isEmpty()) {
      take(window, entry, result.outcome(), result.bytes());
      return;
    }
    ContradictionReport contradiction = result.contradiction().get();
    Verdict verdict = judge(entry, contradiction);
    if (verdict == Verdict.STALE) {
      take(window, entry, Outcome.NOT_COMPARED, result.bytes());
    } else {
      List<Integer> members = contradiction.wrong().stream().boxed().toList();
      window.takeWrong(
          entry, verdict == Verdict.PROVEN ? members : List.of(), result.bytes(), Time.now());
    }
  }

  private void take(
      ScrubWindow window, ScrubWindow.Entry entry, Outcome outcome, long bytes) {
    window.take(
        entry, outcome, bytes, Time.monotonicNow(),
        RepairQueueWindow.pendingTimeout(namesystem.getBlockManager()));
  }

  private Verdict judge(ScrubWindow.Entry entry, ContradictionReport contradiction)
      throws IOException {
    boolean isOfGroup =
        ScrubWalk.isThere(namesystem.getFSDirectory(), entry.at())
            && contradiction.members().stream()
                .anyMatch(each -> groupId(each.blockId()) == entry.parityId());
    return isOfGroup
        ? ContradictoryGroups.hear(
            namesystem.getBlockManager(), namesystem.getBlockPoolId(),
            !namesystem.isInStandbyState(), contradiction)
        : Verdict.STALE;
  }

  private static long groupId(long blockId) {
    return blockId & ~HdfsServerConstants.BLOCK_GROUP_INDEX_MASK;
  }
}
