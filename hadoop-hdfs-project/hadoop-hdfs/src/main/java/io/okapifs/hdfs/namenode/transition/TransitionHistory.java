package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.transition.EndedTransition;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Time;

/** The last transitions that have ended since this NameNode started. Any thread may call it. */
public final class TransitionHistory {

  private final Deque<EndedTransition> ended = new ArrayDeque<>();

  synchronized void add(TransitionStatus last) {
    ended.addLast(new EndedTransition(Time.now(), last));
    if (ended.size() > TransitionPace.REMEMBERED) {
      ended.removeFirst();
    }
  }

  /** Those of files that were at or below a path when they ended, the oldest first. */
  public synchronized List<EndedTransition> atOrBelow(String path) {
    return ended.stream().filter(each -> isAtOrBelow(each.last().path(), path)).toList();
  }

  /** Whether a path that may be no more was another one, or below it. */
  static boolean isAtOrBelow(String path, String top) {
    String below = top.endsWith(Path.SEPARATOR) ? top : top + Path.SEPARATOR;
    return path.equals(top) || path.startsWith(below);
  }
}
