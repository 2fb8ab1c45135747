package io.okapifs.hdfs.namenode.transition;

import java.util.BitSet;

/**
 * How far a file is whose transition has begun, as far as this NameNode has seen it. An immutable
 * value: the set is never changed.
 *
 * @param priority of its transition
 * @param askedMillis when it was asked for
 * @param ready first group that was not ready when last looked at
 * @param sinceNanos when this NameNode looked for the first time
 * @param readyThen the same then
 * @param asked groups that DataNodes were asked to encode
 * @param retries how often they were asked again
 * @param moves how often DataNodes were asked to move a block for it
 * @param doubted whether members of a group contradicted each other since
 */
public record BegunTransition(
    int priority, long askedMillis, int ready, long sinceNanos, int readyThen, BitSet asked,
    long retries, long moves, boolean doubted) {

  private static final double NANOS_PER_MINUTE = 60e9;
  static final BegunTransition NONE = begun(0, 0, 0);

  static BegunTransition begun(int priority, long askedMillis, long nowNanos) {
    return new BegunTransition(priority, askedMillis, 0, nowNanos, 0, new BitSet(), 0, 0, false);
  }

  /** What was ready before anything was asked for tells of no rate. */
  BegunTransition upTo(int groups, long nowNanos) {
    return asked.isEmpty()
        ? with(groups, nowNanos, groups, asked, retries, moves)
        : with(groups, sinceNanos, readyThen, asked, retries, moves);
  }

  BegunTransition asking(int group) {
    BitSet all = (BitSet) asked.clone();
    all.set(group);
    return with(ready, sinceNanos, readyThen, all, retries + (asked.get(group) ? 1 : 0), moves);
  }

  BegunTransition moving() {
    return with(ready, sinceNanos, readyThen, asked, retries, moves + 1);
  }

  BegunTransition doubt() {
    return new BegunTransition(
        priority, askedMillis, ready, sinceNanos, readyThen, asked, retries, moves, true);
  }

  private BegunTransition with(
      int ready, long sinceNanos, int readyThen, BitSet asked, long retries, long moves) {
    return new BegunTransition(
        priority, askedMillis, ready, sinceNanos, readyThen, asked, retries, moves, doubted);
  }

  /** 0 where nothing has become ready. */
  public double groupsPerMinute(long nowNanos) {
    long nanos = nowNanos - sinceNanos;
    return ready == readyThen || nanos <= 0
        ? 0
        : (ready - readyThen) * NANOS_PER_MINUTE / nanos;
  }
}
