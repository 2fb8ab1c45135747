package io.okapifs.hdfs.namenode.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;

/** How many repairs the NameNode plans without letting go of its lock. */
final class RepairRoundTest {

  private static final ErasureCodingPolicy POLICY =
      new ErasureCodingPolicy(new ECSchema("rs", 3, 2), 1 << 16, (byte) 70);

  private static BlockInfo coupled(long id) {
    return new BlockInfoStriped(new Block(id << 4), POLICY);
  }

  private static BlockInfo decoupled(long id) {
    return new BlockInfoStripedParity(new Block(id << 4), 2, 1 << 16);
  }

  @Test
  void blocksOfHdfsOwnLayoutArePlannedAsUpstreamDoes() {
    List<BlockInfo> many = new ArrayList<>();
    for (int i = 0; i < 10 * RepairRound.PART; i++) {
      many.add(coupled(i));
    }
    List<List<BlockInfo>> round = List.of(List.of(), many);

    assertThat(RepairRound.parts(round)).hasSize(1).first().isSameAs(round);
  }

  @Test
  void decoupledBlockGroupsArePlannedInSmallPartsInOrderAndWithTheirPriority() {
    List<List<BlockInfo>> round = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < 2 * RepairRound.PART + 1; i++) {
      round.get(0).add(coupled(i));
    }
    round.get(2).add(decoupled(1000));

    List<List<List<BlockInfo>>> parts = RepairRound.parts(round);

    for (List<List<BlockInfo>> part : parts) {
      assertThat(part).hasSameSizeAs(round);
      assertThat(part.stream().mapToInt(List::size).sum()).isBetween(1, RepairRound.PART);
    }
    for (int priority = 0; priority < round.size(); priority++) {
      List<BlockInfo> planned = new ArrayList<>();
      for (List<List<BlockInfo>> part : parts) {
        planned.addAll(part.get(priority));
      }
      assertThat(planned).as("priority %d", priority).isEqualTo(round.get(priority));
    }
    assertThat(parts.get(0).get(0)).isNotEmpty();
    assertThat(parts.get(parts.size() - 1).get(2)).isNotEmpty();
  }

  @Test
  void aLongRoundIsPlannedInLargerParts() {
    List<BlockInfo> many = new ArrayList<>();
    for (int i = 0; i < 10 * RepairRound.PARTS * RepairRound.PART; i++) {
      many.add(decoupled(i));
    }

    assertThat(RepairRound.parts(List.of(many, List.of()))).hasSize(RepairRound.PARTS);
  }
}
