package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListTransitionsRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListTransitionsResponseProto;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;

/**
 * What clients are told of transitions. Whoever may read a file may ask; of a directory the
 * superuser.
 */
public final class TransitionAnswers {

  private TransitionAnswers() {}

  /**
   * The state of the transition of a file, or of some below a directory, under the read lock. No
   * more files are looked at than one call lists of a directory.
   */
  public static ListTransitionsResponseProto answer(
      FSDirectory directory, FSPermissionChecker permissions, ListTransitionsRequestProto request)
      throws IOException {
    if (request.hasTree()) {
      return ListTransitionsResponseProto.newBuilder()
          .addAllTree(TreeAnswers.one(directory, permissions, request.getTree())).build();
    }
    INodesInPath path = directory.resolvePath(permissions, request.getPath(), DirOp.READ);
    INode inode = path.getLastINode();
    if (inode == null) {
      throw new FileNotFoundException("File does not exist: " + path.getPath());
    }
    NamespaceWindow.checkAccess(directory, permissions, path, FsAction.READ);
    if (inode.isDirectory()) {
      permissions.checkSuperuserPrivilege();
    }
    FSNamesystem namesystem = NamespaceWindow.namesystem(directory);
    ListTransitionsResponseProto.Builder page = ListTransitionsResponseProto.newBuilder();
    if (request.getHistory()) {
      TransitionService.of(namesystem).history().atOrBelow(path.getPath())
          .forEach(each -> page.addEntry(each.toProto()));
      page.addAllTree(TreeAnswers.ended(namesystem, path.getPath()));
    } else if (inode.isFile()) {
      statusOf(namesystem, inode.asFile()).forEach(each -> page.addEntry(each.toProto()));
    } else {
      addBelow(page, namesystem, inode, request.getCursor());
    }
    return page.build();
  }

  /** Costs the same however many others are in a transition: whoever waits asks for each file. */
  private static List<TransitionStatus> statusOf(FSNamesystem namesystem, INodeFile file) {
    return status(namesystem, file)
        .or(() -> TransitionService.of(namesystem).queue().givenUp(file.getId()))
        .stream()
        .toList();
  }

  /**
   * @param cursor inode of the last file of the page before; 0: the first page
   */
  private static void addBelow(
      ListTransitionsResponseProto.Builder page, FSNamesystem namesystem, INode top, long cursor) {
    FSDirectory directory = namesystem.getFSDirectory();
    TransitionQueue transitions = TransitionService.of(namesystem).queue();
    int most = NamespaceWindow.listingLimit(directory);
    List<Long> ids = transitions.filesAbove(cursor, most);
    for (long id : ids) {
      INode file = directory.getInode(id);
      if (TreeCalls.isAtOrBelow(file, top)) {
        status(namesystem, file.asFile()).ifPresent(each -> page.addEntry(each.toProto()));
      }
    }
    if (cursor == 0) {
      page.addAllTree(TreeAnswers.below(namesystem, top));
      transitions.givenUp().forEach((id, status) -> {
        if (TreeCalls.isAtOrBelow(directory.getInode(id), top)) {
          page.addEntry(status.toProto());
        }
      });
    }
    if (ids.size() == most) {
      page.setNext(ids.get(ids.size() - 1));
    }
  }

  /** A file whose state cannot be told is no reason to tell nothing of the others. */
  private static Optional<TransitionStatus> status(FSNamesystem namesystem, INodeFile file) {
    try {
      return statusOfKnown(namesystem, file);
    } catch (RuntimeException e) {
      return Optional.of(
          new TransitionStatus(
              Step.QUEUED, false, TransitionRecord.NORMAL, file.getModificationTime(),
              nameOf(file.getErasureCodingPolicyID()), "?", 0, 0, 0, 0, 0, setAside(e),
              file.getFullPathName(), ""));
    }
  }

  private static String setAside(Throwable why) {
    return "set aside, and looked at again every minute: " + why;
  }

  private static Optional<TransitionStatus> statusOfKnown(
      FSNamesystem namesystem, INodeFile file) {
    BegunTransition progress =
        TransitionService.of(namesystem).queue().progress(file.getId());
    return FileTransitions.of(file)
        .map(
            record ->
                new TransitionStatus(
                    record.step(), record.paused(), record.priority(), record.sinceMillis(),
                    nameOf(file.getErasureCodingPolicyID()),
                    target(record), progress.ready(), record.groupCount(),
                    progress.groupsPerMinute(System.nanoTime()), progress.retries(),
                    progress.moves(),
                    waitsFor(namesystem, file, record, progress), file.getFullPathName(),
                    name(namesystem, record)));
  }

  /** What is told of a transition that ends; before that is kept of the file. */
  static TransitionStatus ended(
      FSNamesystem namesystem, INodeFile file, TransitionRecord last, Step step, String why) {
    BegunTransition progress =
        TransitionService.of(namesystem).queue().progress(file.getId());
    return new TransitionStatus(
        step, false, last.priority(), last.sinceMillis(), nameOf(file.getErasureCodingPolicyID()),
        target(last), step == Step.COMMITTED ? last.groupCount() : progress.ready(),
        last.groupCount(), 0, progress.retries(), progress.moves(), why,
        file.getFullPathName(), name(namesystem, last));
  }

  /** The name of a transition, or of the request for a tree that it is a part of. */
  static String name(FSNamesystem namesystem, TransitionRecord record) {
    return record.tree() == TransitionRecord.SINGLY
        ? record.name()
        : TransitionService.of(namesystem).loadedTrees().walk(record.tree())
            .map(walk -> walk.tree().goal().name())
            .orElse("");
  }

  private static String waitsFor(
      FSNamesystem namesystem, INodeFile file, TransitionRecord record, BegunTransition progress) {
    Optional<Throwable> failure =
        TransitionService.of(namesystem).queue().asideFor(file.getId());
    if (failure.isPresent()) {
      return setAside(failure.get());
    }
    List<DatanodeDescriptor> nodes =
        record.step() == Step.STARTED && !record.paused()
            ? TransitionWaits.unreported(namesystem.getBlockManager(), file, progress.ready(), 1)
            : List.of();
    return nodes.isEmpty()
        ? waitsForHdfs(namesystem, file, record)
        : "waits until these nodes, which are asked to, have reported all their blocks to this"
            + " NameNode: "
            + nodes.stream()
                .map(node -> node.getIpcAddr(false))
                .collect(Collectors.joining(" "));
  }

  /** A file in HDFS's own layout is taken as it lies, once nothing is done for its block groups. */
  private static String waitsForHdfs(
      FSNamesystem namesystem, INodeFile file, TransitionRecord record) {
    return record.step() != Step.STARTED || record.paused()
        ? ""
        : TransitionWaits.atWork(namesystem.getBlockManager(), file)
            .map(group -> "waits until HDFS has repaired or moved what it wants of " + group)
            .orElse("");
  }

  /** What a file will have, for people. */
  static String target(TransitionRecord record) {
    return nameOf(record.last().policyId()) + (record.last().stockLayout() ? " coupled" : "");
  }

  static String nameOf(byte policyId) {
    return ErasureCodingPolicyManager.getInstance().getByID(policyId).getName();
  }
}
