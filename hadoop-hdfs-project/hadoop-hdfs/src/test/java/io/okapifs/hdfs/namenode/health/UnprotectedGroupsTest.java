package io.okapifs.hdfs.namenode.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.junit.jupiter.api.Test;

/** Parity groups without a good replica are counted as replicas come and go. */
class UnprotectedGroupsTest {

  private static final int PARITY = PaperFile.K;

  private final PaperFile file = new PaperFile(1, 2);

  private long count(BlockInfo parity) {
    UnprotectedGroups.lookAt(file.blocks, parity);
    return UnprotectedGroups.of(file.blocks).count();
  }

  private long count() {
    return count(file.parity(0));
  }

  private void loseParity() {
    for (int member = PARITY; member < PaperFile.N; member++) {
      file.takeAway(0, member, file.nodeOf(0, member));
    }
  }

  private void orderRepair(BlockInfo parity) {
    RepairQueueWindow.addPending(file.blocks, parity, PaperFile.storage(file.spare(0)));
  }

  @Test
  void oneIsCountedUntilAReplicaIsThere() {
    orderRepair(file.parity(0));
    assertThat(count()).isZero();
    loseParity();
    assertThat(count()).isOne();
    assertThat(count()).isOne();
    file.put(0, PARITY, file.spare(0));
    assertThat(count()).isZero();
  }

  @Test
  void corruptReplicasProtectNothing() {
    orderRepair(file.parity(0));
    for (int member = PARITY; member < PaperFile.N; member++) {
      assertThat(count()).isZero();
      file.markCorrupt(0, member, file.nodeOf(0, member));
    }
    assertThat(count()).isOne();
  }

  /** Its writer may still be at work, or its file lives on in a snapshot alone. */
  @Test
  void oneThatNobodyIsToRepairIsNot() {
    loseParity();
    assertThat(count()).isZero();
  }

  @Test
  void oneThatAFileWillHaveIsNot() {
    file.beginWider(false);
    BlockInfo coming = file.healthOfNext().place(0, file.healthOfNext().file().k()).block();
    orderRepair(coming);
    assertThat(count(coming)).isZero();
  }

  @Test
  void oneOfADeletedFileIsNot() {
    orderRepair(file.parity(0));
    loseParity();
    assertThat(count()).isOne();
    file.parity(0).delete();
    assertThat(UnprotectedGroups.of(file.blocks).count()).isZero();
  }

  @Test
  void noneIsOnceTheQueuesWereEmptied() {
    orderRepair(file.parity(0));
    loseParity();
    assertThat(count()).isOne();
    UnprotectedGroups.clear(file.blocks);
    assertThat(UnprotectedGroups.of(file.blocks).count()).isZero();
  }
}
