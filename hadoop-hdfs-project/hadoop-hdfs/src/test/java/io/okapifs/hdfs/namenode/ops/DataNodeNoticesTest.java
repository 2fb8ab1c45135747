package io.okapifs.hdfs.namenode.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.WovenMocks;
import io.okapifs.hdfs.repair.RepairReport;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** Whose notices of repairs count. */
class DataNodeNoticesTest {

  private static final Map<String, Map<String, Long>> SUMS = Map.of("RS-6-3-1024k", Map.of("Runs", 5L));

  private final FSNamesystem namesystem = WovenMocks.namesystem();
  private final DatanodeManager nodes = Mockito.mock(DatanodeManager.class);
  private final DatanodeDescriptor node = DFSTestUtil.getLocalDatanodeDescriptor();
  private final DatanodeRegistration registration =
      new DatanodeRegistration(node, null, null, "");

  @BeforeEach
  void setUp() throws IOException {
    ErasureCodingPolicyManager.getInstance().init(new Configuration(false));
    BlockManager blocks = WovenMocks.blocks();
    Mockito.when(namesystem.getBlockManager()).thenReturn(blocks);
    Mockito.when(blocks.getDatanodeManager()).thenReturn(nodes);
  }

  private boolean take(DatanodeRegistration from, int code) throws IOException {
    return DataNodeNotices.take(namesystem, from, code, new RepairReport(1, SUMS).toText());
  }

  private Map<String, Map<String, Long>> sums() {
    return RepairTotals.of(namesystem).sums();
  }

  @Test
  void aNoticeOfARegisteredNodeCounts() throws IOException {
    Mockito.when(nodes.getDatanode(node.getDatanodeUuid())).thenReturn(node);
    assertThat(take(registration, DatanodeProtocol.NOTIFY)).isTrue();
    assertThat(sums()).isEqualTo(SUMS);
  }

  @Test
  void aNoticeOfANodeThatIsNotRegisteredIsNone() throws IOException {
    assertThat(take(registration, DatanodeProtocol.NOTIFY)).isFalse();
    assertThat(take(null, DatanodeProtocol.NOTIFY)).isFalse();
    assertThat(sums()).isEmpty();
  }

  /** A node knows the ids of others from what it copies to them. */
  @Test
  void aNoticeInTheNameOfAnotherNodeIsNone() throws IOException {
    Mockito.when(nodes.getDatanode(node.getDatanodeUuid()))
        .thenReturn(DFSTestUtil.getDatanodeDescriptor("10.1.1.1", "/rack"));
    assertThat(take(registration, DatanodeProtocol.NOTIFY)).isFalse();
    assertThat(sums()).isEmpty();
  }

  @Test
  void nothingIsKeptOfPoliciesThatAreNone() throws IOException {
    Mockito.when(nodes.getDatanode(node.getDatanodeUuid())).thenReturn(node);
    String forged = new RepairReport(1, Map.of("no-policy", Map.of("Runs", 5L))).toText();
    assertThat(
        DataNodeNotices.take(namesystem, registration, DatanodeProtocol.NOTIFY, forged)).isTrue();
    assertThat(sums()).isEmpty();
  }

  @Test
  void aNoticeOfMoreCountersThanThereAreIsNone() throws IOException {
    Mockito.when(nodes.getDatanode(node.getDatanodeUuid())).thenReturn(node);
    Map<String, Long> counters =
        IntStream.range(0, 1000).boxed().collect(Collectors.toMap(i -> "C" + i, i -> 1L));
    String forged = new RepairReport(1, Map.of("RS-6-3-1024k", counters)).toText();
    assertThat(
        DataNodeNotices.take(namesystem, registration, DatanodeProtocol.NOTIFY, forged)).isFalse();
    assertThat(sums()).isEmpty();
  }

  @Test
  void anErrorReportIsNone() throws IOException {
    Mockito.when(nodes.getDatanode(node.getDatanodeUuid())).thenReturn(node);
    assertThat(take(registration, DatanodeProtocol.DISK_ERROR)).isFalse();
    assertThat(sums()).isEmpty();
  }
}
