package io.okapifs.ec.adapt;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How often the disks of nodes fail, as a share of them per year. Immutable.
 *
 * <p>A group counts as one whose members all fail at their mean rate. Where losses are rare that is
 * on the safe side: of all rates with one mean, equal ones lose a set of members most often
 * (Maclaurin's inequality).
 */
public final class NodeRates {

  private final Map<String, Double> perYear;
  private final List<Map.Entry<String, Double>> worstFirst;

  /**
   * @param perYear of each node, above 0
   */
  public NodeRates(Map<String, Double> perYear) {
    this.perYear = Map.copyOf(perYear);
    this.worstFirst =
        this.perYear.entrySet().stream()
            .sorted(
                Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .toList();
    if (worstFirst.isEmpty()) {
      throw new IllegalArgumentException("no node has a failure rate");
    }
    perYear.forEach((node, rate) -> {
      if (!(rate > 0) || rate.isInfinite()) {
        throw new IllegalArgumentException(
            "failure rates are above 0: node=" + node + ", perYear=" + rate);
      }
    });
  }

  /**
   * The mean rate of the members of a group. Where a member will lie that has no node yet, nobody
   * knows: it counts as one on the worst node beside the others. So no placement makes it more.
   *
   * @param nodes of members that have one; those beyond one per node will move, and such as have no
   *     rate count as gone
   * @param placeless members without a node
   * @param members of a full group; those that a short group lacks are never lost
   */
  public double mean(Collection<String> nodes, int placeless, int members) {
    double sum = 0;
    int elsewhere = placeless;
    Set<String> taken = new HashSet<>();
    for (String node : nodes) {
      Double rate = perYear.get(node);
      if (rate == null || !taken.add(node)) {
        elsewhere++;
      } else {
        sum += rate;
      }
    }
    return (sum + worst(elsewhere, taken)) / members;
  }

  /** Sum of the rates of so many nodes beside others; where there are fewer, the worst repeats. */
  private double worst(int count, Set<String> taken) {
    double sum = 0;
    int left = count;
    for (Map.Entry<String, Double> node : worstFirst) {
      if (left == 0) {
        return sum;
      }
      if (!taken.contains(node.getKey())) {
        sum += node.getValue();
        left--;
      }
    }
    return sum + left * worstFirst.get(0).getValue();
  }
}
