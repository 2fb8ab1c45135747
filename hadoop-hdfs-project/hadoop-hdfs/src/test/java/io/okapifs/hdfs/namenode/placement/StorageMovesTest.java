package io.okapifs.hdfs.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListMovableBlocksResponseProto.MovableBlockProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListStorageMovesResponseProto;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.junit.jupiter.api.Test;

/** A file of two groups of RS-3-2 on disks, on paper: two data stripes and two parity groups. */
class StorageMovesTest {

  private static final int BLOCK_GROUPS = 4;

  private final PaperFile file = new PaperFile(2, 3);

  private ListStorageMovesResponseProto page(long cursor) {
    return StorageMoves.of(file.blocks, file.health().file().inode(), cursor);
  }

  private static List<Long> ids(ListStorageMovesResponseProto page) {
    return page.getBlocks().getBlockList().stream().map(MovableBlockProto::getId).toList();
  }

  @Test
  void eachBlockOfAnotherTypeIsListedOnceWithItsNode() {
    assertThat(ids(page(0))).isEmpty();
    file.setStoragePolicy(HdfsConstants.COLD_STORAGE_POLICY_ID);
    PaperFile.setType(file.nodeOf(0, 0), StorageType.ARCHIVE);
    PaperFile.setType(file.nodeOf(1, 4), StorageType.ARCHIVE);
    Set<String> holders = new TreeSet<>();
    Set<Long> ids = new HashSet<>();
    for (long cursor = 0; cursor < BLOCK_GROUPS; ) {
      ListStorageMovesResponseProto page = page(cursor);
      page.getBlocks().getBlockList()
          .forEach(block -> holders.add(page.getBlocks().getNode(block.getHolder()).getUuid()));
      assertThat(ids).doesNotContainAnyElementsOf(ids(page));
      ids.addAll(ids(page));
      cursor = page.hasNext() ? page.getNext() : BLOCK_GROUPS;
    }
    assertThat(ids).hasSize(8);
    assertThat(holders).hasSize(8).doesNotContain(
        file.nodeOf(0, 0).getDatanodeUuid(), file.nodeOf(1, 4).getDatanodeUuid());
  }

  @Test
  void aPageBeginsBehindTheBlockGroupsOfThePagesBefore() {
    file.setStoragePolicy(HdfsConstants.COLD_STORAGE_POLICY_ID);
    assertThat(ids(page(BLOCK_GROUPS - 1))).hasSize(2);
    assertThat(ids(page(BLOCK_GROUPS))).isEmpty();
    assertThat(page(BLOCK_GROUPS).hasNext()).isFalse();
  }

  @Test
  void noPageBeginsBeforeTheFirst() {
    assertThatThrownBy(() -> page(-1))
        .isInstanceOf(HadoopIllegalArgumentException.class)
        .hasMessage("No page begins there: cursor=-1; begin with 0");
  }

  @Test
  void aPolicyThatNoStripedFileCanHaveWantsNothing() {
    file.setStoragePolicy(HdfsConstants.WARM_STORAGE_POLICY_ID);
    PaperFile.setType(file.nodeOf(0, 0), StorageType.ARCHIVE);
    assertThat(page(0).hasStorageType()).isFalse();
    assertThat(ids(page(0))).isEmpty();
  }
}
