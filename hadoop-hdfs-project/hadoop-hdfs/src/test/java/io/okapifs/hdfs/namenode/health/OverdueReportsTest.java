package io.okapifs.hdfs.namenode.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.recovery.Forgoing;
import io.okapifs.hdfs.testing.BlockFileCluster;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** For how long a stripe waits for reports of what DataNodes have acknowledged. */
class OverdueReportsTest {

  private static final int SURVIVES = 0;
  private static final int DOES_NOT = 1;

  private final PaperFile file = new PaperFile(2, 0);

  /** Of one all that its code survives is unreported, of the other one block more. */
  @BeforeEach
  void commit() {
    for (int group = 0; group < 2; group++) {
      for (int member = 0; member < PaperFile.R + group; member++) {
        file.takeAway(group, member, file.nodeOf(group, member));
      }
      file.stripe(group).convertToBlockUnderConstruction(BlockUCState.COMMITTED, null);
    }
  }

  private boolean areForgone(int group) {
    return OverdueReports.areForgone(file.blocks, file.stripe(group), file.health());
  }

  @Test
  void reportsAreWaitedForAndThenForgoneWhereTheGroupSurvivesThat() throws Exception {
    // Its time is over first.
    assertThat(areForgone(DOES_NOT)).isFalse();
    assertThat(areForgone(SURVIVES)).isFalse();
    BlockFileCluster.await("the end of the grace", () -> areForgone(SURVIVES));
    assertThat(areForgone(DOES_NOT)).isFalse();
  }

  /** Whatever is lost then: it shows once the file is closed. */
  @Test
  void whereTheWriterIsGoneTheyAreForgoneOnceItsTimeIsOver() {
    file.conf.setLong(Forgoing.WAIT_KEY, 0);
    assertThat(areForgone(DOES_NOT)).isFalse();
    RecoveryClock.start(file.blocks, file.stripe(DOES_NOT));
    assertThat(areForgone(DOES_NOT)).isTrue();
  }

  @Test
  void aStripeThatIsNotCommittedIsWaitedForForEver() {
    file.conf.setLong(Forgoing.WAIT_KEY, 0);
    file.stripe(SURVIVES)
        .convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION, null);
    RecoveryClock.start(file.blocks, file.stripe(SURVIVES));
    assertThat(areForgone(SURVIVES)).isFalse();
  }
}
