package io.okapifs.hdfs.namenode.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.HelperCosts;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.hdfs.repair.GroupMember;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.Mockito;

/** Repairs read from nodes that have little to do. */
class HelperPlanTest {

  private static final long BLOCK = 1 << 20;
  private static final int NODES = 30;

  private final PaperFile file = new PaperFile(1, 2);
  private final BlockManager blocks = file.blocks;
  private final List<DatanodeDescriptor> nodes =
      IntStream.range(0, NODES)
          .mapToObj(i -> DFSTestUtil.getDatanodeDescriptor("10.0.0." + i, "/rack"))
          .toList();
  private final DatanodeDescriptor target =
      DFSTestUtil.getDatanodeDescriptor("10.0.1.1", "/rack");

  private static List<GroupMembers.Source> sources(List<DatanodeDescriptor> nodes, int lost) {
    return IntStream.range(0, nodes.size())
        .filter(member -> member != lost)
        .mapToObj(
            member ->
                new GroupMembers.Source(
                    new GroupMember(member, member, 1, BLOCK, "s"), nodes.get(member)))
        .toList();
  }

  private HelperPlan plan(ErasureCode code, List<GroupMembers.Source> sources, int lost) {
    return HelperPlan.of(
        blocks, code, new BitSet(), List.of(lost), sources, target, BLOCK);
  }

  /**
   * As when many nodes' blocks are to be rebuilt: groups lie anywhere, and any member is lost. Codes
   * that read all members, or no others than these, have nothing to choose. Most repairs of an
   * LRC are such: a local group has no other members, and chance alone decides where it lies. Always the
   * same groups, so that no commit's hash is unlucky.
   */
  @ParameterizedTest
  @CsvSource({
    "RS-6-3, 102", "RS-10-4, 102", "LESS4-10-4, 115", "HASHTAG4-10-4, 115", "AZURE-LRC2-12-4, 120"
  })
  void theNodeThatIsReadMostOverThousandGroupsIsReadLittleMoreThanTheMean(
      String name, int mostPercent) {
    ErasureCode code = CodeRegistry.byName(name);
    Random random = new Random(26);
    Map<DatanodeDescriptor, Long> read = new HashMap<>();
    long alone = 0;
    for (int group = 0; group < 1000; group++) {
      List<DatanodeDescriptor> all = new ArrayList<>(nodes);
      Collections.shuffle(all, random);
      int lost = group % code.n();
      List<GroupMembers.Source> sources = sources(all.subList(0, code.n()), lost);
      Map<DatanodeDescriptor, Long> bytes = plan(code, sources, lost).bytesOf(sources);
      BlockInfo block = file.parity(0);
      RepairLoads.of(blocks).plan(blocks, block, bytes, List.of());
      bytes.forEach((node, more) -> read.merge(node, more, Long::sum));
      alone +=
          code.repair(
                  MemberSets.of(lost), MemberSets.others(MemberSets.of(lost), code.n()),
                  HelperCosts.EQUAL)
              .cost();
    }
    long total = read.values().stream().mapToLong(Long::longValue).sum();
    assertThat(total).as("bytes").isEqualTo(alone * BLOCK / code.alpha());
    assertThat(read.values().stream().mapToLong(Long::longValue).max().orElseThrow())
        .isLessThanOrEqualTo(total / NODES * mostPercent / 100);
  }

  @Test
  void aRepairThatEndedCountsNoMore() {
    ErasureCode code = CodeRegistry.byName("RS-6-3");
    List<GroupMembers.Source> sources = sources(nodes.subList(0, 9), 0);
    RepairQueueWindow.addPending(blocks, file.parity(0), file.storageOf(0, 0));
    RepairLoads loads = RepairLoads.of(blocks);
    loads.handOut(
        loads.plan(
            blocks, file.parity(0), plan(code, sources, 0).bytesOf(sources), List.of()));
    assertThat(loads.of(blocks, nodes.get(1))).isEqualTo(BLOCK);
    assertThat(plan(code, sources, 0).bytes()).as("7 and 8 come first").containsKeys(7, 8);
    RepairQueueWindow.removePending(blocks, file.parity(0));
    assertThat(loads.of(blocks, nodes.get(1))).isZero();
  }

  @Test
  void aPlanThatIsNotHandedOutCountsForTenSecondsUnlessItIsDropped() {
    AtomicLong millis = new AtomicLong();
    RepairLoads loads = new RepairLoads(millis::get);
    DatanodeDescriptor node = nodes.get(1);
    DatanodeStorageInfo storage = file.storageOf(0, 0);
    RepairLoads.Load dropped =
        loads.plan(blocks, file.parity(0), Map.of(node, BLOCK), List.of(storage));
    loads.plan(blocks, file.parity(0), Map.of(node, BLOCK), List.of(storage));
    assertThat(loads.of(blocks, node)).isEqualTo(2 * BLOCK);
    loads.drop(dropped);
    millis.set(9_999);
    assertThat(loads.of(blocks, node)).isEqualTo(BLOCK);
    assertThat(loads.targets(blocks)).containsExactly(storage);
    millis.set(10_000);
    assertThat(loads.of(blocks, node)).isZero();
    assertThat(loads.targets(blocks)).isEmpty();
  }

  @Test
  void aNodeThatHasYetToFetchTasksIsReadLast() {
    ErasureCode code = CodeRegistry.byName("RS-6-3");
    nodes.get(5)
        .addBlockToBeReplicated(
            new Block(1), new DatanodeStorageInfo[] {file.storageOf(0, 0)});
    List<GroupMembers.Source> sources = sources(nodes.subList(0, 9), 0);
    assertThat(plan(code, sources, 0).bytes()).hasSize(6).doesNotContainKey(5);
  }

  @Test
  void aNodeThatOthersReportAsSlowOrThatIsBusyOrFarIsReadLast() {
    ErasureCode code = CodeRegistry.byName("RS-6-3");
    List<DatanodeDescriptor> members = new ArrayList<>(nodes.subList(0, 9));
    Mockito.when(file.manager().getSlowPeersUuidSet())
        .thenReturn(Set.of(members.get(1).getDatanodeUuid()));
    members.set(2, DFSTestUtil.getDatanodeDescriptor("10.0.2.1", "/other"));
    assertThat(plan(code, sources(members, 0), 0).bytes()).containsOnlyKeys(3, 4, 5, 6, 7, 8);
    members.get(3).setXceiverCount(5);
    assertThat(plan(code, sources(members, 0), 0).bytes()).containsOnlyKeys(2, 4, 5, 6, 7, 8);
  }

  @Test
  void aShorterBlockIsReadBeforeOneOfANodeThatHasLessToDo() {
    ErasureCode code = CodeRegistry.byName("RS-6-3");
    List<GroupMembers.Source> sources = new ArrayList<>(sources(nodes.subList(0, 9), 0));
    nodes.get(5).setXceiverCount(9);
    assertThat(plan(code, sources, 0).bytes()).doesNotContainKey(5);
    sources.set(
        4,
        new GroupMembers.Source(new GroupMember(5, 5, 1, BLOCK - 1, "s"), nodes.get(5)));
    assertThat(plan(code, sources, 0).bytes()).containsKey(5);
  }

  @Test
  void whatCannotBeRebuiltHasNoOrder() {
    ErasureCode code = CodeRegistry.byName("RS-6-3");
    assertThat(plan(code, sources(nodes.subList(0, 6), 0), 0)).isEqualTo(HelperPlan.none());
  }
}
