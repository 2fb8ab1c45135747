package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** Holds the workers that delete files of a DataNode's replicas, as a slow disk does. */
public final class HeldDeletions implements AutoCloseable {

  private final FsDatasetImpl dataset;
  private final CountDownLatch released = new CountDownLatch(1);

  public HeldDeletions(DataNode node) throws IOException {
    dataset = (FsDatasetImpl) node.getFSDataset();
    onEachVolume(released::await);
  }

  private interface Task {
    void run() throws InterruptedException;
  }

  private void onEachVolume(Task task) throws IOException {
    try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
      volumes.forEach(
          volume ->
              dataset.asyncDiskService.execute(
                  (FsVolumeImpl) volume,
                  () -> {
                    try {
                      task.run();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  }));
    }
  }

  private int volumeCount() throws IOException {
    try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
      return volumes.size();
    }
  }

  /** Lets them go on, and waits until all is deleted that was to be. */
  public void release() throws IOException, InterruptedException {
    released.countDown();
    CountDownLatch all = new CountDownLatch(volumeCount());
    onEachVolume(all::countDown);
    all.await();
  }

  @Override
  public void close() {
    released.countDown();
  }

  /** A finalized replica of a block that a node gets now, with the content of two files. */
  public static void receive(DataNode node, ExtendedBlock block, byte[] bytes, byte[] checksums)
      throws IOException {
    FsDatasetSpi<?> dataset = node.getFSDataset();
    try (ReplicaHandler handler =
        dataset.createTemporary(StorageType.DISK, null, block, true)) {
      ReplicaInPipeline replica = handler.getReplica();
      LocalReplica local = (LocalReplica) replica.getReplicaInfo();
      write(local.getBlockFile(), bytes);
      write(local.getMetaFile(), checksums);
      replica.setNumBytes(bytes.length);
      block.setNumBytes(bytes.length);
      dataset.finalizeBlock(block, false);
      node.notifyNamenodeReceivedBlock(
          block, null, replica.getReplicaInfo().getStorageUuid(), false);
    }
  }

  /** Files that a node has renamed and not deleted yet. */
  public static List<String> leftBy(DataNode node) throws IOException {
    List<String> left = new ArrayList<>();
    try (FsDatasetSpi.FsVolumeReferences volumes =
        node.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        for (String pool : volume.getBlockPoolList()) {
          left.addAll(List.of(VolumeWindow.temporaryFolder(volume, pool).list()));
        }
      }
    }
    return left;
  }

  private static void write(File file, byte[] bytes) throws IOException {
    Files.write(file.toPath(), bytes);
  }
}
