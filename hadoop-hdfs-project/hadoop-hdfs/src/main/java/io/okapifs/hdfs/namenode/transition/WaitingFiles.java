package io.okapifs.hdfs.namenode.transition;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * Files that wait for the begin of their transition, by their turn: by priority, by when they were
 * asked for, and by their ids. There may be millions. Used by one thread at a time.
 */
final class WaitingFiles {

  /** A file and its priority. */
  record Turn(long inodeId, int priority) {}

  /** Ids, and when each file was asked for. */
  private final SortedPairs byId = new SortedPairs();

  /** When files were asked for, and their ids, by priority. */
  private final NavigableMap<Integer, SortedPairs> byTurn = new TreeMap<>();

  void add(long inodeId, int priority, long sinceMillis) {
    byId.add(inodeId, sinceMillis);
    byTurn.computeIfAbsent(priority, none -> new SortedPairs()).add(sinceMillis, inodeId);
  }

  /** Removes a file, if it is there. */
  void remove(long inodeId) {
    OptionalLong since = byId.secondOf(inodeId);
    if (since.isPresent()) {
      byId.remove(inodeId, since.getAsLong());
      byTurn.values().forEach(files -> files.remove(since.getAsLong(), inodeId));
      byTurn.values().removeIf(SortedPairs::isEmpty);
    }
  }

  int size() {
    return byId.size();
  }

  /** When the first of all was asked for. */
  OptionalLong oldestMillis() {
    return byTurn.values().stream().mapToLong(SortedPairs::lowest).min();
  }

  /** The next files by their ids. */
  List<Long> above(long inodeId, int most) {
    return byId.firstsAbove(inodeId, most);
  }

  /** The file whose turn it is, of those that may have theirs. */
  Optional<Turn> first(LongPredicate mayBegin) {
    for (Map.Entry<Integer, SortedPairs> files : byTurn.entrySet()) {
      PrimitiveIterator.OfLong ids = files.getValue().seconds();
      while (ids.hasNext()) {
        long inodeId = ids.nextLong();
        if (mayBegin.test(inodeId)) {
          return Optional.of(new Turn(inodeId, files.getKey()));
        }
      }
    }
    return Optional.empty();
  }
}
