package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.namenode.repair.ForgottenMembers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentMatchers;
import org.mockito.Mockito;

/** What is counted and queued where a corrupt replica was taken off its storage. */
class ForgottenMembersTest {

  private static final int MEMBER = 1;

  private final PaperFile file = new PaperFile(1, 2);
  private final BlockInfoStripedData stripe = file.stripe(0);

  @BeforeEach
  void count() {
    Mockito.when(file.blocks.countNodes(ArgumentMatchers.any(BlockInfo.class)))
        .thenReturn(new NumberReplicas());
    Mockito.when(file.blocks.isPopulatingReplQueues()).thenReturn(true);
  }

  private void lookAt(BlockInfo block, boolean wasKnown) {
    ForgottenMembers.lookAt(file.blocks, block, file.storageOf(0, MEMBER), wasKnown);
  }

  private boolean isQueued(BlockInfo block) {
    return RepairQueueWindow.isQueued(file.blocks, block);
  }

  @Test
  void aReplicaThatIsStillKnownIsLeftToHdfs() {
    assertThat(ForgottenMembers.isKnown(stripe, file.storageOf(0, MEMBER))).isTrue();
    assertThat(ForgottenMembers.isKnown(stripe, null)).isFalse();
    lookAt(stripe, true);
    assertThat(isQueued(stripe)).isFalse();
    Mockito.verify(file.safeMode, Mockito.never()).decrementSafeBlockCount(stripe);
  }

  @Test
  void oneThatWasKnownIsQueuedAndCountedOut() {
    file.takeAway(0, MEMBER, file.nodeOf(0, MEMBER));
    lookAt(stripe, true);
    assertThat(isQueued(stripe)).isTrue();
    Mockito.verify(file.safeMode).decrementSafeBlockCount(stripe);
  }

  /** It never counted. */
  @Test
  void oneThatWasReportedAsCorruptAtFirstIsNotCountedOut() {
    file.takeAway(0, MEMBER, file.nodeOf(0, MEMBER));
    lookAt(stripe, false);
    assertThat(isQueued(stripe)).isTrue();
    Mockito.verify(file.safeMode, Mockito.never()).decrementSafeBlockCount(stripe);
  }

  @Test
  void nothingIsQueuedBeforeTheQueuesAreFilled() {
    Mockito.when(file.blocks.isPopulatingReplQueues()).thenReturn(false);
    file.takeAway(0, MEMBER, file.nodeOf(0, MEMBER));
    lookAt(stripe, true);
    assertThat(isQueued(stripe)).isFalse();
  }

  @Test
  void theSwitchIsForBlockGroupsInHdfsOwnLayout() {
    file.beginCoupling();
    BlockInfoStriped coupled = file.coming(0);
    coupled.convertToCompleteBlock();
    Mockito.when(file.blocks.getExpectedRedundancyNum(coupled)).thenReturn((short) PaperFile.N);
    file.conf.setBoolean(UpstreamFix.FORGOTTEN_MEMBER.key(), false);
    file.takeAway(0, MEMBER, file.nodeOf(0, MEMBER));
    lookAt(coupled, false);
    lookAt(stripe, false);
    assertThat(isQueued(coupled)).isFalse();
    assertThat(isQueued(stripe)).isTrue();
    file.conf.unset(UpstreamFix.FORGOTTEN_MEMBER.key());
    lookAt(coupled, false);
    assertThat(isQueued(coupled)).isTrue();
  }
}
