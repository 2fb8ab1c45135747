package io.okapifs.hdfs.namenode.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedData;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.junit.jupiter.api.Test;

/** Where a node has not reported what it acknowledged, the member counts as lying there. */
class UnreportedMembersTest {

  private final PaperFile file = new PaperFile(1, 2);
  private final BlockInfoStripedData stripe = file.stripe(0);

  @Test
  void theExpectedPlacesThatWereNotReportedAreRemembered() {
    DatanodeStorageInfo[] expected = {
      file.storageOf(0, 0), file.storageOf(0, 1), file.storageOf(0, 2)
    };
    stripe.convertToBlockUnderConstruction(BlockUCState.COMMITTED, expected);
    file.takeAway(0, 1, file.nodeOf(0, 1));
    UnreportedMembers.remember(file.blocks, stripe);
    assertThat(UnreportedMembers.of(file.blocks, stripe)).containsExactly(file.storageOf(0, 1));
    assertThat(UnreportedMembers.of(file.blocks, file.parity(0))).isEmpty();
  }
}
