package io.okapifs.hdfs.namenode.scrub;

import io.okapifs.hdfs.repair.ScrubResult.Outcome;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Groups that the cursor of a pass has met and that are not done, in their order, and such that are
 * done behind one that is not: there are never many. Each is handed out to a DataNode, and again
 * where that does not answer or could not compare it. Times are milliseconds of a clock that never
 * goes back. The patience is that with repairs: so long nobody waits for a word of a DataNode, and
 * so long a group rests before it is tried again. Guarded by its owner.
 */
final class ScrubWindow {

  /** Entries; a group that takes long holds up the cursor, and so many others behind it. */
  static final int MOST = 10_000;

  /** How often a group is tried before it is left out of the pass. */
  static final int TRIES = 3;

  /** A group, and what came of it. */
  static final class Entry {

    /** What is to be done about it. */
    private enum Stage { WAITS, UNDER_WAY, DONE }

    /** Of an entry that is done. */
    private enum Fate { NONE, VERIFIED, WRONG, LEFT_OUT }

    private final ScrubPosition at;
    private Stage stage = Stage.WAITS;
    private Fate fate = Fate.NONE;
    private int tries;

    /** When it may be handed out, or, once it is, when nobody waits for it any more. */
    private long atMillis;

    private long id;
    private String node;
    private long parityId;
    private long handedOutMillis;
    private long bytes;
    private List<Integer> wrongMembers = List.of();
    private long foundMillis;

    private Entry(ScrubPosition at) {
      this.at = at;
    }

    ScrubPosition at() {
      return at;
    }

    /** Block group of the parity that was read last. */
    long parityId() {
      return parityId;
    }

    long bytes() {
      return bytes;
    }

    List<Integer> wrongMembers() {
      return wrongMembers;
    }

    /** When it was found wrong, by the clock of the day. */
    long foundMillis() {
      return foundMillis;
    }

    boolean isVerified() {
      return fate == Fate.VERIFIED;
    }

    boolean isWrong() {
      return fate == Fate.WRONG;
    }

    boolean isLeftOut() {
      return fate == Fate.LEFT_OUT;
    }

    private void end(Fate end) {
      stage = Stage.DONE;
      fate = end;
    }

    private void fail(long nowMillis, long patienceMillis) {
      tries++;
      stage = Stage.WAITS;
      atMillis = nowMillis + patienceMillis;
      if (tries >= TRIES) {
        end(Fate.LEFT_OUT);
      }
    }
  }

  private final Deque<Entry> entries = new ArrayDeque<>();

  /** By the node that was asked, then by the task; none is empty. */
  private final Map<String, Map<Long, Entry>> underWay = new HashMap<>();

  boolean isEmpty() {
    return entries.isEmpty();
  }

  int size() {
    return entries.size();
  }

  /** The first group that is not done; empty where all are. */
  Optional<ScrubPosition> first() {
    return Optional.ofNullable(entries.peek()).map(Entry::at);
  }

  /** Adds a group behind all others. */
  void add(ScrubPosition at) {
    entries.add(new Entry(at));
  }

  /** Groups that may be handed out now. */
  List<Entry> due(long nowMillis) {
    return entries.stream()
        .filter(each -> each.stage == Entry.Stage.WAITS && each.atMillis <= nowMillis)
        .toList();
  }

  /**
   * Remembers that a DataNode was asked for a group.
   *
   * @param id of the task
   * @param parityId of the block group of its parity
   */
  void handOut(
      Entry entry, long id, String node, long parityId, long nowMillis, long patienceMillis) {
    entry.stage = Entry.Stage.UNDER_WAY;
    entry.id = id;
    entry.node = node;
    entry.parityId = parityId;
    entry.handedOutMillis = nowMillis;
    entry.atMillis = nowMillis + patienceMillis;
    underWay.computeIfAbsent(node, any -> new HashMap<>()).put(id, entry);
  }

  private void forgetTask(Entry entry) {
    underWay.computeIfPresent(
        entry.node,
        (node, tasks) -> tasks.remove(entry.id) != null && tasks.isEmpty() ? null : tasks);
  }

  private Map<Long, Entry> tasksOf(String node) {
    return underWay.getOrDefault(node, Map.of());
  }

  /** The group could not be compared this time. */
  void fail(Entry entry, long nowMillis, long patienceMillis) {
    forgetTask(entry);
    entry.fail(nowMillis, patienceMillis);
  }

  /** There is no such group any more, and nothing to count. */
  void drop(Entry entry) {
    forgetTask(entry);
    entry.end(Entry.Fate.NONE);
  }

  /** What a DataNode was asked for by a task; empty where nobody waits for that. */
  Optional<Entry> underWay(long id, String node) {
    return Optional.ofNullable(tasksOf(node).get(id));
  }

  /** Takes what a DataNode found out of a group, other than that it is wrong. */
  void take(
      Entry entry, Outcome outcome, long bytes, long nowMillis, long patienceMillis) {
    entry.bytes += bytes;
    if (outcome == Outcome.FITS) {
      forgetTask(entry);
      entry.end(Entry.Fate.VERIFIED);
    } else {
      fail(entry, nowMillis, patienceMillis);
    }
  }

  /**
   * Takes that a group is wrong.
   *
   * @param foundMillis now, by the clock of the day
   */
  void takeWrong(Entry entry, List<Integer> members, long bytes, long foundMillis) {
    entry.bytes += bytes;
    entry.foundMillis = foundMillis;
    entry.wrongMembers = List.copyOf(members);
    forgetTask(entry);
    entry.end(Entry.Fate.WRONG);
  }

  /** A DataNode gets on with some groups: they are waited for as long again. */
  void hearFrom(String node, Collection<Long> parityIds, long nowMillis, long patienceMillis) {
    for (Entry entry : tasksOf(node).values()) {
      if (parityIds.contains(entry.parityId)) {
        entry.atMillis = nowMillis + patienceMillis;
      }
    }
  }

  /** Gives up waiting where that took too long. */
  void expire(long nowMillis, long patienceMillis) {
    underWay.values().stream()
        .flatMap(tasks -> tasks.values().stream())
        .filter(entry -> entry.atMillis <= nowMillis)
        .toList()
        .forEach(entry -> fail(entry, nowMillis, patienceMillis));
  }

  /** Takes off the first groups as far as they are done. */
  void settle(Consumer<Entry> done) {
    while (!entries.isEmpty() && entries.peek().stage == Entry.Stage.DONE) {
      done.accept(entries.remove());
    }
  }

  /** Those that are done and still here. */
  List<Entry> done() {
    return entries.stream().filter(entry -> entry.stage == Entry.Stage.DONE).toList();
  }

  int countUnderWay() {
    return underWay.values().stream().mapToInt(Map::size).sum();
  }

  /** Groups that a DataNode compares, or will. */
  int countUnderWay(String node) {
    return tasksOf(node).size();
  }

  /** Those of them that it was asked for since a time. */
  int countAskedSince(String node, long sinceMillis) {
    return (int)
        tasksOf(node).values().stream()
            .filter(entry -> entry.handedOutMillis >= sinceMillis)
            .count();
  }
}
