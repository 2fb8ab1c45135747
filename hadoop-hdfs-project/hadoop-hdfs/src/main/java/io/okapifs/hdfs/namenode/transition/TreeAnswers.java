package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.security.AccessControlException;

/** What clients are told of requests for trees. Under the namesystem's read lock. */
final class TreeAnswers {

  private TreeAnswers() {}

  /**
   * One request that is under way or has ended, if this NameNode knows it.
   *
   * @throws AccessControlException where it is that of somebody else, and the superuser does not
   *     ask
   */
  static List<TreeTransitionStatusProto> one(
      FSDirectory directory, FSPermissionChecker permissions, long id)
      throws AccessControlException {
    TransitionService service = TransitionService.of(NamespaceWindow.namesystem(directory));
    TreeRequests trees = service.loadedTrees();
    Optional<TreeTransitionStatusProto> found =
        trees.walk(id)
            .map(walk -> status(service, walk))
            .or(() -> trees.ended().stream().filter(each -> each.getId() == id).findFirst());
    boolean mayAsk =
        found.isEmpty()
            || found.get().getRequester().equals(permissions.getUser())
            || !NamespaceWindow.isBounded(directory, permissions);
    if (!mayAsk) {
      throw new AccessControlException(
          "Only its requester and the superuser may ask for a request for a tree: id=" + id
              + ", user=" + permissions.getUser());
    }
    return found.stream().toList();
  }

  /** Requests for directories at or below another one. */
  static List<TreeTransitionStatusProto> below(FSNamesystem namesystem, INode top) {
    FSDirectory directory = namesystem.getFSDirectory();
    TransitionService service = TransitionService.of(namesystem);
    return service.loadedTrees().walks().stream()
        .filter(
            walk ->
                TreeCalls.isAtOrBelow(directory.getInode(walk.tree().directoryId()), top))
        .map(walk -> status(service, walk))
        .toList();
  }

  /** Requests that have ended, and whose directories were at or below a path then. */
  static List<TreeTransitionStatusProto> ended(FSNamesystem namesystem, String path) {
    return TransitionService.of(namesystem).loadedTrees().ended().stream()
        .filter(each -> TransitionHistory.isAtOrBelow(each.getPath(), path))
        .toList();
  }

  private static TreeTransitionStatusProto status(TransitionService service, TreeWalk walk) {
    return walk.status(service.queue().partsOf(walk.tree().id()).size());
  }
}
