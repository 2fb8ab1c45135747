package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.testing.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The storages that a block group of a decoupled file remembers. */
final class BlockInfoDecoupledTest {

  private static final int CELL = 64 << 10;
  private static final int STORAGES = 8;
  private static final int STEPS = 20_000;
  private static final long SEED = Seed.get();

  private final DatanodeStorageInfo[] storages =
      DFSTestUtil.createDatanodeStorageInfos(STORAGES);

  private static Block stripe(int width, long bytes) {
    return new Block(GroupIds.dataStripe(Long.MIN_VALUE + 16, width), bytes, 1001);
  }

  private static BlockInfoStriped group(int width, long bytes) {
    return BlockInfoDecoupled.create(stripe(width, bytes), CELL);
  }

  private static Block replica(BlockInfoStriped group, int index) {
    return new Block(group.getBlockId() + index, 1, 1001);
  }

  /** Every storage with the index that the group remembers for it. */
  private static Map<String, Integer> remembered(BlockInfoStriped group) {
    Map<String, Integer> indices = new TreeMap<>();
    group.getStorageAndIndexInfos()
        .forEach(info -> indices.put(info.getStorage().getStorageID(), (int) info.getBlockIndex()));
    return indices;
  }

  private static void complete(BlockInfoStriped stripe, long bytes) {
    stripe.convertToBlockUnderConstruction(BlockUCState.COMMITTED, new DatanodeStorageInfo[0]);
    stripe.setNumBytes(bytes);
    stripe.convertToCompleteBlock();
  }

  @Test
  void whatIsReportedAndRemovedInAnyOrderIsRemembered() {
    Random random = new Random(SEED);
    for (int width = 1; width <= 4; width++) {
      for (long cells = 0; cells <= width; cells++) {
        BlockInfoStriped group = group(width, cells * CELL);
        BlockInfoStriped neighbour = filled(group(width, (long) width * CELL));
        Map<String, Integer> neighbours = remembered(neighbour);
        Map<String, Integer> expected = new TreeMap<>();
        for (int step = 0; step < STEPS / 14; step++) {
          DatanodeStorageInfo storage = storages[random.nextInt(STORAGES)];
          if (expected.containsKey(storage.getStorageID())) {
            assertThat(group.removeStorage(storage)).isTrue();
            expected.remove(storage.getStorageID());
          } else {
            int index = random.nextInt(width);
            assertThat(group.addStorage(storage, replica(group, index))).isTrue();
            expected.put(storage.getStorageID(), index);
          }
          assertThat(remembered(group)).as("width %s, seed %s", width, SEED).isEqualTo(expected);
          assertThat(group.numNodes()).isEqualTo(expected.size());
          assertThat(group.hasNoStorage()).isEqualTo(expected.isEmpty());
        }
        assertThat(remembered(neighbour)).as("seed %s", SEED).isEqualTo(neighbours);
      }
    }
  }

  private BlockInfoStriped filled(BlockInfoStriped group) {
    for (int i = 0; i < group.getTotalBlockNum(); i++) {
      group.addStorage(storages[i], replica(group, i));
    }
    return group;
  }

  @Test
  void groupsWhoseBlocksAreInOrderShareTheirIndices() {
    BlockInfoStriped one = filled(group(6, 6L * CELL));
    BlockInfoStriped other = filled(group(6, 6L * CELL));
    assertThat(StorageSlots.indices(one)).isSameAs(StorageSlots.indices(other))
        .containsExactly(0, 1, 2, 3, 4, 5);

    other.removeStorage(storages[2]);

    assertThat(StorageSlots.indices(one)).containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(StorageSlots.indices(other)).containsExactly(0, 1, -1, 3, 4, 5);
    assertThat(other.getStorageBlockIndex(storages[2])).isEqualTo((byte) -1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 6})
  void aShortStripeThatIsCompleteHasSlotsForItsBlocksOnly(int blocks) {
    BlockInfoStriped stripe = group(6, 0);
    assertThat(stripe.getCapacity()).isEqualTo(6);
    for (int i = 0; i < blocks; i++) {
      stripe.addStorage(storages[i], replica(stripe, i));
    }
    complete(stripe, (long) blocks * CELL);

    assertThat(stripe.getCapacity()).isEqualTo(blocks);
    assertThat(remembered(stripe)).hasSize(blocks);
    assertThat(group(6, (long) blocks * CELL).getCapacity()).isEqualTo(blocks);
  }

  @Test
  void slotsThatAreTakenStay() {
    BlockInfoStriped stripe = group(3, 0);
    List<Integer> slots = new ArrayList<>(List.of(2, 0));
    slots.forEach(index -> stripe.addStorage(storages[index], replica(stripe, index)));

    complete(stripe, CELL);

    assertThat(stripe.getCapacity()).isEqualTo(3);
    assertThat(remembered(stripe).values()).containsExactlyInAnyOrder(0, 2);
  }
}
