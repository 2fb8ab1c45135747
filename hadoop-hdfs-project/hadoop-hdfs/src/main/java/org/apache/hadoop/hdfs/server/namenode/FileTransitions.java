package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.IdRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;

/**
 * What each step of a transition makes of a file: the same on the active NameNode, in replay and in
 * image loading. The step is kept as an extended attribute of the file.
 *
 * <p>Under the write locks of namesystem and directory.
 */
public final class FileTransitions {

  private FileTransitions() {}

  static XAttr attribute(TransitionRecord record) {
    return new XAttr.Builder()
        .setNameSpace(XAttr.NameSpace.SYSTEM)
        .setName(TransitionRecord.XATTR)
        .setValue(record.toText().getBytes(StandardCharsets.UTF_8))
        .build();
  }

  static boolean isOurs(XAttr attribute) {
    return attribute.getNameSpace() == XAttr.NameSpace.SYSTEM
        && TransitionRecord.XATTR.equals(attribute.getName());
  }

  /** The step that a list of attributes has; empty where it is about none. */
  static Optional<TransitionRecord> find(List<XAttr> attributes) {
    return attributes.stream()
        .filter(FileTransitions::isOurs)
        .findFirst()
        .map(found -> TransitionRecord.parse(new String(found.getValue(), StandardCharsets.UTF_8)));
  }

  /** The step that a file is in; empty where it is in no transition. */
  static Optional<TransitionRecord> of(INodeFile file) {
    XAttrFeature feature = file.getXAttrFeature();
    return feature == null ? Optional.empty() : find(feature.getXAttrs());
  }

  /**
   * What is wrong with a step of a file, or null. Judged before anything is made of it.
   *
   * @param blocks null while an image is loaded
   */
  static String refusal(BlockManager blocks, INodeFile inode, TransitionRecord record) {
    DecoupledFile file = DecoupledFile.of(inode);
    if (file == null) {
      return "the file has no stripe width";
    }
    if (inode.isUnderConstruction()) {
      return "the file is being written";
    }
    ErasureCodingPolicy policy =
        ErasureCodingPolicyManager.getInstance().getByID(record.policyId());
    if (policy == null || policy.isReplicationPolicy()) {
      return "unknown policy: policyId=" + record.policyId();
    }
    if (policy.getCellSize() != file.layout().policy().cellSize()) {
      return "the cell size is the file's for ever: policy=" + policy.getName() + ", cellSize="
          + file.layout().policy().cellSize();
    }
    return record.step() == Step.STARTED ? refusalOfStart(blocks, file, record) : null;
  }

  private static String refusalOfStart(
      BlockManager blocks, DecoupledFile file, TransitionRecord record) {
    if (blocks != null && ParityGroupsFeature.nextOf(file.inode()) != null) {
      return "the file is in a transition already";
    }
    long groups = layout(file, record).groupCount(file.length());
    if (record.groupCount() != groups) {
      return "other parity groups than the file will have: named=" + record.groupCount()
          + ", groups=" + groups;
    }
    long last = Long.MIN_VALUE;
    for (IdRun run : record.runs()) {
      for (int i = 0; i < run.count(); i++) {
        long id = parityId(file, record, run, i);
        if (!GroupIds.isParityGroup(id) || id <= last) {
          return "not the ids of parity groups in their order: id=" + id;
        }
        if (blocks != null && blocks.getStoredBlock(new Block(id)) != null) {
          return "the id is taken: id=" + id;
        }
        last = id;
      }
    }
    return null;
  }

  private static long parityId(
      DecoupledFile file, TransitionRecord record, IdRun run, int index) {
    return GroupIds.parityGroup(
        run.firstId() + (long) index * IdRun.ID_STEP, layout(file, record).policy().r());
  }

  private static FileLayout layout(DecoupledFile file, TransitionRecord record) {
    return DecoupledPolicies.layout(
        record.policyId(), file.layout().stripeWidth(), file.layout().blockSize());
  }

  /**
   * Makes a step true that the file's attributes already have, and takes it off them again where it
   * is the last one.
   *
   * @return parity groups that belong to the file no more; their blocks must not be removed before
   *     the step is durable
   */
  static List<BlockInfoStripedParity> apply(
      FSNamesystem namesystem, INodeFile inode, TransitionRecord record, int snapshotId)
      throws IOException {
    List<BlockInfoStripedParity> dropped = new ArrayList<>();
    switch (record.step()) {
      case STARTED -> start(namesystem.getBlockManager(), DecoupledFile.of(inode), record);
      case COMMITTED -> {
        dropped.addAll(List.of(ParityGroupsFeature.groupsOf(inode)));
        ParityGroupsFeature.Next next = ParityGroupsFeature.nextOf(inode);
        ParityGroupsFeature.replace(inode, next.groups());
        ParityGroupsFeature.setNext(inode, null);
        INodeFileAccess.setPolicyId(inode, next.policyId());
      }
      case ABORTED -> dropped.addAll(takeNext(inode));
      default -> { }
    }
    if (record.step() == Step.COMMITTED || record.step() == Step.ABORTED) {
      removeAttribute(inode, snapshotId);
    }
    return dropped;
  }

  private static void start(BlockManager blocks, DecoupledFile file, TransitionRecord record)
      throws IOException {
    ParityGroupsFeature.Next next = groups(file, record);
    ParityGroupsFeature.setNext(file.inode(), next);
    for (BlockInfoStripedParity parity : next.groups()) {
      parity.convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION, null);
      blocks.addBlockCollectionWithCheck(parity, file.inode());
      blocks.forceCompleteBlock(parity);
      blocks.processQueuedMessagesForBlock(parity);
    }
  }

  private static ParityGroupsFeature.Next groups(DecoupledFile file, TransitionRecord record) {
    FileLayout layout = layout(file, record);
    List<BlockInfoStripedParity> groups = new ArrayList<>();
    for (IdRun run : record.runs()) {
      for (int i = 0; i < run.count(); i++) {
        Block block =
            new Block(
                parityId(file, record, run, i),
                layout.parityLength(groups.size(), file.length()), run.firstStamp() + i);
        groups.add(
            (BlockInfoStripedParity)
                BlockInfoDecoupled.create(block, layout.policy().cellSize()));
      }
    }
    return new ParityGroupsFeature.Next(
        record.policyId(), groups.toArray(BlockInfoStripedParity[]::new));
  }

  /** Bytes that the groups take that a file will have. */
  static long space(INodeFile inode) {
    ParityGroupsFeature.Next next = ParityGroupsFeature.nextOf(inode);
    return next == null
        ? 0
        : Stream.of(next.groups()).mapToLong(BlockInfoStripedParity::spaceConsumed).sum();
  }

  private static List<BlockInfoStripedParity> takeNext(INodeFile inode) {
    ParityGroupsFeature.Next next = ParityGroupsFeature.nextOf(inode);
    ParityGroupsFeature.setNext(inode, null);
    return next == null ? List.of() : List.of(next.groups());
  }

  private static void removeAttribute(INodeFile inode, int snapshotId)
      throws QuotaExceededException {
    List<XAttr> others = new ArrayList<>(XAttrStorage.readINodeXAttrs(inode));
    others.removeIf(FileTransitions::isOurs);
    XAttrStorage.updateINodeXAttrs(inode, others, snapshotId);
  }

  /**
   * Makes the second list of groups of an inode that was loaded from an image.
   *
   * @throws IllegalStateException where its step cannot be one of that file, as upstream's loader
   *     does
   */
  public static void load(FSNamesystem namesystem, INodeFile inode) {
    Optional<TransitionRecord> loaded = inode == null ? Optional.empty() : of(inode);
    if (loaded.isEmpty()) {
      return;
    }
    TransitionRecord record = loaded.get();
    String wrong =
        record.step() == Step.COMMITTED || record.step() == Step.ABORTED
            ? "the step is never kept: " + record
            : refusal(null, inode, record);
    if (wrong != null) {
      throw new IllegalStateException(
          "Corrupt transition of a file in image: inode=" + inode.getId() + ": " + wrong);
    }
    if (record.step() == Step.STARTED) {
      ParityGroupsFeature.setNext(inode, groups(DecoupledFile.of(inode), record));
    }
    DecoupledState.of(namesystem).transitions().remember(inode.getId(), record);
  }

  /** Enters the second list of a loaded inode into the blocks map. */
  static void mapLoaded(INodeFile inode, BlockManager blocks) {
    ParityGroupsFeature.Next next = ParityGroupsFeature.nextOf(inode);
    for (int g = 0; next != null && g < next.groups().length; g++) {
      next.groups()[g] =
          (BlockInfoStripedParity) blocks.addBlockCollectionWithCheck(next.groups()[g], inode);
    }
  }

  /**
   * Replays the attributes of an inode, which upstream's replay sets; those of a step are judged
   * first and made true afterwards.
   *
   * @param upstream sets the attributes
   */
  public static INode replay(
      FSDirectory directory, INodesInPath path, List<XAttr> attributes, Replay upstream)
      throws IOException {
    INode inode = path.getLastINode();
    Optional<TransitionRecord> step =
        inode == null || !inode.isFile() ? Optional.empty() : parse(path, attributes);
    if (step.isEmpty()) {
      return upstream.run();
    }
    FSNamesystem namesystem = directory.getFSNamesystem();
    String wrong = refusal(namesystem.getBlockManager(), inode.asFile(), step.get());
    if (wrong == null
        && step.get().step() == Step.COMMITTED
        && ParityGroupsFeature.nextOf(inode.asFile()) == null) {
      wrong = "the file is in no transition";
    }
    if (wrong != null) {
      throw new IOException(
          "Corrupt edit of a transition: path=" + path.getPath() + ": " + wrong);
    }
    final INode changed = upstream.run();
    INode.BlocksMapUpdateInfo removed = new INode.BlocksMapUpdateInfo();
    apply(namesystem, inode.asFile(), step.get(), path.getLatestSnapshotId())
        .forEach(removed::addDeleteBlock);
    namesystem.getBlockManager().removeBlocksAndUpdateSafemodeTotal(removed);
    DecoupledState.of(namesystem).transitions().remember(inode.getId(), step.get());
    return changed;
  }

  private static Optional<TransitionRecord> parse(INodesInPath path, List<XAttr> attributes)
      throws IOException {
    try {
      return find(attributes);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "Corrupt edit of a transition: path=" + path.getPath() + ": " + e.getMessage(), e);
    }
  }

  /** Upstream's replay. */
  @FunctionalInterface
  public interface Replay {
    INode run() throws IOException;
  }

  /**
   * Ends the transition of a file that is being deleted, or that lives on in snapshots only: nobody
   * could journal its end, since it has no path.
   */
  static void drop(INodeFile inode, INode.BlocksMapUpdateInfo collected) {
    for (BlockInfoStripedParity parity : takeNext(inode)) {
      if (collected != null) {
        collected.addDeleteBlock(parity);
      }
    }
    if (of(inode).isPresent()) {
      List<XAttr> others = new ArrayList<>(inode.getXAttrFeature().getXAttrs());
      others.removeIf(FileTransitions::isOurs);
      inode.removeXAttrFeature();
      if (!others.isEmpty()) {
        inode.addXAttrFeature(new XAttrFeature(others));
      }
    }
  }
}
