package io.okapifs.hdfs.namenode.placement;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * How far the members of the groups that a block group touches lie apart; less is better. Squares,
 * because two nodes with two members each are better than one with three.
 *
 * @param sharing over nodes; comes first
 * @param crowding over racks
 */
record Spread(long sharing, long crowding) implements Comparable<Spread> {

  private static final Comparator<Spread> ORDER =
      Comparator.comparingLong(Spread::sharing).thenComparingLong(Spread::crowding);

  /** Of blocks that lie at {@code placed}, in the order of the runs. */
  static Spread of(List<GroupRun> runs, List<DatanodeStorageInfo> placed) {
    long sharing = 0;
    long crowding = 0;
    int from = 0;
    for (GroupRun run : runs) {
      int to = Math.min(from + run.length(), placed.size());
      List<DatanodeStorageInfo> group = run.with(placed.subList(from, to));
      sharing += sumOfSquares(GroupRun.countByNode(group).values());
      crowding += sumOfSquares(GroupRun.countByRack(group).values());
      from = to;
    }
    return new Spread(sharing, crowding);
  }

  /** Exchanges the places of blocks as long as that spreads the groups better. */
  static void arrange(List<GroupRun> runs, List<DatanodeStorageInfo> placed) {
    Spread best = of(runs, placed);
    boolean improved = runs.size() > 1;
    while (improved) {
      improved = false;
      for (int i = 0; i < placed.size(); i++) {
        for (int j = i + 1; j < placed.size(); j++) {
          Collections.swap(placed, i, j);
          Spread swapped = of(runs, placed);
          if (swapped.compareTo(best) < 0) {
            best = swapped;
            improved = true;
          } else {
            Collections.swap(placed, i, j);
          }
        }
      }
    }
  }

  private static long sumOfSquares(Collection<Integer> counts) {
    return counts.stream().mapToLong(count -> (long) count * count).sum();
  }

  @Override
  public int compareTo(Spread other) {
    return ORDER.compare(this, other);
  }
}
