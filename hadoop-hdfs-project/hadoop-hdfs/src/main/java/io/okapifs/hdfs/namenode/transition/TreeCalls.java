package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto.Kind;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TreeTransition;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongFunction;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;

/**
 * Requests for trees as clients make them. Whoever may write a directory may ask; each file is
 * judged when it begins. Under the namesystem's write lock; the caller syncs the journal.
 */
public final class TreeCalls {

  /** Requests of one user, unless it is the superuser. */
  private static final int PER_USER_MAX = 20;

  private TreeCalls() {}

  /**
   * Has the closed files of a tree get another form, some time. A request that is made again is the
   * same request.
   *
   * @param ageMillis for how long a file must not have been changed
   * @return its id
   * @throws IOException naming the path, where that makes no sense or may not be; nothing was
   *     changed then
   * @throws IllegalArgumentException the same
   */
  public static long begin(
      FSDirectory directory, FSPermissionChecker permissions, String src, TransitionGoal goal,
      long ageMillis) throws IOException {
    INodesInPath path = TransitionCalls.resolve(directory, permissions, src);
    try {
      return begin(directory, permissions, path, goal, ageMillis);
    } catch (RefusedTransition e) {
      throw e.toClient();
    }
  }

  private static long begin(
      FSDirectory directory, FSPermissionChecker permissions, INodesInPath path,
      TransitionGoal goal, long ageMillis) throws IOException {
    FSNamesystem namesystem = NamespaceWindow.namesystem(directory);
    INode top = path.getLastINode();
    if (!top.isDirectory()) {
      throw RefusedTransition.ofFile(path, "it is no directory");
    }
    TransitionCalls.checkMayHurry(directory, permissions, path, goal);
    TransitionCalls.policy(path, goal);
    TransitionService service = TransitionService.of(namesystem);
    TreeRequests trees = service.loadedTrees();
    Optional<TreeTransition> same =
        trees.ofDirectory(top.getId())
            .filter(each -> each.goal().equals(goal) && each.ageMillis() == ageMillis);
    if (same.isPresent()) {
      return same.get().id();
    }
    checkNotNested(directory, trees, path);
    boolean bounded = NamespaceWindow.isBounded(directory, permissions);
    if (bounded && trees.size(permissions.getUser()) >= PER_USER_MAX) {
      throw RefusedTransition.ofFile(
          path, "one user may have so many requests for trees only: user="
              + permissions.getUser() + ", requests=" + PER_USER_MAX
              + "; wait for some of them, or cancel some");
    }
    long id = trees.add(namesystem, top, goal, ageMillis, permissions.getUser()).id();
    service.wake();
    return id;
  }

  /** Two requests would decide about one file. */
  private static void checkNotNested(
      FSDirectory directory, TreeRequests trees, INodesInPath path) {
    for (TreeWalk walk : trees.walks()) {
      INode other = directory.getInode(walk.tree().directoryId());
      boolean nested =
          other != null
              && (isAtOrBelow(path.getLastINode(), other)
                  || isAtOrBelow(other, path.getLastINode()));
      if (nested) {
        throw RefusedTransition.ofFile(
            path, "there is a request for this tree, or for one above or below it: path="
                + other.getFullPathName() + ", id=" + walk.tree().id() + ", policy="
                + walk.tree().goal().policy() + "; wait for its end, or cancel it");
      }
    }
  }

  /** The path of an inode; empty where it is no more, or in snapshots alone. Under the lock. */
  static Optional<INodesInPath> pathOf(FSNamesystem namesystem, long inodeId) {
    FSDirectory directory = namesystem.getFSDirectory();
    INode inode = directory.getInode(inodeId);
    if (inode == null) {
      return Optional.empty();
    }
    try {
      INodesInPath path = directory.getINodesInPath(inode.getFullPathName(), DirOp.READ);
      boolean isThere =
          path.getLastINode() != null && path.getLastINode().getId() == inode.getId();
      return isThere ? Optional.of(path) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** What the nearest directory above an inode has, if one of them has it. Under the lock. */
  static <T> Optional<T> nearest(INode inode, LongFunction<Optional<T>> ofDirectory) {
    Optional<T> found = Optional.empty();
    for (INode at = inode.getParent(); at != null && found.isEmpty(); at = at.getParent()) {
      found = ofDirectory.apply(at.getId());
    }
    return found;
  }

  static boolean isAtOrBelow(INode inode, INode top) {
    for (INode at = inode; at != null; at = at.getParent()) {
      if (at.getId() == top.getId()) {
        return true;
      }
    }
    return false;
  }

  /** Cancels, pauses or resumes the request for a tree, and what is under way of it. */
  static Kind control(FSNamesystem namesystem, INode top, ControlProto control)
      throws IOException {
    TransitionService service = TransitionService.of(namesystem);
    TreeRequests trees = service.loadedTrees();
    Optional<TreeTransition> found = trees.ofDirectory(top.getId());
    boolean pauses = control == ControlProto.PAUSE;
    if (found.isEmpty() || control != ControlProto.CANCEL && found.get().paused() == pauses) {
      return Kind.ALREADY_SO;
    }
    TreeTransition tree = found.get();
    TreeWalk walk = trees.walk(tree.id()).orElseThrow();
    for (long inodeId : service.queue().partsOf(tree.id())) {
      INode file = namesystem.getFSDirectory().getInode(inodeId);
      if (file != null) {
        TransitionCalls.control(namesystem, file.asFile(), control);
      }
    }
    if (control == ControlProto.CANCEL) {
      trees.end(namesystem, walk, TransitionSteps.CANCELLED);
    } else {
      trees.pause(namesystem, tree, pauses);
    }
    service.wake();
    return Kind.TAKEN;
  }
}
