package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.IdRun;
import io.okapifs.hdfs.transition.TransitionRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.protocol.Block;
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
final class FileTransitions {

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

  /**
   * The step that a list of attributes has; empty where it is about none.
   *
   * @throws IllegalArgumentException where the attribute is no record of a step
   */
  static Optional<TransitionRecord> find(List<XAttr> attributes) {
    return attributes.stream()
        .filter(FileTransitions::isOurs)
        .findFirst()
        .map(FileTransitions::parse);
  }

  /** The step that a file is in; empty where it is in no transition. */
  static Optional<TransitionRecord> of(INodeFile file) {
    return Optional.ofNullable(file.getXAttrFeature())
        .map(feature -> feature.getXAttr(TransitionRequest.XATTR))
        .map(FileTransitions::parse);
  }

  private static TransitionRecord parse(XAttr attribute) {
    byte[] value = attribute.getValue();
    return TransitionRecord.parse(
        value == null ? "" : new String(value, StandardCharsets.UTF_8));
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
      case STARTED -> {
        ParityGroupsFeature.Next now = ParityGroupsFeature.nextOf(inode);
        if (now == null) {
          start(namesystem.getBlockManager(), DecoupledFile.of(inode), record);
        } else {
          ParityGroupsFeature.setNext(
              inode,
              new ParityGroupsFeature.Next(now.policyId(), record.paused(), now.groups()));
        }
      }
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
    if (!record.step().isKept()) {
      XAttrStorage.updateINodeXAttrs(inode, otherAttributes(inode), snapshotId);
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

  /** The groups that a start gives to a file. */
  static ParityGroupsFeature.Next groups(DecoupledFile file, TransitionRecord record) {
    FileLayout layout = file.layoutUnder(record.policyId());
    List<BlockInfoStripedParity> groups = new ArrayList<>();
    for (IdRun run : record.runs()) {
      for (int i = 0; i < run.count(); i++) {
        Block block =
            new Block(
                GroupIds.parityGroup(run.id(i), layout.policy().r()),
                layout.parityLength(groups.size(), file.length()),
                run.firstStamp() + i);
        groups.add(
            (BlockInfoStripedParity)
                BlockInfoDecoupled.create(block, layout.policy().cellSize()));
      }
    }
    return new ParityGroupsFeature.Next(
        record.policyId(), record.paused(), groups.toArray(BlockInfoStripedParity[]::new));
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

  private static List<XAttr> otherAttributes(INodeFile inode) {
    return XAttrStorage.readINodeXAttrs(inode).stream().filter(each -> !isOurs(each)).toList();
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
      List<XAttr> others = otherAttributes(inode);
      inode.removeXAttrFeature();
      if (!others.isEmpty()) {
        inode.addXAttrFeature(new XAttrFeature(others));
      }
    }
  }
}
