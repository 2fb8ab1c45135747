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
 * from which node; that is a hint. It is followed where no other replica would be worse for the
 * groups: no more members on one node, on no fewer racks, and no more beyond the share of a rack,
 * which is what it has where the racks have equally many. Else the copy goes and the move is
 * undone.
 *
 * <p>Under the namesystem's lock.
 */
final class ExcessChoice {

  /** The worst one first. */
  private static final Comparator<Candidate> WORST =
      Comparator.comparingLong((Candidate each) -> -sum(each.fit.sharing()))
          .thenComparingLong(each -> -sum(each.crowding))
          .thenComparingLong(each -> sum(each.fit.groupRacks()))
          .thenComparingLong(each -> each.fit.stripeRacks());

  /**
   * @param isUndone whether another replica goes than the one of the hint
   */
  record Chosen(DatanodeStorageInfo storage, boolean isUndone) {}

  /**
   * How one of the replicas lies among the other members.
   *
   * @param crowding members beyond the share of its rack, by group
   */
  private record Candidate(Good replica, Fit fit, List<Long> crowding) {

    boolean isNoWorseThan(Candidate other) {
      boolean noWorse = fit.isNoWorseThan(other.fit);
      for (int i = 0; i < crowding.size(); i++) {
        noWorse &= crowding.get(i) <= other.crowding.get(i);
      }
      return noWorse;
    }
  }

  private ExcessChoice() {}

  /**
   * Chooses among the replicas of one block.
   *
   * @param hint node that shall lose its replica; null where nobody said
   * @return nothing where none is worse than another and the hint is of none
   */
  static Optional<Chosen> of(
      GroupPlacement placement, Collection<DatanodeStorageInfo> replicas,
      DatanodeDescriptor hint) {
    List<Candidate> candidates = candidates(placement, replicas);
    Optional<Candidate> hinted =
        candidates.stream().filter(each -> each.replica.node() == hint).findFirst();
    if (candidates.size() < 2) {
      return Optional.empty();
    }
    return hinted.isPresent()
        ? Optional.of(judge(hinted.get(), candidates))
        : worst(candidates).map(each -> new Chosen(each.replica.storage(), false));
  }

  private static List<Candidate> candidates(
      GroupPlacement placement, Collection<DatanodeStorageInfo> replicas) {
    List<Candidate> candidates = new ArrayList<>();
    placement.forEachOwn(
        (group, replica, groups) -> {
          if (replicas.contains(replica.storage())) {
            candidates.add(
                new Candidate(
                    replica, placement.fit(replica, groups, replica.node()),
                    placement.crowding(replica, groups)));
          }
        });
    return candidates;
  }

  private static Chosen judge(Candidate hinted, List<Candidate> candidates) {
    boolean isGood =
        candidates.stream().anyMatch(each -> each != hinted && each.isNoWorseThan(hinted));
    Candidate loser =
        isGood
            ? hinted
            : candidates.stream().filter(each -> each != hinted).min(WORST).orElseThrow();
    return new Chosen(loser.replica.storage(), !isGood);
  }

  /** One that another one improves on; else the worst, unless all are alike. */
  private static Optional<Candidate> worst(List<Candidate> candidates) {
    Optional<Candidate> improvable =
        candidates.stream()
            .filter(each -> candidates.stream().anyMatch(other -> other.fit.improves(each.fit)))
            .findFirst();
    Candidate worst = candidates.stream().min(WORST).orElseThrow();
    boolean alike = candidates.stream().allMatch(each -> WORST.compare(each, worst) == 0);
    return improvable.isPresent() || alike ? improvable : Optional.of(worst);
  }

  private static long sum(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }
}
