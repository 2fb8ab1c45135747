package io.okapifs.testing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;

/**
 * An order of classes in which forks that take one after the other end early: the longest first,
 * and beside those that work such as wait. It follows the clock of the forks, and has each that is
 * free take the longest class for which there is a processor; the lightest where there is none.
 */
final class Schedule {

  private record Running(double end, double load) {}

  private final int forks;
  private final double processors;

  Schedule(int forks, double processors) {
    this.forks = forks;
    this.processors = processors;
  }

  <T> List<T> order(List<T> classes, Function<T, Cost> costs) {
    List<T> left = new ArrayList<>(classes);
    left.sort(Comparator.comparingDouble((T each) -> costs.apply(each).seconds()).reversed());
    List<T> order = new ArrayList<>();
    PriorityQueue<Running> running = new PriorityQueue<>(Comparator.comparingDouble(Running::end));
    double now = 0;
    while (!left.isEmpty()) {
      if (running.size() == forks) {
        now = running.remove().end();
      }
      double busy = running.stream().mapToDouble(Running::load).sum();
      T next = next(left, costs, processors - busy);
      left.remove(next);
      order.add(next);
      Cost cost = costs.apply(next);
      running.add(new Running(now + cost.seconds(), cost.load()));
    }
    return order;
  }

  private static <T> T next(List<T> longestFirst, Function<T, Cost> costs, double free) {
    return longestFirst.stream()
        .filter(each -> costs.apply(each).load() <= free)
        .findFirst()
        .orElseGet(
            () ->
                longestFirst.stream()
                    .min(Comparator.comparingDouble(each -> costs.apply(each).load()))
                    .orElseThrow());
  }
}
