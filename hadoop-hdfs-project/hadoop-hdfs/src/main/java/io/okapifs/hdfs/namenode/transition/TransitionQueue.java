package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Which files are in a transition, whose turn it is, and how far those are that have begun. All of
 * it follows from the steps that files have taken, but for how far they are, which is looked at
 * again after a restart. Any thread may call it.
 */
public final class TransitionQueue {

  /** After that long a file that was set aside is looked at again. */
  static final long ASIDE_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** A file whose last look failed. */
  private record Aside(Throwable why, long sinceNanos) {

    boolean isOver(long nowNanos) {
      return nowNanos - sinceNanos >= ASIDE_NANOS;
    }
  }

  private final WaitingFiles waiting = new WaitingFiles();

  /** Files that rest, beside zeros. */
  private final SortedPairs paused = new SortedPairs();

  private final NavigableMap<Long, BegunTransition> begun = new TreeMap<>();

  /** Of those, the ones that wait for the time of day. */
  private final Set<Long> outsideWindow = new HashSet<>();

  private final Map<Long, Aside> aside = new HashMap<>();

  /** Files of requests for trees, by request, and the request of each. */
  private final Map<Long, Set<Long>> parts = new HashMap<>();

  private final Map<Long, Long> treeOf = new HashMap<>();

  /** The last ones, by file. */
  private final Map<Long, TransitionStatus> givenUp = new LinkedHashMap<>();

  /** After a file has taken a step, here, in replay or in an image. */
  synchronized void remember(long inodeId, TransitionRecord taken) {
    BegunTransition last = begun.get(inodeId);
    forget(inodeId);
    taken.kept().ifPresent(kept -> remember(inodeId, kept, last));
  }

  private void remember(long inodeId, TransitionRecord record, BegunTransition last) {
    givenUp.remove(inodeId);
    if (record.tree() != TransitionRecord.SINGLY) {
      treeOf.put(inodeId, record.tree());
      parts.computeIfAbsent(record.tree(), tree -> new TreeSet<>()).add(inodeId);
    }
    if (record.step() == Step.STARTED) {
      begun.put(
          inodeId,
          last == null
              ? BegunTransition.begun(
                  record.priority(), record.sinceMillis(), System.nanoTime())
              : last);
    }
    if (record.paused()) {
      paused.add(inodeId, 0);
    } else if (record.step() == Step.QUEUED) {
      waiting.add(inodeId, record.priority(), record.sinceMillis());
    }
  }

  /** A file that is in no transition any more, or is no more. */
  synchronized void forget(long inodeId) {
    waiting.remove(inodeId);
    begun.remove(inodeId);
    outsideWindow.remove(inodeId);
    paused.remove(inodeId, 0);
    aside.remove(inodeId);
    Long tree = treeOf.remove(inodeId);
    if (tree != null) {
      parts.computeIfPresent(
          tree, (id, files) -> files.remove(inodeId) && files.isEmpty() ? null : files);
    }
  }

  /** Files in a transition that are a part of a request for a tree. */
  synchronized List<Long> partsOf(long tree) {
    return List.copyOf(parts.getOrDefault(tree, Set.of()));
  }

  /** Takes a file whose look has failed out of the way of the others, for a minute. */
  synchronized void setAside(long inodeId, Throwable why, long nowNanos) {
    aside.put(inodeId, new Aside(why, nowNanos));
  }

  /** After a look at a file that has not failed. */
  synchronized void takeBack(long inodeId) {
    aside.remove(inodeId);
  }

  /** Why the last look at a file failed, if it did. */
  public synchronized Optional<Throwable> asideFor(long inodeId) {
    return Optional.ofNullable(aside.get(inodeId)).map(Aside::why);
  }

  /** Files whose last look failed. */
  public synchronized int aside() {
    return aside.size();
  }

  private boolean mayBeLookedAt(long inodeId, long nowNanos) {
    Aside failed = aside.get(inodeId);
    return failed == null || failed.isOver(nowNanos);
  }

  /** The next files by their ids that are in a transition, those that wait or rest included. */
  public synchronized List<Long> filesAbove(long inodeId, int most) {
    return Stream.of(
            begun.tailMap(inodeId, false).keySet().stream().limit(most).toList(),
            waiting.above(inodeId, most),
            paused.firstsAbove(inodeId, most))
        .flatMap(List::stream)
        .sorted()
        .distinct()
        .limit(most)
        .toList();
  }

  /** Files that have begun, those that rest included. */
  public synchronized List<Long> begun() {
    return List.copyOf(begun.keySet());
  }

  private boolean isPaused(long inodeId) {
    return paused.secondOf(inodeId).isPresent();
  }

  /** Files that have begun and are not paused. */
  synchronized List<Long> atWork() {
    return begun.keySet().stream().filter(inodeId -> !isPaused(inodeId)).toList();
  }

  /** Those of them that are not set aside. */
  synchronized List<Long> toLookAt(long nowNanos) {
    return atWork().stream().filter(inodeId -> mayBeLookedAt(inodeId, nowNanos)).toList();
  }

  /**
   * The file that shall begin now, if one shall. What is urgent does not wait for the end of what
   * is less so.
   *
   * @param most files at work at a time
   * @param mayWork whether anything is done for a priority now
   */
  synchronized Optional<Long> next(int most, IntPredicate mayWork, long nowNanos) {
    return waiting.first(inodeId -> mayBeLookedAt(inodeId, nowNanos))
        .filter(first -> mayWork.test(first.priority()))
        .filter(first -> countBefore(first.priority()) < most)
        .map(WaitingFiles.Turn::inodeId);
  }

  private long countBefore(int priority) {
    return atWork().stream()
        .filter(inodeId -> begun.get(inodeId).priority() <= priority)
        .count();
  }

  /**
   * Notes whether a file that has begun waits for the time of day.
   *
   * @return whether that has changed
   */
  synchronized boolean setOutsideWindow(long inodeId, boolean isOutside) {
    return isOutside ? outsideWindow.add(inodeId) : outsideWindow.remove(inodeId);
  }

  /** Whether a file that has begun waits for the time of day. */
  public synchronized boolean isOutsideWindow(long inodeId) {
    return outsideWindow.contains(inodeId);
  }

  /** Remembers why the transition of a file was given up. */
  synchronized void giveUp(long inodeId, TransitionStatus why) {
    givenUp.put(inodeId, why);
    if (givenUp.size() > TransitionPace.REMEMBERED) {
      givenUp.remove(givenUp.keySet().iterator().next());
    }
  }

  /** What was given up since this NameNode started, the last ones of many, by file. */
  public synchronized Map<Long, TransitionStatus> givenUp() {
    return new LinkedHashMap<>(givenUp);
  }

  /** Why the last transition of a file was given up, if it was. */
  public synchronized Optional<TransitionStatus> givenUp(long inodeId) {
    return Optional.ofNullable(givenUp.get(inodeId));
  }

  /** When the oldest transition was asked for that waits or has begun, those that rest apart. */
  public synchronized OptionalLong oldestMillis() {
    return LongStream.concat(
            waiting.oldestMillis().stream(),
            atWork().stream().mapToLong(inodeId -> begun.get(inodeId).askedMillis()))
        .min();
  }

  /** Notes the first group of a file that is not ready. */
  synchronized void setReady(long inodeId, int groups) {
    begun.computeIfPresent(
        inodeId, (id, progress) -> progress.upTo(groups, System.nanoTime()));
  }

  /** After members of a group of a file contradicted each other. */
  synchronized void doubt(long inodeId) {
    begun.computeIfPresent(inodeId, (id, progress) -> progress.doubt());
  }

  /** How far a file is; nothing is ready of one that has not begun. */
  public synchronized BegunTransition progress(long inodeId) {
    return begun.getOrDefault(inodeId, BegunTransition.NONE);
  }

  /** Files that wait for their turn, those that are paused apart. */
  public synchronized int waiting() {
    return waiting.size();
  }

  /** After a DataNode was asked to move a block for the new groups of a file. */
  synchronized void countMove(long inodeId) {
    begun.computeIfPresent(inodeId, (id, progress) -> progress.moving());
  }

  /** After a DataNode was asked to encode a new group of a file. */
  synchronized void countAsked(long inodeId, int group) {
    begun.computeIfPresent(inodeId, (id, progress) -> progress.asking(group));
  }
}
