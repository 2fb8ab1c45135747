package io.okapifs.hdfs.namenode.transition;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * A walk over a tree in parts, each of which holds the namesystem's lock for a few milliseconds:
 * one finds files, another one has them begin. In between anything may happen to them. Used by one
 * thread.
 */
final class TreeParts {

  private final TreeCursor cursor;

  /** Files that were found and have not begun. */
  private final Deque<Long> found = new ArrayDeque<>();

  TreeParts(long directoryId) {
    cursor = new TreeCursor(directoryId);
  }

  boolean hasFound() {
    return !found.isEmpty();
  }

  /** Whether all was visited; files that were found may be left. */
  boolean isAtEnd() {
    return cursor.isAtEnd();
  }

  /**
   * Walks on, at most until so many files were found.
   *
   * @param enters whether the walk goes into a directory
   * @param mayBegin whether a file is one of those
   */
  void find(
      FSNamesystem namesystem, int most, Predicate<INode> enters, Predicate<INodeFile> mayBegin) {
    FSDirectory directory = namesystem.getFSDirectory();
    long begin = System.nanoTime();
    namesystem.readLock();
    try {
      cursor.resume(directory);
      while (!cursor.isAtEnd() && found.size() < most && isShort(begin)) {
        cursor.step(directory).ifPresent(inode -> visit(inode, enters, mayBegin));
      }
    } finally {
      namesystem.readUnlock("transitions");
    }
  }

  private void visit(INode inode, Predicate<INode> enters, Predicate<INodeFile> mayBegin) {
    if (inode.isDirectory()) {
      if (enters.test(inode)) {
        cursor.enter(inode);
      }
    } else if (inode.isFile() && mayBegin.test(inode.asFile())) {
      found.add(inode.getId());
    }
  }

  /**
   * Has files begin that were found.
   *
   * @param mayGoOn whether any may begin, asked once
   * @param begin is told of each file's id, and whether others may follow; a file of which it says
   *     no is the first one the next time
   * @return whether more can be done now
   */
  boolean begin(FSNamesystem namesystem, BooleanSupplier mayGoOn, LongPredicate begin) {
    namesystem.writeLock();
    try {
      long since = System.nanoTime();
      boolean goesOn = mayGoOn.getAsBoolean();
      while (goesOn && !found.isEmpty() && isShort(since)) {
        goesOn = begin.test(found.peek());
        if (goesOn) {
          found.remove();
        }
      }
      return goesOn;
    } finally {
      namesystem.writeUnlock("transitions");
      namesystem.getEditLog().logSync();
    }
  }

  private static boolean isShort(long beginNanos) {
    return System.nanoTime() - beginNanos < TransitionPace.TREE_HOLD_NANOS;
  }
}
