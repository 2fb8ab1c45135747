package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.junit.jupiter.api.Test;

/** Whose full reports a transition waits for. */
class TransitionWaitsTest {

  private final PaperFile file = new PaperFile(2, 2);

  private List<DatanodeDescriptor> unreported() {
    return TransitionWaits.unreported(file.blocks, file.inode(), 0, 1);
  }

  /** As behind a failover: nobody has reported. */
  private void forgetReports() {
    for (int member = 0; member < 2 * PaperFile.N; member++) {
      file.storageOf(0, member).setBlockContentsStale(true);
    }
    PaperFile.storage(file.spare(0)).setBlockContentsStale(true);
  }

  @Test
  void aFileInNoTransitionWaitsForNobody() {
    forgetReports();
    assertThat(unreported()).isEmpty();
  }

  @Test
  void allNodesOfTheFirstGroupThatIsNotReadyAreWaitedFor() {
    file.beginWider(false);
    PaperFile.put(file.wider(0), 0, file.spare(0));
    assertThat(unreported()).isEmpty();
    forgetReports();
    assertThat(unreported())
        .contains(file.spare(0), file.nodeOf(0, 0), file.nodeOf(1, 2))
        .doesNotContain(file.spare(1), file.nodeOf(0, PaperFile.K));
  }

  /** What has no second name yet, and what has one. */
  @Test
  void ofAFileThatIsCoupledTheNodesOfItsMembersAndOfTheirNamesAreWaitedFor() {
    file.beginCoupling();
    PaperFile.put(file.coming(0), 0, file.spare(0));
    forgetReports();
    assertThat(unreported())
        .containsExactlyInAnyOrder(
            file.nodeOf(0, 0), file.nodeOf(0, 1), file.nodeOf(0, 2), file.nodeOf(0, 3),
            file.nodeOf(0, 4), file.spare(0));
  }

  @Test
  void theNodesOfMoreGroupsAreAskedForAtOnce() {
    file.beginCoupling();
    forgetReports();
    assertThat(unreported()).hasSize(PaperFile.N);
    assertThat(TransitionWaits.unreported(file.blocks, file.inode(), 0, 9))
        .hasSize(2 * PaperFile.N);
  }

  @Test
  void behindTheLastGroupNobodyIsWaitedFor() {
    file.beginWider(false);
    PaperFile.put(file.wider(0), 0, file.spare(0));
    forgetReports();
    assertThat(TransitionWaits.unreported(file.blocks, file.inode(), 1, 1)).isEmpty();
  }
}
