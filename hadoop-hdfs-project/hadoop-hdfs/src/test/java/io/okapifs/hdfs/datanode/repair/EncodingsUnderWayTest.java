package io.okapifs.hdfs.datanode.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportRequestProto;
import io.okapifs.hdfs.repair.EncodingReport;
import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.GroupTask;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.NoticedNode;
import org.junit.jupiter.api.Test;

/** Which of its encodings a DataNode has NameNodes wait for. */
class EncodingsUnderWayTest {

  private static final String POOL = "pool";
  private static final GroupPolicy POLICY = new GroupPolicy("RS-3-2-64k", "rs", 3, 2, 1, 65536);

  private final List<EcReportRequestProto> notices = new ArrayList<>();
  private final EncodingsUnderWay underWay = new EncodingsUnderWay(NoticedNode.of(POOL, notices));

  private static ReceivedTask received(long group) {
    DatanodeInfo node = DFSTestUtil.getLocalDatanodeInfo();
    GroupTask task =
        new GroupTask(
            POLICY, 3, 100, List.of(member(0), member(1), member(2)), List.of(member(3)), true, 0);
    return new ReceivedTask(
        new ExtendedBlock(POOL, group, 100, 1001), task, List.of(node, node, node), List.of(node),
        List.of(StorageType.DISK));
  }

  private static GroupMember member(int member) {
    return new GroupMember(member, Long.MIN_VALUE + 16 + member, 1001, 100, "DS-" + member);
  }

  private RepairCounters add(long group) {
    RepairCounters counters = new RepairCounters();
    underWay.add(received(group), counters);
    return counters;
  }

  private static void getOn(RepairCounters counters) {
    counters.add(RepairCount.values()[0], 1);
  }

  /** The groups that are told of now. */
  private List<Long> told() {
    notices.clear();
    underWay.tell();
    return notices.stream()
        .flatMap(notice -> EncodingReport.of(notice.getEncodings()).parityGroups().stream())
        .sorted()
        .toList();
  }

  @Test
  void whatHasMovedNothingSinceTheLastTimeIsNotWaitedFor() {
    RepairCounters counters = add(1);
    getOn(counters);
    assertThat(told()).containsExactly(1L);
    assertThat(told()).isEmpty();
    getOn(counters);
    assertThat(told()).containsExactly(1L);
  }

  @Test
  void whatWaitsBehindOneThatGetsOnIsWaitedForAsWell() {
    RepairCounters counters = add(1);
    add(2);
    getOn(counters);
    assertThat(told()).containsExactly(1L, 2L);
  }

  @Test
  void whatWaitsBehindNothingButWhatHangsIsNot() {
    RepairCounters counters = add(1);
    add(2);
    getOn(counters);
    told();
    assertThat(told()).isEmpty();
  }

  /** The answer says which limits there are. */
  @Test
  void theNameNodeIsToldAlsoWhereNothingGetsOn() {
    add(1);
    assertThat(told()).isEmpty();
    assertThat(notices).hasSize(1);
  }

  @Test
  void whatIsDoneIsToldOfNoMore() {
    RepairCounters counters = new RepairCounters();
    ReceivedTask received = received(1);
    underWay.add(received, counters);
    getOn(counters);
    underWay.remove(received);
    assertThat(told()).isEmpty();
    assertThat(notices).isEmpty();
  }
}
