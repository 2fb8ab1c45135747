package io.okapifs.hdfs.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.balancer.MovableBlock.Move;
import io.okapifs.hdfs.balancer.MovableBlock.Refusal;
import io.okapifs.hdfs.balancer.MovableBlock.Relatives;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.Test;

/** Where a block may go, by what the NameNode said of its relatives. */
class MovableBlockTest {

  private static DatanodeInfo node(String uuid, String rack) {
    return new DatanodeInfo.DatanodeInfoBuilder()
        .setNodeID(new DatanodeID("127.0.0.1", "host", uuid, 1, 2, 3, 4))
        .setNetworkLocation(rack)
        .build();
  }

  /** Of a group with other members on such racks, three racks in all. */
  private static MovableBlock member(String... racks) {
    return new MovableBlock(
        100, List.of(new Relatives(1, false, List.of(racks))), Set.of("taken"), Racks.even(3));
  }

  private static Optional<Refusal> refusal(
      MovableBlock block, DatanodeInfo from, DatanodeInfo to, Move... moves) {
    return block.refusal(from, to, id -> id == 1 ? List.of(moves) : List.of());
  }

  private static Move move(String fromRack, String toNode, String toRack) {
    return Move.of(7, node("z", fromRack), node(toNode, toRack));
  }

  @Test
  void notToANodeWithARelative() {
    MovableBlock block = member("/a", "/b");
    assertThat(refusal(block, node("x", "/a"), node("taken", "/a"))).contains(Refusal.MEMBER);
    assertThat(refusal(block, node("x", "/a"), node("free", "/a"))).isEmpty();
  }

  @Test
  void notOffARackOfWhichItIsTheOnlyMember() {
    MovableBlock block = member("/a", "/b");
    assertThat(refusal(block, node("x", "/c"), node("y", "/a"))).contains(Refusal.FEWER_RACKS);
    assertThat(refusal(block, node("x", "/c"), node("y", "/d"))).isEmpty();
  }

  /** Five members on three racks: at most two on each. */
  @Test
  void notBeyondTheShareOfARack() {
    MovableBlock block = member("/a", "/b", "/b", "/c");
    assertThat(refusal(block, node("x", "/a"), node("y", "/b"))).contains(Refusal.RACK_SHARE);
    assertThat(refusal(block, node("x", "/a"), node("y", "/c"))).isEmpty();
  }

  @Test
  void whereARackIsCrowdedItMayStayThere() {
    MovableBlock block = member("/a", "/a", "/a", "/b");
    assertThat(refusal(block, node("x", "/a"), node("y", "/a"))).isEmpty();
    assertThat(refusal(block, node("x", "/b"), node("y", "/a"))).contains(Refusal.RACK_SHARE);
  }

  @Test
  void blocksOfADataStripeNeedDifferentRacksAndHaveNoShare() {
    MovableBlock block =
        new MovableBlock(
            100, List.of(new Relatives(1, true, List.of("/a", "/b", "/b", "/b"))), Set.of(),
            Racks.even(3));
    assertThat(refusal(block, node("x", "/a"), node("y", "/b"))).isEmpty();
    assertThat(refusal(block, node("x", "/c"), node("y", "/b"))).contains(Refusal.FEWER_RACKS);
  }

  @Test
  void withinItsNodeItGoesInAnyCase() {
    assertThat(refusal(member("/a"), node("taken", "/a"), node("taken", "/a"))).isEmpty();
  }

  @Test
  void notToANodeThatGetsARelative() {
    MovableBlock block = member("/a", "/b");
    assertThat(refusal(block, node("x", "/c"), node("y", "/c"), move("/a", "y", "/c")))
        .contains(Refusal.MEMBER);
    assertThat(refusal(block, node("x", "/c"), node("y", "/c"), move("/a", "w", "/c")))
        .isEmpty();
  }

  /** The relative that goes to rack C may never get there, or may be the only one on rack A. */
  @Test
  void aRelativeThatMovesCountsWhereItIsWorse() {
    MovableBlock block = member("/a", "/b", "/b", "/c");
    assertThat(refusal(block, node("x", "/a"), node("y", "/c"))).isEmpty();
    assertThat(refusal(block, node("x", "/a"), node("y", "/c"), move("/b", "w", "/c")))
        .contains(Refusal.RACK_SHARE);
    assertThat(refusal(block, node("x", "/a"), node("y", "/c"), move("/a", "w", "/b")))
        .contains(Refusal.FEWER_RACKS);
  }

  /** As where a type of storage is on two racks of three alone. */
  @Test
  void whereTheRacksAreFewerTheGroupMayBeOnFewer() {
    List<Relatives> others = List.of(new Relatives(1, false, List.of("/a", "/b")));
    assertThat(
            refusal(
                new MovableBlock(100, others, Set.of(), Racks.even(2)), node("x", "/c"),
                node("y", "/a")))
        .isEmpty();
    assertThat(
            refusal(
                new MovableBlock(100, others, Set.of(), Racks.even(3)), node("x", "/c"),
                node("y", "/a")))
        .contains(Refusal.FEWER_RACKS);
  }

  @Test
  void theShareOfARackGrowsWhereOthersHaveFewNodes() {
    assertThat(Racks.even(3).share(7)).isEqualTo(3);
    assertThat(new Racks(List.of(5L, 5L, 1L)).share(7)).isEqualTo(3);
    assertThat(new Racks(List.of(5L, 1L, 1L)).share(7)).isEqualTo(5);
    assertThat(new Racks(List.of(2L, 1L)).share(7)).isEqualTo(7);
    assertThat(new Racks(List.of()).share(7)).isEqualTo(7);
  }
}
