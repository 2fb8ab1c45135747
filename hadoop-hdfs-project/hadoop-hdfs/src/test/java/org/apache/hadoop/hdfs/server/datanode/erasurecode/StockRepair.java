package org.apache.hadoop.hdfs.server.datanode.erasurecode;

import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand.BlockECReconstructionInfo;

/** What a DataNode without our hook does with a command for a repair. */
public final class StockRepair {

  private StockRepair() {}

  /**
   * Runs upstream's reconstruction in this thread.
   *
   * @param live indices that upstream would take for those of the sources
   */
  public static void attempt(DataNode node, BlockECReconstructionInfo command, byte... live) {
    StripedReconstructionInfo info =
        new StripedReconstructionInfo(
            command.getExtendedBlock(), command.getErasureCodingPolicy(), live,
            command.getSourceDnInfos(), command.getTargetDnInfos(),
            command.getTargetStorageTypes(), command.getTargetStorageIDs(), new byte[0]);
    new StripedBlockReconstructor(node.getErasureCodingWorker(), info).run();
  }
}
