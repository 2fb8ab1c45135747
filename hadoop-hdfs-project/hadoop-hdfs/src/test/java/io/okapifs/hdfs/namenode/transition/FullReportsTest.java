package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.junit.jupiter.api.Test;

/** Which nodes are asked to report all they have. */
class FullReportsTest {

  private final PaperFile file = new PaperFile(1, 1);
  private final FullReports reports = new FullReports();
  private final DatanodeDescriptor node = file.spare(0);

  private int askedFor() {
    reports.ask(file.blocks, List.of(node));
    return node.getNumberOfBlocksToBeErasureCoded();
  }

  @Test
  void aNodeIsAskedOnceHoweverOftenItIsWaitedFor() {
    assertThat(askedFor()).isOne();
    assertThat(askedFor()).isOne();
  }

  @Test
  void aDeadNodeIsAskedWhenItIsBack() {
    node.setAlive(false);
    assertThat(askedFor()).isZero();
    node.setAlive(true);
    assertThat(askedFor()).isOne();
  }
}
