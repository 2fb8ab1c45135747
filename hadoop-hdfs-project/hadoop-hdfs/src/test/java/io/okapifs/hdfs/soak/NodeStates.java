package io.okapifs.hdfs.soak;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** Which DataNodes are stopped, full or excluded, and how many more of them may be. */
final class NodeStates {

  /** As many members as the weakest code can lose. */
  private static final int BAD_MAX = 2;

  /** As many nodes as the widest group needs. */
  private static final int USABLE_MIN = 9;

  final Set<Integer> stopped = new TreeSet<>();
  final Set<Integer> full = new TreeSet<>();
  final Set<Integer> excluded = new TreeSet<>();

  boolean mayStop(int node) {
    return !stopped.contains(node) && mayTurnBad(node);
  }

  boolean mayFill(int node) {
    return !stopped.contains(node) && !full.contains(node) && mayTurnBad(node);
  }

  boolean mayExclude(int node) {
    return !excluded.contains(node) && isEnoughWithout(node);
  }

  private boolean mayTurnBad(int node) {
    Set<Integer> bad = bad();
    bad.add(node);
    return bad.size() <= BAD_MAX && isEnoughWithout(node);
  }

  private boolean isEnoughWithout(int node) {
    Set<Integer> usable = usable();
    usable.remove(node);
    return usable.size() >= USABLE_MIN;
  }

  /** Nodes that may be given blocks. */
  Set<Integer> usable() {
    Set<Integer> usable = new HashSet<>();
    for (int node = 0; node < SoakCluster.NODES; node++) {
      usable.add(node);
    }
    usable.removeAll(bad());
    usable.removeAll(excluded);
    return usable;
  }

  /** Nodes at which writes may fail. */
  Set<Integer> bad() {
    Set<Integer> bad = new HashSet<>(stopped);
    bad.addAll(full);
    return bad;
  }
}
