package io.okapifs.hdfs.namenode.repair;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.junit.jupiter.api.Test;

/** A node is asked for as many new groups at a time as it may repair. */
class EncodingSlotsTest {

  private final PaperFile file = new PaperFile(3, 2);
  private final EncodingSlots slots = new EncodingSlots();
  private final DatanodeDescriptor node = file.spare(0);

  private void ask(int group) {
    RepairQueueWindow.addPending(file.blocks, file.parity(group), PaperFile.storage(node));
    slots.take(node, file.parity(group));
  }

  private boolean isFree(DatanodeDescriptor asked) {
    return slots.isFree(file.blocks, asked);
  }

  @Test
  void twoGroupsAreAllThatANodeIsAskedForWhereItMayRepairTwo() {
    ask(0);
    assertThat(isFree(node)).isTrue();
    ask(1);
    assertThat(isFree(node)).isFalse();
    assertThat(isFree(file.spare(1))).as("another node").isTrue();
  }

  @Test
  void aGroupCountsUntilItsParityIsThereOrNobodyWaitsForIt() {
    ask(0);
    ask(1);
    RepairQueueWindow.removePending(file.blocks, file.parity(0));
    assertThat(isFree(node)).isTrue();
    ask(2);
    assertThat(isFree(node)).isFalse();
  }
}
