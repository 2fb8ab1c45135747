package org.apache.hadoop.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.Test;

class ParityRanksTest {

  private static final int R = 4;

  private final Map<DatanodeInfo, Integer> hops = new TreeMap<>();
  private final ParityRanks ranks = new ParityRanks(hops::get);

  private DatanodeInfo node(int hopsTo, int transfers) {
    DatanodeInfo node =
        new DatanodeInfoBuilder()
            .setIpAddr("10.0.0." + hops.size())
            .setDatanodeUuid("uuid-" + hops.size())
            .setHostName("host-" + hops.size())
            .build();
    node.setXceiverCount(transfers);
    hops.put(node, hopsTo);
    return node;
  }

  private static LocatedStripedBlock group(long id, List<DatanodeInfo> nodes, int... indices) {
    byte[] bytes = new byte[indices.length];
    for (int i = 0; i < indices.length; i++) {
      bytes[i] = (byte) indices[i];
    }
    String[] storages = new String[indices.length];
    Arrays.fill(storages, "s");
    StorageType[] types = new StorageType[indices.length];
    Arrays.fill(types, StorageType.DISK);
    return new LocatedStripedBlock(
        new ExtendedBlock("pool", id, 100, 1), nodes.toArray(DatanodeInfo[]::new), storages,
        types, bytes, 0, false, null);
  }

  @Test
  void localBlocksComeFirstThenThoseOfNodesWithFewTransfersAndThoseOnTheSameRack() throws Exception {
    List<DatanodeInfo> nodes = List.of(node(4, 3), node(2, 3), node(0, 90), node(4, 9));
    assertThat(ranks.of(group(-160, nodes, 0, 1, 2, 3), R)).containsExactly(2, 1, 0, 3);
    assertThat(ranks.of(group(-160, nodes, 3, 2, 1, 0), R)).containsExactly(3, 0, 1, 2);
  }

  @Test
  void aBlockWithoutANodeIsLastAndWhatIsNoParityOfTheGroupDoesNotCount() throws Exception {
    List<DatanodeInfo> nodes = List.of(node(4, 9), node(4, 1), node(4, 5), node(4, 0));
    assertThat(ranks.of(group(-160, nodes, 3, 0, 2, 7), R)).containsExactly(0, 3, 1, 2);
  }

  @Test
  void ofEqualsEachGroupHasAnotherOneFirst() throws Exception {
    List<DatanodeInfo> nodes = List.of(node(4, 1), node(4, 1), node(4, 1), node(4, 1));
    int[] first = new int[R];
    for (int group = 0; group < 1000; group++) {
      List<Integer> order =
          new ArrayList<>(ranks.of(group(Long.MIN_VALUE + 32L * group, nodes, 0, 1, 2, 3), R));
      first[order.indexOf(0)]++;
      assertThat(order).containsExactlyInAnyOrder(0, 1, 2, 3);
    }
    assertThat(Arrays.stream(first).boxed()).allMatch(count -> count > 200 && count < 300);
  }
}
