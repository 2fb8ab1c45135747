package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;

/**
 * Gives the live streams of one block group a new generation stamp, so that the replica of a
 * stream that was lost is known to be stale. Other block groups of the file are not touched.
 */
final class LaneRecovery {

  private final DFSClient client;
  private final LaneCoordinator coordinator;
  private final LaneShape shape;

  LaneRecovery(DFSClient client, LaneCoordinator coordinator, LaneShape shape) {
    this.client = client;
    this.coordinator = coordinator;
    this.shape = shape;
  }

  /**
   * One round.
   *
   * @param group the block group; gets the new stamp on success
   * @param reportedBytes length of the block group that the NameNode is told
   * @param live all live streams, each of which is streaming and has everything acknowledged
   * @return false where another stream was lost meanwhile: count it and try again
   */
  boolean run(ExtendedBlock group, long reportedBytes, List<LaneStream> live) throws IOException {
    coordinator.beginRound();
    live.forEach(stream -> stream.streamer().setExternalError());
    ExtendedBlock renewed = offerRenewed(group, live);
    boolean all = coordinator.awaitAnswers(live, answerTimeoutMillis());
    if (all) {
      live.forEach(stream -> stream.streamer().getErrorState().reset());
      updatePipeline(group, renewed, reportedBytes, live);
    }
    coordinator.endRound(live, all);
    return all;
  }

  private ExtendedBlock offerRenewed(ExtendedBlock group, List<LaneStream> live)
      throws IOException {
    LocatedBlock updated = client.namenode.updateBlockForPipeline(group, client.clientName);
    LocatedBlock[] parts =
        StripedBlockUtil.parseStripedBlockGroup(
            (LocatedStripedBlock) updated, shape.cellSize(), shape.dataUnits(),
            shape.parityUnits());
    ExtendedBlock renewed = new ExtendedBlock(group);
    renewed.setGenerationStamp(updated.getBlock().getGenerationStamp());
    for (LaneStream stream : live) {
      LocatedBlock offer = new LocatedBlock(new ExtendedBlock(renewed), DatanodeInfo.EMPTY_ARRAY);
      if (parts[stream.index()] != null) {
        offer.setBlockToken(parts[stream.index()].getBlockToken());
      }
      coordinator.getNewBlocks().offer(stream.index(), offer);
    }
    return renewed;
  }

  private void updatePipeline(
      ExtendedBlock group, ExtendedBlock renewed, long reportedBytes, List<LaneStream> live)
      throws IOException {
    DatanodeInfo[] nodes = new DatanodeInfo[shape.width()];
    String[] storages = new String[shape.width()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new DatanodeInfoBuilder().setNodeID(DatanodeID.EMPTY_DATANODE_ID).build();
      storages[i] = "";
    }
    for (LaneStream stream : live) {
      DatanodeInfo[] pipeline = stream.streamer().getNodes();
      String[] pipelineStorages = stream.streamer().getStorageIDs();
      if (pipeline != null && pipelineStorages != null) {
        nodes[stream.index()] = pipeline[0];
        storages[stream.index()] = pipelineStorages[0];
      }
    }
    ExtendedBlock before = new ExtendedBlock(group);
    before.setNumBytes(reportedBytes);
    renewed.setNumBytes(reportedBytes);
    client.namenode.updatePipeline(client.clientName, before, renewed, nodes, storages);
    group.setGenerationStamp(renewed.getGenerationStamp());
  }

  /** Below the socket timeout, or the streams that wait would run into theirs. */
  private long answerTimeoutMillis() {
    long socketTimeout = client.getConf().getSocketTimeout();
    return socketTimeout > 0 ? socketTimeout / 2 : Long.MAX_VALUE;
  }
}
