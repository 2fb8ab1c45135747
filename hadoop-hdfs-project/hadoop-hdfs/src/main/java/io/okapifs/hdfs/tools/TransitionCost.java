package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.FileLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the transition of files moves. An immutable value.
 *
 * @param groups new parity groups
 * @param readBytes data that DataNodes read, all of it once
 * @param writtenBytes new parity
 * @param freedBytes old parity
 * @param sharing members of new groups beyond one per node, which move first where they can
 */
record TransitionCost(
    long groups, long readBytes, long writtenBytes, long freedBytes, long sharing) {

  static final TransitionCost NONE = new TransitionCost(0, 0, 0, 0, 0);

  /**
   * @param nodes where each data block of the file lies, in file order; an entry may be empty
   */
  static TransitionCost of(FileLayout old, FileLayout next, long length, List<String> nodes) {
    return new TransitionCost(
        next.groupCount(length), length, next.paritySpace(length),
        old.paritySpace(length), sharing(next, nodes));
  }

  private static long sharing(FileLayout layout, List<String> nodes) {
    long sharing = 0;
    int k = layout.policy().k();
    for (int from = 0; from < nodes.size(); from += k) {
      Map<String, Integer> members = new HashMap<>();
      nodes.subList(from, Math.min(nodes.size(), from + k)).stream()
          .filter(node -> !node.isEmpty())
          .forEach(node -> members.merge(node, 1, Integer::sum));
      sharing += members.values().stream().mapToInt(count -> count - 1).sum();
    }
    return sharing;
  }

  TransitionCost plus(TransitionCost other) {
    return new TransitionCost(
        groups + other.groups, readBytes + other.readBytes, writtenBytes + other.writtenBytes,
        freedBytes + other.freedBytes, sharing + other.sharing);
  }

  /** Beside what copying the files to new ones would move. */
  String toText() {
    return groups + " groups, " + readBytes + " bytes read, " + writtenBytes + " written, "
        + freedBytes + " freed, " + sharing + " blocks share a node; a copy would write "
        + (readBytes + writtenBytes);
  }
}
