package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.GroupPlacement.Good;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Which members would have to move so that a group lies as well as it can, and no more of them than
 * must. Of two members on one node either may go; people count one that is misplaced. Members that
 * share a node go first, and bring the racks that are missing.
 *
 * <p>Under the namesystem's lock.
 */
final class FewestMoves {

  private final BlockManager blocks;
  private final GroupHealth health;
  private final GroupPlacement placement;

  private FewestMoves(BlockManager blocks, GroupHealth health, GroupPlacement placement) {
    this.blocks = blocks;
    this.health = health;
    this.placement = placement;
  }

  /** Whether a block of a block group, which lies badly, is among them. */
  static boolean contain(BlockManager blocks, GroupHealth health, BlockInfoDecoupled block) {
    GroupPlacement placement = new GroupPlacement(blocks, health, block);
    FewestMoves moves = new FewestMoves(blocks, health, placement);
    boolean[] contained = {false};
    boolean[] all = {true};
    placement.forEachOwn(
        (group, replica, groups) -> {
          for (List<Good> each : groups) {
            List<Good> chosen = moves.of(each);
            contained[0] |= chosen.stream().anyMatch(replica::isSameBlock);
            all[0] &= chosen.isEmpty();
          }
        });
    // Where no group lacks anything it is the data stripe that could lie on more racks.
    return contained[0] || all[0];
  }

  private List<Good> of(List<Good> group) {
    List<Good> staying =
        new ArrayList<>(
            group.stream().filter(each -> GroupPlacement.isOnly(each, group))
                .sorted(Comparator.comparingInt(Good::member)).toList());
    List<Good> going = new ArrayList<>();
    Set<DatanodeDescriptor> nodes = new HashSet<>();
    for (Good each : List.copyOf(staying)) {
      if (!nodes.add(each.node()) && canMove(each)) {
        going.add(each);
      }
    }
    staying.removeAll(going);
    long racks = staying.stream().map(Good::rack).distinct().count();
    long missing = placement.racksFor(group.size()) - racks - going.size();
    for (int i = staying.size() - 1; i >= 0 && missing > 0; i--) {
      Good last = staying.get(i);
      long onRack = staying.stream().filter(each -> each.rack().equals(last.rack())).count();
      if (onRack > 1 && canMove(last)) {
        going.add(staying.remove(i));
        missing--;
      }
    }
    return going;
  }

  private boolean canMove(Good member) {
    return new GroupPlacement(blocks, health, (BlockInfoDecoupled) member.block())
        .canMove(member.index());
  }
}
