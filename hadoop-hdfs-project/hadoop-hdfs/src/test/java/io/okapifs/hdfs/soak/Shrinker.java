package io.okapifs.hdfs.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes a list that fails as short as it gets: drops parts of it, halves at first and single
 * elements at last, as long as what is left fails (Zeller's delta debugging).
 */
final class Shrinker<T> {

  /** Tells whether a list fails. */
  interface Oracle<T> {
    /**
     * @return how much of the list fails, from its beginning on; null where it does not fail
     */
    List<T> failing(List<T> list) throws Exception;
  }

  private final Oracle<T> oracle;
  private final long deadline;
  private int runs;

  /**
   * @param nanos after which no other list is tried
   */
  Shrinker(Oracle<T> oracle, long nanos) {
    this.oracle = oracle;
    this.deadline = System.nanoTime() + nanos;
  }

  int runs() {
    return runs;
  }

  List<T> shrink(List<T> failing) throws Exception {
    List<T> list = List.copyOf(failing);
    int parts = 2;
    while (list.size() > 1) {
      List<T> shorter = withoutOnePart(list, parts);
      if (shorter != null) {
        list = shorter;
        parts = Math.max(2, parts - 1);
      } else if (parts < list.size()) {
        parts = Math.min(list.size(), 2 * parts);
      } else {
        break;
      }
    }
    return list;
  }

  /**
   * @return null where each part is needed, or there is no time left
   */
  private List<T> withoutOnePart(List<T> list, int parts) throws Exception {
    for (int part = 0; part < parts; part++) {
      int from = (int) ((long) list.size() * part / parts);
      int to = (int) ((long) list.size() * (part + 1) / parts);
      List<T> rest = new ArrayList<>(list.subList(0, from));
      rest.addAll(list.subList(to, list.size()));
      if (System.nanoTime() > deadline) {
        return null;
      }
      runs++;
      List<T> failing = oracle.failing(rest);
      if (failing != null) {
        return failing;
      }
    }
    return null;
  }
}
