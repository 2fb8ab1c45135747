package io.okapifs.hdfs.datanode.repair;

import java.util.List;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand.BlockECReconstructionInfo;

/** A command for a repair that no NameNode sent. */
public final class ForgedRepair {

  private ForgedRepair() {}

  public static void send(DataNode node, BlockECReconstructionInfo command) {
    if (!GroupRepairService.takeOut(
        node, node.getErasureCodingWorker().getXmitWeight(), List.of(command)).isEmpty()) {
      throw new IllegalArgumentException("not the repair of a group: " + command);
    }
  }
}
