package io.okapifs.hdfs.namenode.transition;

import io.okapifs.Woven;
import io.okapifs.hdfs.transition.EndedTransition;
import io.okapifs.hdfs.transition.TransitionPage;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.XAttr;
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
 * What clients are told of transitions: they get an extended attribute that a stock NameNode
 * refuses. Whoever may read a file may ask; of a directory the superuser.
 */
public final class TransitionAnswers {

  private TransitionAnswers() {}

  /** Whether attributes that are asked for are the state of transitions. */
  @Woven
  public static boolean isQuestion(List<XAttr> attributes) {
    return attributes != null
        && attributes.size() == 1
        && attributes.get(0).getNameSpace() == XAttr.NameSpace.SYSTEM
        && (TransitionPage.from(attributes.get(0).getName()).isPresent()
            || EndedTransition.isAskedFor(attributes.get(0).getName()));
  }

  /**
   * The state of the transition of a file, or of some below a directory, under the read lock. No
   * more files are looked at than one call lists of a directory.
   */
  @Woven
  public static List<XAttr> answer(
      FSDirectory directory, FSPermissionChecker permissions, String src, XAttr question)
      throws IOException {
    INodesInPath path = directory.resolvePath(permissions, src, DirOp.READ);
    INode inode = path.getLastINode();
    if (inode == null) {
      throw new FileNotFoundException("File does not exist: " + path.getPath());
    }
    NamespaceWindow.checkAccess(directory, permissions, path, FsAction.READ);
    if (inode.isDirectory()) {
      permissions.checkSuperuserPrivilege();
    }
    FSNamesystem namesystem = NamespaceWindow.namesystem(directory);
    return List.of(
        new XAttr.Builder()
            .setNameSpace(XAttr.NameSpace.SYSTEM)
            .setName(TransitionRecord.XATTR)
            .setValue(
                EndedTransition.isAskedFor(question.getName())
                    ? history(namesystem, path)
                    : page(namesystem, inode, question).toValue())
            .build());
  }

  private static byte[] history(FSNamesystem namesystem, INodesInPath path) {
    return EndedTransition.toValue(
        TransitionService.of(namesystem).history().atOrBelow(path.getPath()));
  }

  private static TransitionPage page(FSNamesystem namesystem, INode inode, XAttr question) {
    return inode.isFile()
        ? new TransitionPage(statusOf(namesystem, inode.asFile()), TransitionPage.END)
        : pageBelow(namesystem, inode, TransitionPage.from(question.getName()).getAsLong());
  }

  /** Costs the same however many others are in a transition: whoever waits asks for each file. */
  private static List<TransitionStatus> statusOf(FSNamesystem namesystem, INodeFile file) {
    return status(namesystem, file)
        .or(() -> TransitionService.of(namesystem).queue().givenUp(file.getId()))
        .stream()
        .toList();
  }

  private static TransitionPage pageBelow(FSNamesystem namesystem, INode top, long from) {
    FSDirectory directory = namesystem.getFSDirectory();
    TransitionQueue transitions = TransitionService.of(namesystem).queue();
    int most = NamespaceWindow.listingLimit(directory);
    List<Long> ids = transitions.filesAbove(from, most);
    List<TransitionStatus> found = new ArrayList<>();
    for (long id : ids) {
      INode file = directory.getInode(id);
      if (isAtOrBelow(file, top)) {
        status(namesystem, file.asFile()).ifPresent(found::add);
      }
    }
    if (from == TransitionPage.FIRST) {
      transitions.givenUp().forEach((id, status) -> {
        if (isAtOrBelow(directory.getInode(id), top)) {
          found.add(status);
        }
      });
    }
    return new TransitionPage(
        found, ids.size() < most ? TransitionPage.END : ids.get(ids.size() - 1));
  }

  private static boolean isAtOrBelow(INode inode, INode top) {
    for (INode at = inode; at != null; at = at.getParent()) {
      if (at.getId() == top.getId()) {
        return true;
      }
    }
    return false;
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
              file.getFullPathName()));
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
                    waitsFor(namesystem, file, record, progress), file.getFullPathName()));
  }

  /** What is told of a transition that ends; before that is kept of the file. */
  public static TransitionStatus ended(
      FSNamesystem namesystem, INodeFile file, TransitionRecord last, Step step, String why) {
    BegunTransition progress =
        TransitionService.of(namesystem).queue().progress(file.getId());
    return new TransitionStatus(
        step, false, last.priority(), last.sinceMillis(), nameOf(file.getErasureCodingPolicyID()),
        target(last), step == Step.COMMITTED ? last.groupCount() : progress.ready(),
        last.groupCount(), 0, progress.retries(), progress.moves(), why,
        file.getFullPathName());
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
        ? ""
        : "waits until these nodes, which are asked to, have reported all their blocks to this"
            + " NameNode: "
            + nodes.stream()
                .map(node -> node.getIpcAddr(false))
                .collect(Collectors.joining(" "));
  }

  /** What a file will have, for people. */
  public static String target(TransitionRecord record) {
    return nameOf(record.lastPolicyId()) + (record.endsCoupled() ? " coupled" : "");
  }

  static String nameOf(byte policyId) {
    return ErasureCodingPolicyManager.getInstance().getByID(policyId).getName();
  }
}
