package io.okapifs.hdfs.namenode.transition;

import java.util.HashMap;
import java.util.Map;

/**
 * How long parity that can get a second name is waited for. A node that makes none, as one whose
 * storage knows no links, must not hold a file up: then the group is encoded. Any thread may call.
 */
final class NamePatience {

  /** By inode and group, when names were asked for first. */
  private final Map<Long, Map<Integer, Long>> asked = new HashMap<>();

  /**
   * Whether the names of a group are still waited for; the first question begins it.
   *
   * @param limitNanos after which they are not
   */
  synchronized boolean lasts(long inodeId, int group, long nowNanos, long limitNanos) {
    long since =
        asked.computeIfAbsent(inodeId, any -> new HashMap<>())
            .computeIfAbsent(group, any -> nowNanos);
    return nowNanos - since < limitNanos;
  }

  /** Has a file wait anew, or no more. */
  synchronized void forget(long inodeId) {
    asked.remove(inodeId);
  }

  /** Has all files wait anew. */
  synchronized void clear() {
    asked.clear();
  }
}
