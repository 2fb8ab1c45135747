package io.okapifs.hdfs.datanode.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportRequestProto;
import io.okapifs.hdfs.repair.NodeState;
import io.okapifs.hdfs.repair.ScrubBandwidth;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.NoticedNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What NameNodes know of what a DataNode does. */
class StateNoticesTest {

  private static final String POOL = "pool";

  private final List<EcReportRequestProto> sent = new ArrayList<>();
  private final DataNode node = NoticedNode.of(POOL, sent);
  private int repairs;
  private StateNotices notices;

  @BeforeEach
  void begin() {
    Configuration conf = new Configuration(false);
    conf.set(ScrubBandwidth.KEY, "10m");
    when(node.getConf()).thenReturn(conf);
    notices = new StateNotices(node, idle -> idle.doing(repairs, 0, 0));
  }

  private NodeState last() {
    return NodeState.of(sent.get(sent.size() - 1).getNode());
  }

  @Test
  void aRegistrationTellsWhatTheDataNodeDoesAndHowMuchItScrubs() {
    notices.registered(POOL);
    assertThat(last().isBusy()).isFalse();
    assertThat(last().scrubBytesPerSecond()).isEqualTo(10 << 20);
  }

  @Test
  void aChangeIsToldOnce() {
    notices.registered(POOL);
    notices.tellChange();
    assertThat(sent).hasSize(1);
    repairs = 2;
    notices.tellChange();
    notices.tellChange();
    assertThat(sent).hasSize(2);
    assertThat(last().repairsRunning()).isEqualTo(2);
  }

  /** Else a NameNode would take it for busy for ever. */
  @Test
  void whoRegistersWhileItRepairsTellsWhenItHasEnded() {
    notices.registered(POOL);
    repairs = 1;
    notices.registered(POOL);
    assertThat(last().isBusy()).isTrue();
    repairs = 0;
    notices.tellChange();
    assertThat(sent).hasSize(3);
    assertThat(last().isBusy()).isFalse();
  }
}
