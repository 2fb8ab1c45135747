package io.okapifs.hdfs.namenode.transition;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;

/**
 * Transitions as they come out of journal and image: judged first, then made true. Under the write
 * locks of namesystem and directory, as upstream's replay and loading are.
 */
public final class TransitionReplay {

  private TransitionReplay() {}

  /** Upstream's replay of attributes. */
  @FunctionalInterface
  public interface Upstream {
    INode run() throws IOException;
  }

  /**
   * Replays the attributes of an inode, which upstream's replay sets.
   *
   * @throws IOException naming the path, where they have a step that cannot be one of it; nothing
   *     was changed then
   */
  @Woven
  public static INode edit(
      FSDirectory directory, INodesInPath path, List<XAttr> attributes, Upstream upstream)
      throws IOException {
    Optional<TransitionRecord> step;
    try {
      step = FileTransitions.find(attributes);
    } catch (IllegalArgumentException e) {
      throw corrupt(path, e.getMessage());
    }
    if (step.isEmpty()) {
      return upstream.run();
    }
    FSNamesystem namesystem = NamespaceWindow.namesystem(directory);
    INodeFile file = fileOf(path);
    String wrong = refusal(namesystem, file, step.get());
    if (wrong != null) {
      throw corrupt(path, wrong);
    }
    final INode changed = upstream.run();
    FileTransitions.apply(namesystem, file, step.get(), path.getLatestSnapshotId())
        .removeReplayed(namesystem.getBlockManager());
    return changed;
  }

  /** Null where the path is that of no file. */
  private static INodeFile fileOf(INodesInPath path) {
    INode inode = path.getLastINode();
    return inode == null || !inode.isFile() ? null : inode.asFile();
  }

  private static String refusal(
      FSNamesystem namesystem, INodeFile file, TransitionRecord record) {
    if (file == null) {
      return "it is no file";
    }
    TransitionRecord last = FileTransitions.of(file).orElse(null);
    if (!record.follows(last)) {
      return "the step cannot follow: last=" + last + ", step=" + record;
    }
    boolean goesOn = last == null || record.step() != last.step();
    return goesOn && record.step() != Step.ABORTED
        ? TransitionCheck.refusal(namesystem.getBlockManager(), file, record)
        : TransitionCheck.refusalOfPolicies(file, record);
  }

  private static IOException corrupt(INodesInPath path, String wrong) {
    return new IOException("Corrupt edit of a transition: path=" + path.getPath() + ": " + wrong);
  }

  /**
   * Makes the second list of groups of an inode that was loaded from an image.
   *
   * @param inode may be null
   * @throws IllegalStateException where its step cannot be one of that file, as upstream's loader
   *     does
   */
  public static void load(FSNamesystem namesystem, INodeFile inode) {
    if (inode == null) {
      return;
    }
    Optional<TransitionRecord> loaded = stepOf(inode);
    if (loaded.isEmpty()) {
      return;
    }
    TransitionRecord record = loaded.get();
    String wrong =
        switch (record.step()) {
          case QUEUED -> TransitionCheck.refusalOfPolicies(inode, record);
          case STARTED -> TransitionCheck.refusal(null, inode, record);
          default -> "the step is never kept: " + record;
        };
    if (wrong != null) {
      throw corrupt(inode, wrong);
    }
    if (record.step() == Step.STARTED && record.couples()) {
      ParityGroupsFeature.setComing(inode, FileCoupling.groups(inode, record));
    } else if (record.step() == Step.STARTED) {
      ParityGroupsFeature.setNext(
          inode, FileTransitions.groups(DecoupledFile.changeable(inode), record));
    }
    TransitionService.of(namesystem).remember(inode, record);
  }

  private static Optional<TransitionRecord> stepOf(INodeFile inode) {
    try {
      return FileTransitions.of(inode);
    } catch (IllegalArgumentException e) {
      throw corrupt(inode, e.getMessage());
    }
  }

  private static IllegalStateException corrupt(INodeFile inode, String wrong) {
    return new IllegalStateException(
        "Corrupt transition of a file in image: inode=" + inode.getId() + ", name="
            + inode.getLocalName() + ": " + wrong);
  }
}
