package io.okapifs.hdfs.namenode.transition;

import java.util.HashMap;
import java.util.Map;

/**
 * How many files of each owner are in a transition, those that wait and those that are paused
 * included. An owner is the one that a file had when it took its last step. Any thread may call it.
 */
final class TransitionOwners {

  private final Map<Long, String> owners = new HashMap<>();
  private final Map<String, Integer> files = new HashMap<>();

  /** A file is in a transition. */
  synchronized void add(long inodeId, String owner) {
    remove(inodeId);
    owners.put(inodeId, owner);
    files.merge(owner, 1, Integer::sum);
  }

  /** A file is in none any more, or is no more. */
  synchronized void remove(long inodeId) {
    String owner = owners.remove(inodeId);
    if (owner != null) {
      files.computeIfPresent(owner, (name, count) -> count == 1 ? null : count - 1);
    }
  }

  synchronized int files(String owner) {
    return files.getOrDefault(owner, 0);
  }
}
