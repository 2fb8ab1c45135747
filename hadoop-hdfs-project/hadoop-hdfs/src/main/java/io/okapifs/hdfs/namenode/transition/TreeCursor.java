package io.okapifs.hdfs.namenode.transition;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.apache.hadoop.hdfs.util.ReadOnlyList;

/**
 * Where a walk over a tree is, in the order of names: a directory and the name of its last child
 * that was visited, for each level. Between two holds of the lock anything may happen to the tree.
 * What moves behind the cursor is not visited, what moves before it is. Used by one thread, under
 * the namesystem's lock.
 */
final class TreeCursor {

  /**
   * @param last name of the last child that was visited; empty before the first one
   */
  private record Level(long directoryId, byte[] last) {}

  /** The innermost first. */
  private final Deque<Level> levels = new ArrayDeque<>();

  /** Before the first child of a directory. */
  TreeCursor(long directoryId) {
    levels.push(new Level(directoryId, DFSUtilClient.EMPTY_BYTES));
  }

  boolean isAtEnd() {
    return levels.isEmpty();
  }

  /** Leaves directories that are no longer where they were; once in each hold of the lock. */
  void resume(FSDirectory directory) {
    int kept = 0;
    INode parent = null;
    Iterator<Level> outermostFirst = levels.descendingIterator();
    while (outermostFirst.hasNext()) {
      INode inode = directory.getInode(outermostFirst.next().directoryId);
      if (inode == null || parent != null && !isChild(parent.asDirectory(), inode)) {
        break;
      }
      parent = inode;
      kept++;
    }
    while (levels.size() > kept) {
      levels.pop();
    }
  }

  /** A directory that only a snapshot has keeps its parent, and is none of its children. */
  private static boolean isChild(INodeDirectory parent, INode inode) {
    INode child = parent.getChild(inode.getLocalNameBytes(), Snapshot.CURRENT_STATE_ID);
    return child != null && child.getId() == inode.getId();
  }

  /** Takes one step: to the next child, or out of a directory that has no more. */
  Optional<INode> step(FSDirectory directory) {
    Level level = levels.pop();
    INodeDirectory parent = directory.getInode(level.directoryId).asDirectory();
    ReadOnlyList<INode> children = parent.getChildrenList(Snapshot.CURRENT_STATE_ID);
    int at = ReadOnlyList.Util.binarySearch(children, level.last);
    int next = at < 0 ? -at - 1 : at + 1;
    if (next >= children.size()) {
      return Optional.empty();
    }
    INode child = children.get(next);
    levels.push(new Level(level.directoryId, child.getLocalNameBytes()));
    return Optional.of(child);
  }

  /** Goes on with the children of a directory that was just visited. */
  void enter(INode directory) {
    levels.push(new Level(directory.getId(), DFSUtilClient.EMPTY_BYTES));
  }
}
