package io.okapifs.hdfs.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.junit.jupiter.api.Test;

/** Where blocks of a file under HOT move for their group's sake: RS-3-2, on paper. */
class WantedStorageTest {

  private static final int DATA = 1;
  private static final int PARITY = 4;

  private static boolean isMisplaced(PaperFile file, BlockInfoDecoupled block) {
    return GroupPlacement.findMisplaced(file.blocks, block).isPresent();
  }

  /** All members are on the first rack, and a node is on the second. */
  @Test
  void oneMoreRackIsWorthNoBlockOnAnotherStorage() {
    PaperFile file = new PaperFile(1, List.of(5, 1));
    assertThat(isMisplaced(file, file.stripe(0))).isTrue();
    PaperFile.setType(file.spare(0), StorageType.ARCHIVE);
    assertThat(isMisplaced(file, file.stripe(0))).isFalse();
  }

  @Test
  void aFullStorageIsNoBetterThanNone() {
    PaperFile file = new PaperFile(1, List.of(5, 1));
    PaperFile.fill(file.spare(0));
    assertThat(isMisplaced(file, file.stripe(0))).isFalse();
  }

  @Test
  void aNodeOfItsOwnIsWorthIt() {
    PaperFile file = new PaperFile(1, List.of(6));
    file.takeAway(0, DATA, file.nodeOf(0, DATA));
    file.put(0, DATA, file.nodeOf(0, PARITY));
    PaperFile.setType(file.nodeOf(0, DATA), StorageType.ARCHIVE);
    PaperFile.setType(file.spare(0), StorageType.ARCHIVE);
    assertThat(isMisplaced(file, file.stripe(0))).isTrue();
  }
}
