package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.EarlierTargets;
import io.okapifs.hdfs.namenode.repair.PendingEncodings;
import io.okapifs.hdfs.testing.BlockFileCluster;
import java.util.List;
import org.apache.hadoop.util.Time;
import org.junit.jupiter.api.Test;

/** Whose word it is that an encoding gets on. */
class PendingEncodingsTest {

  private final PaperFile file = new PaperFile(2, 2);
  private final DatanodeDescriptor asked = file.spare(0);

  private boolean isWaitedForLonger(DatanodeDescriptor teller, long id) {
    PendingEncodings.hearFrom(file.blocks, teller.getDatanodeUuid(), List.of(id));
    return !EarlierTargets.of(file.blocks, file.parity(0)).isEmpty();
  }

  @Test
  void onlyANodeThatWasAskedForAGroupHasItWaitedFor() {
    RepairQueueWindow.addPending(file.blocks, file.parity(0), PaperFile.storage(asked));
    long id = file.parity(0).getBlockId();
    assertThat(isWaitedForLonger(file.spare(1), id)).isFalse();
    assertThat(isWaitedForLonger(asked, id)).isTrue();
  }

  @Test
  void theTimeOfTheGroupBeginsAnew() throws Exception {
    RepairQueueWindow.addPending(file.blocks, file.parity(0), PaperFile.storage(asked));
    long before = Time.monotonicNow();
    BlockFileCluster.await("the next millisecond", () -> Time.monotonicNow() > before);
    PendingEncodings.hearFrom(
        file.blocks, asked.getDatanodeUuid(), List.of(file.parity(0).getBlockId()));
    assertThat(file.blocks.pendingReconstruction.remove(file.parity(0)).getTimeStamp())
        .isGreaterThan(before);
  }

  @Test
  void whatNobodyWasAskedForIsNotWaitedFor() {
    assertThat(isWaitedForLonger(asked, file.parity(0).getBlockId())).isFalse();
    assertThat(file.blocks.pendingReconstruction.size()).isZero();
  }

  @Test
  void aGroupThatIsGoneIsPassedOver() {
    assertThat(isWaitedForLonger(asked, 4711)).isFalse();
  }
}
