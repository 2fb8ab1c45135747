package io.okapifs.hdfs.layout;

import io.okapifs.ec.code.ErasureCode;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What a parity group surely survives, beside what it has lost: so many blocks, or so many nodes,
 * or so many racks, whichever they are. Members of one node are lost together, so wide groups on
 * few nodes survive fewer nodes than blocks.
 *
 * @param blocks {@link #LOST} where some member is gone for good
 * @param nodes the same
 * @param racks the same
 */
public record GroupTolerance(int blocks, int nodes, int racks) {

  /** Said of a group that lost more than its code can recover. */
  public static final int LOST = -1;

  /**
   * Judges a group.
   *
   * @param usable live members, and absent ones: an absent data member is known to be zeros
   * @param nodesByMember where the replicas of each member are; none of an absent one
   */
  public static <N> GroupTolerance of(
      ErasureCode code, BitSet usable, List<? extends Collection<N>> nodesByMember,
      Function<N, ?> rackOf) {
    if (!code.decodable(usable)) {
      return new GroupTolerance(LOST, LOST, LOST);
    }
    int blocks = Math.max(0, code.tolerance() - (code.n() - usable.cardinality()));
    return new GroupTolerance(
        blocks, places(code, usable, blocks, nodesByMember, Function.identity()),
        places(code, usable, blocks, nodesByMember, rackOf));
  }

  /**
   * How many places may be lost, whichever they are: none where no block may. For one place each is
   * tried. For more it is what any so many members allow, which is exact where each member has one
   * replica and the code survives any r losses.
   */
  private static <N> int places(
      ErasureCode code, BitSet usable, int blocks, List<? extends Collection<N>> nodesByMember,
      Function<N, ?> placeOf) {
    Map<Object, BitSet> membersByPlace = new HashMap<>();
    Map<Object, BitSet> onlyThere = new HashMap<>();
    for (int member = 0; member < nodesByMember.size(); member++) {
      List<?> places = nodesByMember.get(member).stream().map(placeOf).distinct().toList();
      for (Object place : places) {
        membersByPlace.computeIfAbsent(place, key -> new BitSet()).set(member);
      }
      if (places.size() == 1) {
        onlyThere.computeIfAbsent(places.get(0), key -> new BitSet()).set(member);
      }
    }
    if (blocks == 0
        || !onlyThere.values().stream()
            .allMatch(lost -> code.decodable(without(usable, lost)))) {
      return 0;
    }
    List<Integer> fullestFirst =
        membersByPlace.values().stream().map(BitSet::cardinality)
            .sorted(Comparator.reverseOrder()).toList();
    int places = 0;
    for (int lost = 0; places < fullestFirst.size(); places++) {
      lost += fullestFirst.get(places);
      if (lost > blocks) {
        break;
      }
    }
    return Math.max(Math.min(1, fullestFirst.size()), places);
  }

  private static BitSet without(BitSet members, BitSet lost) {
    BitSet left = (BitSet) members.clone();
    left.andNot(lost);
    return left;
  }

  /** The less of both, each number for itself. */
  public GroupTolerance and(GroupTolerance other) {
    return new GroupTolerance(
        Math.min(blocks, other.blocks), Math.min(nodes, other.nodes),
        Math.min(racks, other.racks));
  }

  /** For people, as `any 4 blocks, any 1 node, 0 racks`. */
  public String text() {
    return String.join(", ", count(blocks, "block"), count(nodes, "node"), count(racks, "rack"));
  }

  private static String count(int number, String noun) {
    return (number > 0 ? "any " : "") + number + " " + noun + (number == 1 ? "" : "s");
  }
}
