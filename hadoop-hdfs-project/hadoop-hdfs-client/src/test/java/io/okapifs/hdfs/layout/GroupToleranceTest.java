package io.okapifs.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes are numbers; a node's rack is its tens. */
class GroupToleranceTest {

  private static final Function<Integer, Integer> RACK = node -> node / 10;

  private static BitSet all(ErasureCode code) {
    BitSet members = new BitSet();
    members.set(0, code.n());
    return members;
  }

  private static GroupTolerance of(ErasureCode code, Integer... nodes) {
    return GroupTolerance.of(
        code, all(code), List.of(nodes).stream().map(List::of).toList(), RACK);
  }

  @Test
  void whereEachMemberHasItsOwnNodeAsManyNodesAsBlocksMayBeLost() {
    assertThat(of(CodeRegistry.byName("RS-6-3"), 0, 10, 20, 30, 40, 50, 60, 70, 80))
        .isEqualTo(new GroupTolerance(3, 3, 3));
  }

  @Test
  void twoMembersOnARackMakeItLessRacks() {
    assertThat(of(CodeRegistry.byName("RS-6-3"), 0, 1, 10, 11, 20, 21, 30, 31, 40))
        .isEqualTo(new GroupTolerance(3, 3, 1));
  }

  /** 33 members on 14 nodes of 7 racks: a node has three, and a rack six. */
  @Test
  void aWideGroupOnFewNodesSurvivesFewerNodesThanBlocksAndNoRack() {
    Integer[] nodes =
        IntStream.range(0, 33).mapToObj(i -> i % 7 * 10 + i / 7 % 2).toArray(Integer[]::new);
    GroupTolerance tolerance = of(CodeRegistry.byName("RS-29-4"), nodes);
    assertThat(tolerance).isEqualTo(new GroupTolerance(4, 1, 0));
    assertThat(tolerance.text()).isEqualTo("any 4 blocks, any 1 node, 0 racks");
  }

  @Test
  void aMemberWithReplicasOnTwoNodesIsNotLostWithOne() {
    ErasureCode code = CodeRegistry.byName("RS-2-1");
    assertThat(
            GroupTolerance.of(
                code, all(code), List.of(List.of(0), List.of(0, 10), List.of(20)), RACK))
        .isEqualTo(new GroupTolerance(1, 1, 1));
    assertThat(
            GroupTolerance.of(
                code, all(code), List.of(List.of(0), List.of(0, 1), List.of(20)), RACK))
        .isEqualTo(new GroupTolerance(1, 1, 0));
  }

  @Test
  void ofAGroupThatLostTooMuchNothingIsLeftToLose() {
    ErasureCode code = CodeRegistry.byName("RS-2-1");
    assertThat(
            GroupTolerance.of(
                code, MemberSets.of(0), List.of(List.of(0), List.of(), List.of()), RACK))
        .isEqualTo(
            new GroupTolerance(GroupTolerance.LOST, GroupTolerance.LOST, GroupTolerance.LOST));
  }

  @Test
  void theLessOfTwoIsTakenNumberByNumber() {
    assertThat(new GroupTolerance(3, 1, 0).and(new GroupTolerance(2, 2, 0)))
        .isEqualTo(new GroupTolerance(2, 1, 0));
  }

  /** Against all sets of nodes and racks; with one replica each it is exact for MDS codes. */
  @ParameterizedTest
  @CsvSource({"RS-4-2,true", "LESS2-4-2,true", "SHEC3-6-4,false", "FLATXOR3-5-5,false"})
  void anySoManyPlacesLeaveTheGroupDecodable(String name, boolean exact) {
    ErasureCode code = CodeRegistry.byName(name);
    Random random = new Random(7);
    for (int i = 0; i < 300; i++) {
      BitSet usable = all(code);
      List<Set<Integer>> nodes = new ArrayList<>();
      for (int member = 0; member < code.n(); member++) {
        nodes.add(new HashSet<>(Set.of(random.nextInt(40))));
        if (!exact && random.nextInt(4) == 0) {
          nodes.get(member).add(random.nextInt(40));
        }
        if (random.nextInt(8) == 0) {
          usable.clear(member);
          nodes.get(member).clear();
        }
      }
      if (code.decodable(usable)) {
        GroupTolerance tolerance = GroupTolerance.of(code, usable, nodes, RACK);
        check(code, usable, nodes, Function.identity(), tolerance.nodes(), exact);
        check(code, usable, nodes, RACK, tolerance.racks(), exact);
      }
    }
  }

  private static void check(
      ErasureCode code, BitSet usable, List<Set<Integer>> nodes,
      Function<Integer, Integer> placeOf, int said, boolean exact) {
    List<Integer> places = nodes.stream().flatMap(Set::stream).map(placeOf).distinct().toList();
    assertThat(survivesAny(said, places, code, usable, nodes, placeOf)).isTrue();
    if (exact && said < places.size()) {
      assertThat(survivesAny(said + 1, places, code, usable, nodes, placeOf)).isFalse();
    }
  }

  private static boolean survivesAny(
      int count, List<Integer> places, ErasureCode code, BitSet usable,
      List<Set<Integer>> nodes, Function<Integer, Integer> placeOf) {
    return MemberSets.ofSize(places.size(), count)
        .allMatch(
            lost -> {
              Set<Integer> gone = new HashSet<>();
              lost.stream().forEach(place -> gone.add(places.get(place)));
              BitSet left = (BitSet) usable.clone();
              for (int member = 0; member < nodes.size(); member++) {
                boolean placed = !nodes.get(member).isEmpty();
                if (placed && nodes.get(member).stream().map(placeOf).allMatch(gone::contains)) {
                  left.clear(member);
                }
              }
              return code.decodable(left);
            });
  }
}
