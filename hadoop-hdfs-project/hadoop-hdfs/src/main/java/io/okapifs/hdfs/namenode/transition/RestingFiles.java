package io.okapifs.hdfs.namenode.transition;

import java.util.HashMap;
import java.util.Map;

/**
 * Files that rules leave alone for some time: their transition failed, or somebody cancelled it.
 * Not safe for threads.
 */
final class RestingFiles {

  /** So many are remembered, some 10 MB; with more of them the rules begin nothing. */
  static final int MAX = 100_000;

  private final Map<Long, Long> untilMillis = new HashMap<>();

  void add(long inodeId, long until) {
    untilMillis.put(inodeId, until);
  }

  /** Whether a file rests; one whose time is over is forgotten. */
  boolean rests(long inodeId, long nowMillis) {
    Long until = untilMillis.get(inodeId);
    if (until != null && until <= nowMillis) {
      untilMillis.remove(inodeId);
      return false;
    }
    return until != null;
  }

  /** Whether no more may be begun, of which some would have to be remembered. */
  boolean isFull(long nowMillis) {
    if (untilMillis.size() >= MAX) {
      untilMillis.values().removeIf(until -> until <= nowMillis);
    }
    return untilMillis.size() >= MAX;
  }

  void clear() {
    untilMillis.clear();
  }
}
