package org.apache.hadoop.hdfs.server.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.namenode.ops.DataNodeReports;
import io.okapifs.hdfs.namenode.ops.RepairTotals;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.SenderProto;
import io.okapifs.hdfs.repair.RepairReport;
import io.okapifs.hdfs.testing.WovenMocks;
import java.io.IOException;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** Whose reports of repairs count. */
class DataNodeReportsTest {

  private static final String POOL = "pool";
  private static final Map<String, Map<String, Long>> SUMS = Map.of("RS-6-3-1024k", Map.of("Runs", 5L));

  private final FSNamesystem namesystem = WovenMocks.namesystem();
  private final NameNode nameNode = Mockito.mock(NameNode.class);
  private final DatanodeManager nodes = Mockito.mock(DatanodeManager.class);
  private final DatanodeDescriptor node = DFSTestUtil.getLocalDatanodeDescriptor();
  private final DataNodeReports reports =
      new DataNodeReports(nameNode, namesystem, new Configuration(false));

  @BeforeEach
  void setUp() throws IOException {
    ErasureCodingPolicyManager.getInstance().init(new Configuration(false));
    BlockManager blocks = WovenMocks.blocks();
    Mockito.when(namesystem.getBlockManager()).thenReturn(blocks);
    Mockito.when(namesystem.getBlockPoolId()).thenReturn(POOL);
    Mockito.when(blocks.getDatanodeManager()).thenReturn(nodes);
    Mockito.when(nameNode.isStarted()).thenReturn(true);
    node.setForceRegistration(false);
    node.setAlive(true);
  }

  private SenderProto sender() {
    return SenderProto.newBuilder()
        .setDatanodeUuid(node.getDatanodeUuid())
        .setIpAddress(node.getIpAddr())
        .setTransferPort(node.getXferPort())
        .setBlockPool(POOL)
        .build();
  }

  private void report(Map<String, Map<String, Long>> sums, SenderProto sender) throws IOException {
    reports.report(
        EcReportRequestProto.newBuilder()
            .setSender(sender).setRepairs(new RepairReport(1, sums).toProto()).build());
  }

  private Map<String, Map<String, Long>> sums() {
    return RepairTotals.of(namesystem).sums();
  }

  private void register() {
    Mockito.when(nodes.getDatanode(node.getDatanodeUuid())).thenReturn(node);
  }

  @Test
  void aReportOfARegisteredNodeCounts() throws IOException {
    register();
    report(SUMS, sender());
    assertThat(sums()).isEqualTo(SUMS);
  }

  @Test
  void aReportOfANodeThatIsNotRegisteredIsRefused() {
    assertThatThrownBy(() -> report(SUMS, sender()))
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("no such DataNode is registered")
        .hasMessageContaining(node.getDatanodeUuid());
    assertThat(sums()).isEmpty();
  }

  @Test
  void aReportOfANodeThatIsToRegisterAnewIsRefused() {
    register();
    node.setForceRegistration(true);
    refused(sender -> sender);
  }

  /** A node knows the ids of others from what it copies to them. */
  @Test
  void aReportInTheNameOfAnotherNodeIsRefused() {
    register();
    refused(sender -> sender.setIpAddress("10.1.1.1"));
    refused(sender -> sender.setTransferPort(node.getXferPort() + 1));
    refused(sender -> sender.setBlockPool("other"));
  }

  private void refused(UnaryOperator<SenderProto.Builder> change) {
    SenderProto forged = change.apply(sender().toBuilder()).build();
    assertThatThrownBy(() -> report(SUMS, forged))
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("is not registered so");
    assertThat(sums()).isEmpty();
  }

  @Test
  void aNameNodeThatStartsTakesNone() {
    register();
    Mockito.when(nameNode.isStarted()).thenReturn(false);
    assertThatThrownBy(() -> report(SUMS, sender())).isInstanceOf(RetriableException.class);
  }

  @Test
  void nothingIsKeptOfPoliciesThatAreNone() throws IOException {
    register();
    report(Map.of("no-policy", Map.of("Runs", 5L)), sender());
    assertThat(sums()).isEmpty();
  }

  @Test
  void aReportOfMoreCountersThanThereAreIsRefused() {
    register();
    Map<String, Long> counters =
        IntStream.range(0, 1000).boxed().collect(Collectors.toMap(i -> "C" + i, i -> 1L));
    assertThatThrownBy(() -> report(Map.of("RS-6-3-1024k", counters), sender()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("counters=1000");
    assertThat(sums()).isEmpty();
  }

  @Test
  void aReportOfANewerDataNodeIsRefusedAsSuch() {
    register();
    EcReportRequestProto empty = EcReportRequestProto.newBuilder().setSender(sender()).build();
    assertThatThrownBy(() -> reports.report(empty))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("its DataNode is newer");
  }
}
