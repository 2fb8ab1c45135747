package io.okapifs.hdfs.namenode.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.atMost;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import io.okapifs.hdfs.namenode.placement.GroupPlacement.Misplaced;
import io.okapifs.hdfs.namenode.placement.KnownRacks;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.net.NetworkTopology;
import org.junit.jupiter.api.Test;

/** Whether a block could lie better costs what its group is wide, however many nodes there are. */
class LargeClusterTest {

  private static final int RACKS = 250;
  private static final int NODES_PER_RACK = 40;

  /** Racks that are looked into for one block: those of its group, and some others. */
  private static final int LOOKS = PaperFile.N + 32;

  private PaperFile file;
  private NetworkTopology topology;

  /** A file whose members are all on the first rack. */
  private void crowd(List<Integer> racks) {
    file = new PaperFile(1, racks);
    topology = spy(file.manager().getNetworkTopology());
    when(file.manager().getNetworkTopology()).thenReturn(topology);
    KnownRacks.put(
        file.blocks,
        IntStream.range(0, racks.size())
            .mapToObj(rack -> "/rack-" + rack)
            .collect(Collectors.toSet()));
  }

  private Set<String> racksOf(int... members) {
    return IntStream.of(members)
        .mapToObj(member -> file.nodeOf(0, member).getNetworkLocation())
        .collect(Collectors.toSet());
  }

  @Test
  void aBetterRackIsFoundWithoutALookAtAllNodes() {
    crowd(Collections.nCopies(RACKS, NODES_PER_RACK));
    assertThat(racksOf(0, 1, 2, 3, 4)).hasSize(1);
    assertThat(GroupPlacement.findMisplaced(file.blocks, file.stripe(0))).isPresent();
    verify(topology, never()).getLeaves(any());
    verify(topology, atMost(LOOKS)).getDatanodesInRack(any());
  }

  @Test
  void theOnlyBetterNodeIsFoundWhereItsRackHasNoOther() {
    crowd(List.of(2000, 1));
    GroupHealth health = file.health();
    GroupPlacement placement = new GroupPlacement(file.blocks, health, file.stripe(0));
    Misplaced misplaced = placement.misplaced().orElseThrow();
    assertThat(placement.betterNodes(misplaced).stream().flatMap(Set::stream))
        .extracting(DatanodeDescriptor::getNetworkLocation)
        .containsExactly("/rack-1");
    verify(topology, never()).getLeaves(any());
  }

  @Test
  void whereEveryOtherRackIsFullABlockStays() {
    crowd(List.of(2000, 1));
    file.spare(2000 - PaperFile.N).startDecommission();
    assertThat(file.spare(2000 - PaperFile.N).getNetworkLocation()).isEqualTo("/rack-1");
    assertThat(GroupPlacement.findMisplaced(file.blocks, file.stripe(0))).isEmpty();
    verify(topology, never()).getLeaves(any());
  }

  @Test
  void aMoveGoesToABetterNodeWithoutALookAtAll() {
    crowd(Collections.nCopies(RACKS, NODES_PER_RACK));
    BlockInfoDecoupled block = file.stripe(0);
    GroupHealth health = file.health();
    GroupPlacement placement = new GroupPlacement(file.blocks, health, block);
    Misplaced misplaced = placement.misplaced().orElseThrow();
    MemberMoveWork move =
        new MemberMoveWork(
            file.blocks, health, block, placement, misplaced,
            RepairQueueWindow.BADLY_DISTRIBUTED);
    move.choose(
        file.placement(), BlockStoragePolicySuite.createDefaultSuite(),
        new HashSet<>(GroupPlacement.nodesOf(block)));
    assertThat(move.targets()).hasSize(1);
    assertThat(placement.isBetter(misplaced, move.targets().get(0).getDatanodeDescriptor()))
        .isTrue();
    verify(topology, never()).getLeaves(any());
  }
}
