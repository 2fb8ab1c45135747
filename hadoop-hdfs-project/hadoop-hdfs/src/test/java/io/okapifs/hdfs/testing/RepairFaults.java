package io.okapifs.hdfs.testing;

import io.okapifs.hdfs.datanode.repair.GroupRepairService;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;

/** What tests let happen in the middle of repairs; of all clusters of the JVM. */
public final class RepairFaults {

  private RepairFaults() {}

  /** What happens. */
  @FunctionalInterface
  public interface Step {
    void run() throws IOException;
  }

  /** Until {@link BlockFileCluster#allowRepairs()}. */
  public static void beforeWindows(Step step) {
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public void stripedBlockReconstruction() throws IOException {
        step.run();
      }
    });
  }

  public static void waitUntilInterrupted() throws IOException {
    await(new CountDownLatch(1));
  }

  public static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException("the DataNode is shut down");
    }
  }

  /** A node that repairs or encodes something. */
  public static DataNode nodeAtWork(BlockFileCluster cluster) {
    return cluster.mini().getDataNodes().stream()
        .filter(node -> GroupRepairService.isAtWork(node)).findFirst().orElseThrow();
  }

  /** Leaves no space on a node, until its volumes are given their capacity again (-1). */
  public static List<FsVolumeImpl> fill(DataNode node) throws IOException {
    List<FsVolumeImpl> volumes = new ArrayList<>();
    try (FsVolumeReferences references = node.getFSDataset().getFsVolumeReferences()) {
      references.forEach(volume -> volumes.add((FsVolumeImpl) volume));
    }
    volumes.forEach(volume -> volume.setCapacityForTesting(1));
    return volumes;
  }
}
