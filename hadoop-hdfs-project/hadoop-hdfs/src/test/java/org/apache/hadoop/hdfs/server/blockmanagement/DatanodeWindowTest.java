package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.WovenMocks;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

class DatanodeWindowTest {

  private final BlockManager blocks = WovenMocks.blocks();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);

  /** Upstream counts one node less meanwhile, and a write that needs every node would be refused. */
  @Test
  void aNodeWhoseHeartbeatIsBeingTakenIsCounted() throws Exception {
    HeartbeatManager heartbeats =
        new HeartbeatManager(Mockito.mock(Namesystem.class), blocks, new Configuration());
    DatanodeManager nodes = Mockito.mock(DatanodeManager.class);
    Mockito.when(blocks.getDatanodeManager()).thenReturn(nodes);
    Mockito.when(nodes.getHeartbeatManager()).thenReturn(heartbeats);
    DatanodeDescriptor node = DFSTestUtil.getLocalDatanodeDescriptor();
    heartbeats.register(node);
    assertThat(DatanodeWindow.inService(blocks)).isEqualTo(1);

    Thread heartbeat = heldHeartbeat(heartbeats, node);
    assertThat(heartbeats.getNumDatanodesInService()).as("without waiting").isZero();
    FutureTask<Integer> count = new FutureTask<>(() -> DatanodeWindow.inService(blocks));
    Thread counting = new Thread(count, "counting");
    counting.start();
    BlockFileCluster.await(
        "the count waits or has ended",
        () -> counting.getState() == Thread.State.BLOCKED || count.isDone());
    mayEnd.countDown();
    assertThat(count.get()).isEqualTo(1);
    heartbeat.join();
  }

  private Thread heldHeartbeat(HeartbeatManager heartbeats, DatanodeDescriptor node)
      throws InterruptedException {
    Mockito.doAnswer(
            call -> {
              begun.countDown();
              mayEnd.await();
              return null;
            })
        .when(blocks)
        .updateHeartbeat(
            Mockito.any(), Mockito.any(), Mockito.anyLong(), Mockito.anyLong(), Mockito.anyInt(),
            Mockito.anyInt(), Mockito.any());
    Thread heartbeat =
        new Thread(
            () -> heartbeats.updateHeartbeat(node, StorageReport.EMPTY_ARRAY, 0, 0, 0, 0, null),
            "heartbeat");
    heartbeat.start();
    begun.await();
    return heartbeat;
  }
}
