package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.repair.LinkTask;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.ReplicaLinks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives replicas of a DataNode their second names, and reports these. What fails is asked for
 * again by the NameNode.
 *
 * @param poolId the block pool
 */
record ReplicaLinker(DataNode node, String poolId, LinkTask task) implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(ReplicaLinker.class);

  @Override
  public void run() {
    for (LinkTask.Link link : task.links()) {
      ExtendedBlock name =
          new ExtendedBlock(poolId, link.nameId(), link.lengthBytes(), link.nameStamp());
      ExtendedBlock source =
          new ExtendedBlock(poolId, link.blockId(), link.lengthBytes(), link.generationStamp());
      try {
        ReplicaInfo replica = ReplicaLinks.link(node.getFSDataset(), source, name);
        node.notifyNamenodeReceivedBlock(
            name, null, replica.getStorageUuid(), replica.isOnTransientStorage());
      } catch (FileNotFoundException e) {
        LOG.warn("Replica lost that was to get a second name: link={}", link, e);
        giveUp(source);
      } catch (IOException | RuntimeException e) {
        LOG.warn("Replica got no second name: link={}", link, e);
      }
    }
    LOG.info("Replicas were to get second names: links={}", task.links().size());
  }

  /** Has the NameNode rebuild a replica, as reading it would. */
  private void giveUp(ExtendedBlock lost) {
    try {
      node.notifyNamenodeDeletedBlock(
          lost, node.getFSDataset().getVolume(lost).getStorageID());
      node.getFSDataset().invalidate(poolId, new Block[] {lost.getLocalBlock()});
    } catch (IOException | RuntimeException e) {
      LOG.warn("Replica lost and not given up: replica={}", lost, e);
    }
  }
}
