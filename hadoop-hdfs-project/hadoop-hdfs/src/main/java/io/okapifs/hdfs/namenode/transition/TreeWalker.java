package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.transition.TreeCounts.Left;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto.Kind;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TreeTransition;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Walks the trees that were asked for, and queues their files a few at a time. A walk is followed
 * by another one until one brings no file to its end: files move, and what failed may succeed. Used
 * by the thread of the rounds.
 */
final class TreeWalker {

  private static final Logger LOG = LoggerFactory.getLogger(TreeWalker.class);

  private final FSNamesystem namesystem;
  private final TransitionService service;
  private final BooleanSupplier mayGoOn;

  /**
   * @param mayGoOn false once the NameNode is active no more
   */
  TreeWalker(FSNamesystem namesystem, TransitionService service, BooleanSupplier mayGoOn) {
    this.namesystem = namesystem;
    this.service = service;
    this.mayGoOn = mayGoOn;
  }

  /** A round of all requests, by their turn. One that fails is set aside for a minute. */
  void round() {
    if (service.trees().areNone()) {
      return;
    }
    dropDeleted();
    service.trees().walks().stream()
        .sorted(
            Comparator.<TreeWalk>comparingInt(each -> each.tree().goal().priority())
                .thenComparingLong(each -> each.tree().id()))
        .forEach(this::tryToGo);
  }

  /** Ends requests whose directories are no more, or live on in snapshots only. */
  private void dropDeleted() {
    List<TreeWalk> deleted;
    namesystem.readLock();
    try {
      deleted =
          service.loadedTrees().walks().stream().filter(walk -> !noteWhereItIs(walk)).toList();
    } finally {
      namesystem.readUnlock("transitions");
    }
    for (TreeWalk walk : deleted) {
      try {
        end(walk, "the directory was deleted");
      } catch (IOException e) {
        setAside(walk, e);
      }
    }
  }

  /** Whether the directory of a request is in the tree. */
  private boolean noteWhereItIs(TreeWalk walk) {
    Optional<INodesInPath> path = TreeCalls.pathOf(namesystem, walk.tree().directoryId());
    path.ifPresent(found -> walk.setPath(found.getPath()));
    return path.isPresent();
  }

  private void tryToGo(TreeWalk walk) {
    try {
      go(walk);
    } catch (IOException | RuntimeException | Error e) {
      setAside(walk, e);
    }
  }

  private static void setAside(TreeWalk walk, Throwable why) {
    LOG.error("Transition of a tree set aside for a minute: id={}", walk.tree().id(), why);
    walk.rest("set aside, and looked at again every minute: " + why, System.nanoTime());
  }

  private void go(TreeWalk walk) throws IOException {
    int holds = 0;
    while (holds < TransitionPace.TREE_HOLDS
        && walk.mayGoOn(System.nanoTime())
        && mayGoOn.getAsBoolean()
        && goOn(walk)) {
      holds++;
    }
  }

  /** Whether more can be done now. */
  private boolean goOn(TreeWalk walk) throws IOException {
    long id = walk.tree().id();
    int room = service.filesOfATree() - service.queue().partsOf(id).size();
    if (room <= 0) {
      return false;
    }
    TreeParts parts = walk.parts();
    if (!parts.hasFound() && !parts.isAtEnd()) {
      parts.find(namesystem, room, this::enters, file -> mayBegin(walk, file));
    }
    if (parts.hasFound()) {
      return begin(walk);
    }
    if (!parts.isAtEnd()) {
      return true;
    }
    if (!service.queue().partsOf(id).isEmpty()) {
      return false;
    }
    if (walk.nextWalk()) {
      return true;
    }
    end(walk, "");
    return false;
  }

  /** Whether this NameNode may change something, and nobody has ended the request meanwhile. */
  private boolean mayChange(TreeWalk walk) {
    return mayGoOn.getAsBoolean() && !namesystem.isInSafeMode() && service.trees().holds(walk);
  }

  private void end(TreeWalk walk, String why) throws IOException {
    namesystem.writeLock();
    try {
      if (mayChange(walk)) {
        service.trees().end(namesystem, walk, why);
      }
    } finally {
      namesystem.writeUnlock("transitions");
    }
    namesystem.getEditLog().logSync();
  }

  private boolean enters(INode directory) {
    return !directory.getLocalName().equals(TransitionGoal.COPIES)
        && service.trees().ofDirectory(directory.getId()).isEmpty();
  }

  private static boolean mayBegin(TreeWalk walk, INodeFile file) {
    TreeTransition tree = walk.tree();
    if (!file.isStriped() && !DecoupledFile.isDecoupled(file)) {
      walk.leave(Left.REPLICATED);
      return false;
    }
    if (file.getModificationTime() > tree.changedUntilMillis()) {
      walk.leave(Left.TOO_YOUNG);
      return false;
    }
    if (walk.isCancelled(file.getId())) {
      walk.refuse(file.getFullPathName(), TransitionSteps.CANCELLED);
      return false;
    }
    Optional<Kind> nothing = TransitionCalls.nothingToDo(file, tree.goal());
    nothing.ifPresent(kind -> leave(walk, kind));
    return nothing.isEmpty();
  }

  private static void leave(TreeWalk walk, Kind nothing) {
    switch (nothing) {
      case ALREADY_SO -> walk.leave(Left.ALREADY_SO);
      case OTHER_LAYOUT -> walk.leave(Left.OTHER_LAYOUT);
      default -> { }
    }
  }

  /**
   * Queues files that were found.
   *
   * @return whether more can be done now
   */
  private boolean begin(TreeWalk walk) throws IOException {
    FSPermissionChecker requester = permissionsOf(walk.tree().requester());
    return walk.parts().begin(
        namesystem,
        () -> mayChange(walk) && walk.mayGoOn(System.nanoTime()),
        inodeId -> begin(walk, inodeId, requester));
  }

  /** Of this user as he is now: his groups may have changed. Without a lock. */
  private FSPermissionChecker permissionsOf(String requester) throws IOException {
    try {
      return UserGroupInformation.createRemoteUser(requester)
          .doAs(
              (PrivilegedExceptionAction<FSPermissionChecker>)
                  () -> NamespaceWindow.permissions(namesystem));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Whether the request decides about a file: it may have moved since it was found. */
  private boolean isOf(TreeWalk walk, INode file) {
    return TreeCalls.nearest(file, service.trees()::ofDirectory)
        .filter(nearest -> nearest.id() == walk.tree().id())
        .isPresent();
  }

  /**
   * Queues a file, or notes why not.
   *
   * @return whether the request goes on: not where it has to wait
   */
  private boolean begin(TreeWalk walk, long inodeId, FSPermissionChecker requester) {
    INode inode = namesystem.getFSDirectory().getInode(inodeId);
    if (inode == null || !isOf(walk, inode) || !mayBegin(walk, inode.asFile())) {
      return true;
    }
    INodeFile file = inode.asFile();
    String path = file.getFullPathName();
    try {
      if (TransitionCalls.beginPart(namesystem, requester, file, walk.tree())) {
        walk.begin();
      }
      return true;
    } catch (QuotaExceededException e) {
      walk.rest(e.getMessage(), System.nanoTime());
      return false;
    } catch (AccessControlException e) {
      walk.refuse(path, "the requester may not write it: user=" + requester.getUser());
    } catch (RefusedTransition e) {
      if (e.isOfCluster()) {
        walk.rest(e.why(), System.nanoTime());
        return false;
      }
      walk.refuse(path, e.why());
    } catch (IOException | RuntimeException e) {
      LOG.warn("Transition of a file of a tree refused: path={}", path, e);
      walk.refuse(path, e.getMessage() == null ? e.toString() : e.getMessage());
    }
    return true;
  }
}
