package io.okapifs.hdfs.namenode.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.GroupIds;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.junit.jupiter.api.Test;

class EarlierTargetsTest {

  private static final long KEPT = 100;

  private final EarlierTargets targets = new EarlierTargets();
  private final BlockInfo one = block(16);
  private final BlockInfo two = block(32);
  private final DatanodeStorageInfo storage =
      DFSTestUtil.createDatanodeStorageInfo("DS-1", "1.1.1.1");
  private final DatanodeStorageInfo later =
      DFSTestUtil.createDatanodeStorageInfo("DS-2", "1.1.1.2");

  private final Node busy =
      DFSTestUtil.createDatanodeStorageInfo("DS-3", "1.1.1.3").getDatanodeDescriptor();

  private static BlockInfo block(long number) {
    long id = GroupIds.parityGroup(Long.MIN_VALUE + number, 2);
    return BlockInfoDecoupled.create(new Block(id, 0, 1), 64 << 10);
  }

  @Test
  void targetsAreKnownByBlockGroupUntilTheirTimeIsOver() {
    targets.add(one, List.of(storage), Set.of(), 0, KEPT);
    targets.add(one, List.of(later), Set.of(busy), 50, KEPT);
    assertThat(targets.of(one, 99)).containsExactly(storage, later);
    assertThat(targets.of(two, 99)).isEmpty();
    assertThat(targets.wasInPlaceOf(one, storage, busy, 99)).isFalse();
    assertThat(targets.wasInPlaceOf(one, later, busy, 99)).isTrue();
    assertThat(targets.wasInPlaceOf(one, later, later.getDatanodeDescriptor(), 99)).isFalse();
    assertThat(targets.wasInPlaceOf(two, later, busy, 99)).isFalse();
    assertThat(targets.of(one, 100)).containsExactly(later);
    assertThat(targets.of(one, 150)).isEmpty();
    assertThat(targets.wasInPlaceOf(one, later, busy, 150)).isFalse();
  }

  @Test
  void aTargetThatIsPlannedTwiceIsKnownUntilTheSecondTimeIsOver() {
    targets.add(one, List.of(storage), Set.of(), 0, KEPT);
    targets.add(one, List.of(storage), Set.of(), 50, KEPT);
    assertThat(targets.of(one, 120)).containsExactly(storage);
    assertThat(targets.of(one, 150)).isEmpty();
  }
}
