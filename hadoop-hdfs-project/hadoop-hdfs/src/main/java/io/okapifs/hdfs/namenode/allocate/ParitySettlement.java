package io.okapifs.hdfs.namenode.allocate;

import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.file.ParityQuota;
import io.okapifs.hdfs.namenode.journal.BlockListCheck;
import io.okapifs.hdfs.namenode.journal.UnsyncedGroups;
import io.okapifs.hdfs.namenode.lease.ExpectedReplicas;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.namenode.EditLogWindow;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes parity groups final.
 *
 * <p>The rule, the same on the active NameNode, in replay and in image loading: while a file is
 * open, the parity groups of its last two units may be under construction; all before them are
 * complete. A group whose parity nobody wrote is recorded complete without replicas, so that the
 * list stays dense and the group shows as unprotected until it is encoded.
 *
 * <p>All methods run under the namesystem's write lock.
 */
final class ParitySettlement {

  private static final Logger LOG = LoggerFactory.getLogger(ParitySettlement.class);

  private ParitySettlement() {}

  /** On the active, before a data stripe is added to the file. */
  static void beforeNextStripe(FSNamesystem namesystem, DecoupledFile file) throws IOException {
    long settled = BlockListCheck.firstOpenGroup(file.layout(), file.stripes().length + 1L);
    appendMissing(namesystem, file, settled);
    UnsyncedGroups.of(namesystem)
        .add(complete(namesystem.getBlockManager(), file, settled));
  }

  /** In replay, after a data stripe was added: records were journaled, so completing is left. */
  static void afterReplayedStripe(FSNamesystem namesystem, DecoupledFile file)
      throws IOException {
    complete(
        namesystem.getBlockManager(), file,
        BlockListCheck.firstOpenGroup(file.layout(), file.stripes().length));
  }

  /**
   * On the active, before the file is closed. The record of that holds the whole list, and is the
   * first one to hold the stamp and length that a recovery gave the last stripe: no record of a
   * single group may go before it.
   *
   * @param byWriter whether the writer closes it, having ended every parity group; else a lease
   *     recovery does, and open groups hold unfinished rows
   */
  static void beforeClose(FSNamesystem namesystem, DecoupledFile file, boolean byWriter)
      throws IOException {
    long groups = file.layout().groupCount(file.length());
    if (!byWriter) {
      dropUnfinished(namesystem, file);
    }
    truncate(namesystem, file, Math.min(groups, wellSized(file)));
    addMissing(namesystem, file, groups);
    UnsyncedGroups.of(namesystem)
        .add(complete(namesystem.getBlockManager(), file, groups));
  }

  /**
   * Drops the open groups from the first one on that no finished replica vouches for. In a short
   * stripe even a finished one does not: it may protect more than is left.
   */
  private static void dropUnfinished(FSNamesystem namesystem, DecoupledFile file) {
    BlockInfoStripedParity[] groups = file.parityGroups();
    long fullStripes = file.length() / file.layout().stripeSize();
    long finished = file.layout().groupsFinishedBy(fullStripes - 1);
    int keep = 0;
    while (keep < groups.length
        && (groups[keep].isComplete() || (keep < finished && groups[keep].numNodes() > 0))) {
      keep++;
    }
    truncate(namesystem, file, keep);
  }

  /**
   * Groups before the first one whose writer asked for parity of another length than its data
   * demands. That one and those behind it are encoded again: ids of groups ascend.
   */
  private static long wellSized(DecoupledFile file) {
    BlockInfoStripedParity[] groups = file.parityGroups();
    long length = file.length();
    int g = 0;
    while (g < groups.length
        && (file.layout().policy().alpha() == 1 && !groups[g].isComplete()
            || file.layout().isParityLength(g, length, groups[g].getNumBytes()))) {
      g++;
    }
    return g;
  }

  private static void truncate(FSNamesystem namesystem, DecoupledFile file, long count) {
    BlockInfoStripedParity[] groups = file.parityGroups();
    if (groups.length <= count) {
      return;
    }
    for (int g = (int) count; g < groups.length; g++) {
      drop(namesystem, file, g, groups[g]);
    }
    file.replaceParityGroups(Arrays.copyOf(groups, (int) count));
  }

  private static void drop(
      FSNamesystem namesystem, DecoupledFile file, int group, BlockInfoStripedParity parity) {
    LOG.info(
        "Parity dropped: path={}, group={}, block={}",
        file.inode().getFullPathName(), group, parity);
    refund(namesystem, file, parity);
    forget(namesystem.getBlockManager(), parity);
  }

  /** Removes a parity group from the blocks map; its replicas are invalidated, finished or not. */
  static void forget(BlockManager blocks, BlockInfoStripedParity parity) {
    ExpectedReplicas.of(parity).delete(blocks, DatanodeID.EMPTY_ARRAY);
    if (parity.getUnderConstructionFeature() != null) {
      DatanodeStorageInfo.decrementBlocksScheduled(
          parity.getUnderConstructionFeature().getExpectedStorageLocations());
    }
    // The map takes out only what belongs to no file any more.
    parity.delete();
    blocks.removeBlock(parity);
  }

  private static void refund(
      FSNamesystem namesystem, DecoupledFile file, BlockInfoStripedParity parity) {
    long reserved =
        parity.isComplete() ? parity.spaceConsumed() : ParityQuota.reserved(file.layout());
    ParityQuota.charge(namesystem, file.inode(), -reserved);
  }

  /**
   * Appends a group without replicas for each one below {@code count} that there is not, to file
   * and map.
   */
  private static List<BlockInfoStripedParity> addMissing(
      FSNamesystem namesystem, DecoupledFile file, long count) throws IOException {
    List<BlockInfoStripedParity> added = new ArrayList<>();
    for (int g = file.parityGroups().length; g < count; g++) {
      long parityLength = file.layout().parityLength(g, file.length());
      LOG.warn(
          "Group is unprotected until it is encoded, no parity was written: path={}, group={}",
          file.inode().getFullPathName(), g);
      ParityQuota.charge(namesystem, file.inode(), ParityQuota.reserved(file.layout()));
      added.add(add(namesystem, file, parityLength, DatanodeStorageInfo.EMPTY_ARRAY));
    }
    return added;
  }

  /** Adds a group without replicas for each one below {@code count} that there is not. */
  static void appendMissing(FSNamesystem namesystem, DecoupledFile file, long count)
      throws IOException {
    for (BlockInfoStripedParity parity : addMissing(namesystem, file, count)) {
      journal(namesystem, file, parity);
    }
  }

  /** Adds a parity group under construction to file, map and journal. */
  static BlockInfoStripedParity append(
      FSNamesystem namesystem,
      DecoupledFile file,
      long parityLength,
      DatanodeStorageInfo[] targets)
      throws IOException {
    BlockInfoStripedParity parity = add(namesystem, file, parityLength, targets);
    journal(namesystem, file, parity);
    return parity;
  }

  private static BlockInfoStripedParity add(
      FSNamesystem namesystem,
      DecoupledFile file,
      long parityLength,
      DatanodeStorageInfo[] targets)
      throws IOException {
    Block block = NamespaceWindow.newBlockGroup(namesystem);
    block.setBlockId(GroupIds.parityGroup(block.getBlockId(), file.r()));
    block.setNumBytes(parityLength);
    BlockInfoStripedParity parity = newGroup(block, file);
    parity.convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION, targets);
    namesystem.getBlockManager().addBlockCollection(parity, file.inode());
    file.appendParityGroup(parity);
    return parity;
  }

  private static void journal(
      FSNamesystem namesystem, DecoupledFile file, BlockInfoStripedParity parity) {
    EditLogWindow.logAddBlock(namesystem, file.inode(), parity);
  }

  static BlockInfoStripedParity newGroup(Block block, DecoupledFile file) {
    return (BlockInfoStripedParity)
        BlockInfoDecoupled.create(block, file.layout().policy().cellSize());
  }

  /**
   * Completes the open groups below {@code count} with their final length.
   *
   * @return those
   */
  private static List<BlockInfoStripedParity> complete(
      BlockManager blocks, DecoupledFile file, long count) throws IOException {
    BlockInfoStripedParity[] groups = file.parityGroups();
    int end = (int) Math.min(count, groups.length);
    int begin = end;
    while (begin > 0 && !groups[begin - 1].isComplete()) {
      begin--;
    }
    if (begin == end) {
      return List.of();
    }
    long length = file.length();
    for (int g = begin; g < end; g++) {
      groups[g].setNumBytes(finalLength(file, g, length, groups[g]));
      blocks.forceCompleteBlock(groups[g]);
      blocks.processQueuedMessagesForBlock(groups[g]);
    }
    return List.of(groups).subList(begin, end);
  }

  /** With one sub-block per block parity is as long as the longest member, whatever was planned. */
  private static long finalLength(
      DecoupledFile file, int group, long length, BlockInfo parity) {
    return file.layout().policy().alpha() == 1
        ? file.layout().parityLength(group, length)
        : parity.getNumBytes();
  }
}
