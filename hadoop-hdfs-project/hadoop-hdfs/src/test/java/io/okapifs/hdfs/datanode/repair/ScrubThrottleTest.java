package io.okapifs.hdfs.datanode.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.GroupTask;
import java.util.List;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;
import org.junit.jupiter.api.Test;

/** A scrub has a limit of its own, and takes nothing from repairs. */
class ScrubThrottleTest {

  private static final GroupPolicy POLICY = new GroupPolicy("RS-3-2-64k", "rs", 3, 2, 1, 65536);
  private static final List<GroupMember> MEMBERS =
      List.of(member(0), member(1), member(2), member(3), member(4));
  private static final GroupTask SCRUB = GroupTask.scrub(POLICY, 3, 100, MEMBERS);
  private static final GroupTask REPAIR =
      new GroupTask(POLICY, 3, 100, MEMBERS.subList(0, 3), MEMBERS.subList(3, 4));

  private final DataNode node = mock(DataNode.class);
  private final DataTransferThrottler ofRepairs = mock(DataTransferThrottler.class);
  private final DataTransferThrottler ofTransitions = mock(DataTransferThrottler.class);
  private final DataTransferThrottler ofScrubs = mock(DataTransferThrottler.class);
  private final RepairBudgets memory =
      new RepairBudgets(new RepairMemory("repairs", 1024), new RepairMemory("others", 1024));
  private final RepairContext context =
      new RepairContext(
          node, 1, 1 << 20, 1 << 20, 1, memory, null, null, ofTransitions, ofTransitions, ofScrubs,
          null, null);

  private static GroupMember member(int member) {
    return new GroupMember(member, Long.MIN_VALUE + 16 + member, 1001, 100, "DS-" + member);
  }

  @Test
  void everyByteThatAScrubReadsCountsAgainstItsOwnLimitAlone() {
    context.throttleRead(SCRUB, 77);
    context.throttleRead(SCRUB, 23);
    verify(ofScrubs).throttle(77);
    verify(ofScrubs).throttle(23);
    verifyNoMoreInteractions(ofScrubs);
    verifyNoInteractions(node, ofRepairs, ofTransitions);
  }

  @Test
  void noByteOfARepairCountsAgainstIt() {
    when(node.getEcReconstuctReadThrottler()).thenReturn(ofRepairs);
    context.throttleRead(REPAIR, 77);
    verify(ofRepairs).throttle(77);
    verifyNoInteractions(ofScrubs, ofTransitions);
  }

  @Test
  void noRepairWaitsForTheMemoryOfAScrub() {
    assertThat(context.memory(SCRUB)).isSameAs(memory.transitions());
    assertThat(context.memory(REPAIR)).isSameAs(memory.repairs());
  }

  /** Ten seconds for what is read of five members at a time. */
  @Test
  void underALowLimitLessIsReadAtATime() {
    when(ofScrubs.getBandwidth()).thenReturn(10_000L);
    assertThat(context.window(SCRUB, 1 << 20)).isEqualTo(39 * 512);
    assertThat(context.window(REPAIR, 1 << 20)).isEqualTo(1 << 20);
    when(ofScrubs.getBandwidth()).thenReturn(1L << 30);
    assertThat(context.window(SCRUB, 1 << 20)).isEqualTo(1 << 20);
  }
}
