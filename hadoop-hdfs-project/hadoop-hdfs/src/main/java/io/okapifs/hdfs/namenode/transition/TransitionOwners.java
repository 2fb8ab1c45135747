package io.okapifs.hdfs.namenode.transition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How many files of each owner are in a transition, those that wait and those that are paused
 * included. An owner is the one that a file had when it took its last step. Any thread may call it.
 */
final class TransitionOwners {

  /** An owner of files, which keeps its number. */
  private static final class Owner {
    private final int number;
    private int files;

    Owner(int number) {
      this.number = number;
    }
  }

  private final Map<String, Owner> byName = new HashMap<>();
  private final List<Owner> byNumber = new ArrayList<>();

  /** Files, and the numbers of their owners. */
  private final SortedPairs owners = new SortedPairs();

  /** A file is in a transition. */
  synchronized void add(long inodeId, String name) {
    remove(inodeId);
    Owner owner = byName.computeIfAbsent(name, none -> newOwner());
    owners.add(inodeId, owner.number);
    owner.files++;
  }

  private Owner newOwner() {
    Owner owner = new Owner(byNumber.size());
    byNumber.add(owner);
    return owner;
  }

  /** A file is in none any more, or is no more. */
  synchronized void remove(long inodeId) {
    OptionalLong owner = owners.secondOf(inodeId);
    if (owner.isPresent()) {
      owners.remove(inodeId, owner.getAsLong());
      byNumber.get((int) owner.getAsLong()).files--;
    }
  }

  synchronized int files(String name) {
    Owner owner = byName.get(name);
    return owner == null ? 0 : owner.files;
  }
}
