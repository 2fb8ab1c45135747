package io.okapifs.hdfs.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;

class NodesWarningTest {

  private static final ErasureCodingPolicy WIDE =
      new ErasureCodingPolicy(new ECSchema("rs", 29, 4), 1024);

  private static List<String> racks(int nodes, int racks) {
    return IntStream.range(0, nodes).mapToObj(node -> "/r" + node % racks).toList();
  }

  @Test
  void wideGroupsOnFewNodesAreWarnedOf() {
    assertThat(NodesWarning.of(WIDE, racks(14, 7)))
        .hasValue(
            "Groups of 33 members on 14 nodes and 7 racks survive any 4"
                + " blocks, any 1 node, 0 racks");
  }

  @Test
  void whereEachMemberHasItsNodeNothingIsSaid() {
    assertThat(NodesWarning.of(WIDE, racks(33, 3))).isEmpty();
    assertThat(NodesWarning.of(WIDE, List.of())).as("nobody may know").isEmpty();
  }
}
