package io.okapifs.hdfs.balancer;

import io.okapifs.hdfs.layout.RackShare;
import java.util.Collections;
import java.util.List;

/**
 * Racks that a group can spread over.
 *
 * @param nodes how many members each of them can take at most
 */
record Racks(List<Long> nodes) {

  /** So many racks, each with nodes enough. */
  static Racks even(int count) {
    return new Racks(Collections.nCopies(count, Long.MAX_VALUE));
  }

  int count() {
    return nodes.size();
  }

  /**
   * The most members on one rack where they lie as evenly as can be: on racks with 5, 5 and 1 nodes
   * 7 members have 3, 3 and 1.
   *
   * @param members of the group, at least 1
   */
  long share(long members) {
    long share = RackShare.of(members, count());
    while (share < members && roomFor(share) < members) {
      share++;
    }
    return share;
  }

  private long roomFor(long onEach) {
    return nodes.stream().mapToLong(each -> Math.min(each, onEach)).sum();
  }
}
