package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.namenode.placement.GroupPlacement.Fit;
import io.okapifs.hdfs.namenode.placement.GroupPlacement.Good;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * Which of several replicas of one block goes. A balancer or mover has copied the block and says
 * from which node; that is a hint. It is followed where another replica is no worse for the groups:
 * no more members on one node, on no fewer racks, and no more beyond the share of a rack, which is
 * what it has where the racks have equally many. Else the copy goes and the move is undone. Without
 * a hint the worst one goes.
 *
 * <p>The copy also goes where a repair or an encoding of a group of the block is ordered, which may
 * be about to read the replica of the hint. Its task would fail, and HDFS would order it again
 * after five minutes at the soonest.
 *
 * <p>A replica on the type of storage that the file's storage policy wants is better than one that
 * is not, whatever racks it costs: that type may be on few of them, and who moved it knows on
 * which. It never costs a node.
 *
 * <p>HDFS is not asked: it decides first which type of storage has too many of the whole block
 * group, and removes none where no replica of this block is on that.
 *
 * <p>Under the namesystem's lock.
 */
final class ExcessChoice {

  /** The worst one first; of those that are alike the one on the node with the least room. */
  private static final Comparator<Candidate> WORST =
      Comparator.comparingLong((Candidate each) -> -sum(each.fit.sharing()))
          .thenComparing(each -> each.suits)
          .thenComparingLong(each -> -sum(each.crowding))
          .thenComparingLong(each -> sum(each.fit.groupRacks()))
          .thenComparingLong(each -> each.fit.stripeRacks())
          .thenComparingLong(each -> each.replica.node().getRemaining());

  /**
   * @param isUndone whether it goes because it is worse for the groups than the one of the hint
   */
  record Chosen(DatanodeStorageInfo storage, boolean isUndone) {}

  /**
   * How one of the replicas lies among the other members.
   *
   * @param suits whether it is on the storage that the file wants
   * @param crowding members beyond the share of its rack, by group
   */
  private record Candidate(Good replica, boolean suits, Fit fit, List<Long> crowding) {

    boolean isNoWorseThan(Candidate other) {
      if (suits != other.suits) {
        return suits && fit.sharesNoMoreThan(other.fit);
      }
      boolean noWorse = fit.isNoWorseThan(other.fit);
      for (int i = 0; i < crowding.size(); i++) {
        noWorse &= crowding.get(i) <= other.crowding.get(i);
      }
      return noWorse;
    }

    /** As the NameNode judges its own moves: a rack is worth no other type of storage. */
    boolean improves(Candidate other) {
      return fit.improves(other.fit)
          && (suits || !other.suits || fit.sharesLessThan(other.fit));
    }
  }

  private ExcessChoice() {}

  /**
   * Chooses among the replicas of one block.
   *
   * @param hint node that shall lose its replica; null where nobody said
   * @return nothing where fewer than two of them count
   */
  static Optional<Chosen> of(
      GroupPlacement placement, Collection<DatanodeStorageInfo> replicas,
      DatanodeDescriptor hint) {
    List<Candidate> candidates = candidates(placement, replicas);
    if (candidates.size() < 2) {
      return Optional.empty();
    }
    Optional<Candidate> hinted =
        candidates.stream().filter(each -> each.replica.node() == hint).findFirst();
    return Optional.of(
        hinted.isPresent()
            ? judge(hinted.get(), candidates, placement.isAtRest())
            : new Chosen(worst(candidates).replica.storage(), false));
  }

  private static List<Candidate> candidates(
      GroupPlacement placement, Collection<DatanodeStorageInfo> replicas) {
    List<Candidate> candidates = new ArrayList<>();
    placement.forEachOwn(
        (group, replica, groups) -> {
          if (replicas.contains(replica.storage())) {
            candidates.add(
                new Candidate(
                    replica, placement.suits(replica),
                    placement.fit(replica, groups, replica.node()),
                    placement.crowding(replica, groups)));
          }
        });
    return candidates;
  }

  private static Chosen judge(Candidate hinted, List<Candidate> candidates, boolean atRest) {
    List<Candidate> others = candidates.stream().filter(each -> each != hinted).toList();
    boolean isGood = others.stream().anyMatch(each -> each.isNoWorseThan(hinted));
    Candidate loser = isGood && atRest ? hinted : others.stream().min(WORST).orElseThrow();
    return new Chosen(loser.replica.storage(), !isGood);
  }

  /** One that another one improves on, as the NameNode itself would move it; else the worst. */
  private static Candidate worst(List<Candidate> candidates) {
    return candidates.stream()
        .filter(each -> candidates.stream().anyMatch(other -> other.improves(each)))
        .findFirst()
        .orElseGet(() -> candidates.stream().min(WORST).orElseThrow());
  }

  private static long sum(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }
}
