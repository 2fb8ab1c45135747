package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.file.KnownWidths;
import io.okapifs.hdfs.namenode.file.Superseded;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.IdRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodeFileWindow;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;
import org.apache.hadoop.hdfs.server.namenode.XAttrFeature;
import org.apache.hadoop.hdfs.server.namenode.XAttrStorage;

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
        .setValue(record.toValue())
        .build();
  }

  public static boolean isOurs(XAttr attribute) {
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
  public static Optional<TransitionRecord> of(INodeFile file) {
    return Optional.ofNullable(file.getXAttrFeature())
        .map(feature -> feature.getXAttr(TransitionRecord.FULL_XATTR))
        .map(FileTransitions::parse);
  }

  private static TransitionRecord parse(XAttr attribute) {
    return TransitionRecord.parse(attribute.getValue());
  }

  /**
   * Makes a step true that the file's attributes already have, and has them say what is still to be
   * done.
   *
   * @return what belongs to the file no more; it must not be removed before the step is durable
   */
  static Superseded apply(
      FSNamesystem namesystem, INodeFile inode, TransitionRecord record, int snapshotId)
      throws IOException {
    Superseded superseded = Superseded.nothing();
    switch (record.step()) {
      case STARTED -> start(namesystem.getBlockManager(), inode, record);
      case COMMITTED ->
          superseded =
              record.couples()
                  ? FileCoupling.commit(namesystem.getBlockManager(), inode)
                  : commit(namesystem.getBlockManager(), inode);
      case ABORTED ->
          superseded =
              record.couples()
                  ? FileCoupling.abort(inode)
                  : Superseded.groups(takeNext(inode));
      default -> { }
    }
    if (!record.step().isKept()) {
      List<XAttr> attributes = new ArrayList<>(otherAttributes(inode));
      record.kept().map(FileTransitions::attribute).ifPresent(attributes::add);
      XAttrStorage.updateINodeXAttrs(inode, attributes, snapshotId);
    }
    if (DecoupledFile.isDecoupled(inode)) {
      KnownWidths.of(namesystem).note();
    }
    TransitionService.of(namesystem).remember(inode, record);
    return superseded;
  }

  private static Superseded commit(BlockManager blocks, INodeFile inode) {
    ParityGroupsFeature.Next next = ParityGroupsFeature.nextOf(inode).orElseThrow();
    boolean adopts = DecoupledFile.isCoupled(inode);
    Superseded superseded =
        adopts
            ? adopt(blocks, inode)
            : Superseded.groups(List.of(ParityGroupsFeature.groupsOf(inode)));
    ParityGroupsFeature.replace(inode, next.groups());
    ParityGroupsFeature.removeNext(inode);
    INodeFileWindow.setPolicyId(inode, next.policyId());
    if (adopts) {
      // Only now can it be told which groups the stripes belong to.
      StripeAdoption.countSafe(blocks, inode.getBlocks());
    }
    return superseded;
  }

  /** Makes data stripes of HDFS's own block groups, whose parity is left behind. */
  private static Superseded adopt(BlockManager blocks, INodeFile inode) {
    int stripeWidth = DecoupledFile.coupledPolicy(inode).getNumDataUnits();
    StripeAdoption adoption = StripeAdoption.adopt(blocks, inode, stripeWidth);
    INodeFileWindow.setBlocks(inode, adoption.stripes());
    INodeFileWindow.setStripeWidth(inode, stripeWidth);
    return adoption.superseded();
  }

  /** Begins, is paused or goes on. */
  private static void start(BlockManager blocks, INodeFile inode, TransitionRecord record)
      throws IOException {
    Optional<ParityGroupsFeature.Next> now = ParityGroupsFeature.nextOf(inode);
    if (record.couples()) {
      if (ParityGroupsFeature.comingOf(inode).isEmpty()) {
        FileCoupling.start(blocks, inode, record);
      }
    } else if (now.isEmpty()) {
      start(blocks, DecoupledFile.changeable(inode), record);
    } else {
      ParityGroupsFeature.setNext(
          inode,
          new ParityGroupsFeature.Next(
              now.get().policyId(), record.paused(), now.get().groups()));
    }
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
  public static long space(INodeFile inode) {
    return ParityGroupsFeature.nextOf(inode).stream()
        .flatMap(next -> Stream.of(next.groups()))
        .mapToLong(BlockInfoStripedParity::spaceConsumed)
        .sum();
  }

  private static List<BlockInfoStripedParity> takeNext(INodeFile inode) {
    Optional<ParityGroupsFeature.Next> next = ParityGroupsFeature.nextOf(inode);
    ParityGroupsFeature.removeNext(inode);
    return next.map(groups -> List.of(groups.groups())).orElse(List.of());
  }

  private static List<XAttr> otherAttributes(INodeFile inode) {
    return XAttrStorage.readINodeXAttrs(inode).stream().filter(each -> !isOurs(each)).toList();
  }

  /**
   * Ends the transition of a file that is being deleted, or that lives on in snapshots only: nobody
   * could journal its end, since it has no path.
   */
  public static void drop(INodeFile inode, INode.BlocksMapUpdateInfo collected) {
    List<BlockInfoStriped> groups = new ArrayList<>(takeNext(inode));
    groups.addAll(List.of(FileCoupling.takeComing(inode)));
    if (collected != null) {
      groups.forEach(collected::addDeleteBlock);
    }
    removeAttribute(inode);
  }

  /** Has an inode say nothing of a transition, whatever it said. */
  public static void removeAttribute(INodeFile inode) {
    if (inode.getXAttrFeature() != null) {
      List<XAttr> others = otherAttributes(inode);
      inode.removeXAttrFeature();
      if (!others.isEmpty()) {
        inode.addXAttrFeature(new XAttrFeature(others));
      }
    }
  }
}
