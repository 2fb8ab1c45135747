package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.namenode.ops.DecoupledState;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/** What a NameNode counts, all of which is zero where nothing is wrong. */
final class Counters {

  private Counters() {}

  static Map<String, Long> of(FSNamesystem namesystem) {
    Map<String, Long> counters = new LinkedHashMap<>();
    counters.put("missing", namesystem.getMissingBlocksCount());
    counters.put("corrupt", namesystem.getCorruptReplicaBlocks());
    counters.put("low redundancy", namesystem.getLowRedundancyBlocks());
    counters.put("pending reconstruction", namesystem.getPendingReconstructionBlocks());
    counters.put("pending deletion", namesystem.getPendingDeletionBlocks());
    counters.put("excess", namesystem.getExcessBlocks());
    counters.put("postponed", namesystem.getPostponedMisreplicatedBlocks());
    counters.put("open files", namesystem.getNumFilesUnderConstruction());
    counters.put("missing groups", namesystem.getMissingECBlockGroups());
    counters.put("corrupt groups", namesystem.getCorruptECBlockGroups());
    counters.put("low redundancy groups", namesystem.getLowRedundancyECBlockGroups());
    DecoupledState decoupled = DecoupledState.of(namesystem);
    counters.put("unprotected groups", decoupled.getUnprotectedGroups());
    counters.put("groups found unqueued", decoupled.getGroupsFoundUnqueued());
    counters.put("second moves", decoupled.getSecondMovesSinceStart());
    return counters;
  }
}
