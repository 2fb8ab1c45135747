package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.layout.GroupIds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;

/**
 * The one list of blocks that images and edits keep of a decoupled file: its parity groups in
 * order, then its data stripes in order. The kind bits of the ids split it again. Data stripes come
 * last because HDFS takes the last entry of an open file for the block under construction.
 */
public final class MergedBlocks {

  private MergedBlocks() {}

  /**
   * @param stripes the inode's block list, may be null
   */
  public static BlockInfo[] merge(INodeFile file, BlockInfo[] stripes) {
    BlockInfoStripedParity[] groups = ParityGroupsFeature.groupsOf(file);
    if (groups.length == 0 || stripes == null) {
      return stripes;
    }
    BlockInfo[] merged = new BlockInfo[groups.length + stripes.length];
    System.arraycopy(groups, 0, merged, 0, groups.length);
    System.arraycopy(stripes, 0, merged, groups.length, stripes.length);
    return merged;
  }

  /**
   * Splits the list of an inode that was loaded from an image.
   *
   * @throws IllegalStateException where the list is corrupt, as upstream's own loader does
   */
  public static void splitLoaded(INodeFile file) {
    if (file == null || !DecoupledFile.isDecoupled(file) || file.getBlocks().length == 0) {
      return;
    }
    BlockInfo[] merged = file.getBlocks();
    int groups = countParity(merged);
    String corruption = corruption(file, merged, groups);
    if (corruption != null) {
      throw new IllegalStateException(corruption);
    }
    INodeFileAccess.setBlocks(file, Arrays.copyOfRange(merged, groups, merged.length));
    ParityGroupsFeature.replace(
        file, Arrays.copyOf(merged, groups, BlockInfoStripedParity[].class));
    if (file.isUnderConstruction()) {
      reopen(DecoupledFile.of(file));
    }
  }

  private static int countParity(Block[] merged) {
    int groups = 0;
    while (groups < merged.length && GroupIds.isParityGroup(merged[groups].getBlockId())) {
      groups++;
    }
    return groups;
  }

  /** What is wrong with a merged list, or null. */
  private static String corruption(INodeFile file, Block[] merged, int groups) {
    for (int i = groups; i < merged.length; i++) {
      if (!GroupIds.isDataStripe(merged[i].getBlockId())) {
        return "Corrupt block list of a file with a stripe width: inode=" + file.getId()
            + ", entry=" + i + ", entries=" + merged.length + ", block=" + merged[i];
      }
    }
    return null;
  }

  /** An image does not say which parity groups were open; their position does. */
  private static void reopen(DecoupledFile file) {
    BlockInfoStripedParity[] groups = file.parityGroups();
    long firstOpen = ParitySettlement.firstOpenGroup(file.layout(), file.stripes().length);
    for (int g = (int) Math.min(firstOpen, groups.length); g < groups.length; g++) {
      groups[g].convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION, null);
    }
  }

  /** Enters the parity groups of a loaded inode into the blocks map. */
  public static void mapLoaded(INodeFile file, BlockManager blocks) {
    BlockInfoStripedParity[] groups = ParityGroupsFeature.groupsOf(file);
    for (int g = 0; g < groups.length; g++) {
      groups[g] = (BlockInfoStripedParity) blocks.addBlockCollectionWithCheck(groups[g], file);
    }
  }

  /**
   * Replays the allocation of a parity group.
   *
   * @return false where the operation is about something else
   */
  public static boolean replayAddParity(
      FSNamesystem namesystem, FSEditLogOp.AddBlockOp op, INodeFile inode) throws IOException {
    Block block = op.getLastBlock();
    if (!GroupIds.isParityGroup(block.getBlockId())) {
      return false;
    }
    DecoupledFile file = DecoupledFile.of(inode);
    if (file == null) {
      throw new IOException(
          "Edit adds a parity group to a file without a stripe width: path=" + op.getPath()
              + ", block=" + block);
    }
    addReplayed(namesystem.getBlockManager(), file, block, false);
    return true;
  }

  /** Replays what follows from the allocation of a data stripe. */
  public static void replayedAddStripe(FSNamesystem namesystem, INodeFile inode)
      throws IOException {
    DecoupledFile file = DecoupledFile.of(inode);
    if (file != null) {
      ParitySettlement.afterReplayedStripe(namesystem, file);
    }
  }

  private static void addReplayed(
      BlockManager blocks, DecoupledFile file, Block block, boolean complete)
      throws IOException {
    BlockInfoStripedParity parity = ParitySettlement.newGroup(block, file);
    parity.convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION, null);
    blocks.addBlockCollectionWithCheck(parity, file.inode());
    file.appendParityGroup(parity);
    if (complete) {
      blocks.forceCompleteBlock(parity);
    }
    blocks.processQueuedMessagesForBlock(block);
  }

  /** A journaled list without its parity groups, which upstream's replay must not see. */
  public static FSEditLogOp.BlockListUpdatingOp stripesOf(
      INodeFile file, FSEditLogOp.BlockListUpdatingOp op) throws IOException {
    if (!DecoupledFile.isDecoupled(file) || op.getBlocks().length == 0) {
      return op;
    }
    Block[] merged = op.getBlocks();
    int groups = countParity(merged);
    String corruption = corruption(file, merged, groups);
    if (corruption != null) {
      throw new IOException(corruption + ", path=" + op.getPath());
    }
    Block[] stripes = Arrays.copyOfRange(merged, groups, merged.length);
    return new StripesOp(op.getPath(), stripes, op.shouldCompleteLastBlock());
  }

  private record StripesOp(String path, Block[] blocks, boolean complete)
      implements FSEditLogOp.BlockListUpdatingOp {

    @Override
    public Block[] getBlocks() {
      return blocks;
    }

    @Override
    public String getPath() {
      return path;
    }

    @Override
    public boolean shouldCompleteLastBlock() {
      return complete;
    }
  }

  /** Replays the parity groups of a journaled list, after its data stripes. */
  public static void replayParity(
      FSNamesystem namesystem, INodeFile inode, FSEditLogOp.BlockListUpdatingOp op)
      throws IOException {
    DecoupledFile file = DecoupledFile.of(inode);
    if (file == null || (op.getBlocks().length == 0 && file.parityGroups().length == 0)) {
      return;
    }
    Block[] journaled = Arrays.copyOf(op.getBlocks(), countParity(op.getBlocks()));
    dropOthers(namesystem.getBlockManager(), file, journaled);
    BlockManager blocks = namesystem.getBlockManager();
    for (int g = 0; g < journaled.length; g++) {
      if (g < file.parityGroups().length) {
        update(blocks, file.parityGroups()[g], journaled[g], op.shouldCompleteLastBlock());
      } else {
        addReplayed(blocks, file, journaled[g], op.shouldCompleteLastBlock());
      }
    }
  }

  private static void dropOthers(BlockManager blocks, DecoupledFile file, Block[] journaled) {
    List<BlockInfoStripedParity> kept = new ArrayList<>();
    for (BlockInfoStripedParity parity : file.parityGroups()) {
      int g = kept.size();
      if (g < journaled.length && journaled[g].getBlockId() == parity.getBlockId()) {
        kept.add(parity);
      } else {
        ParitySettlement.forget(blocks, parity);
      }
    }
    if (kept.size() < file.parityGroups().length) {
      file.replaceParityGroups(kept.toArray(BlockInfoStripedParity[]::new));
    }
  }

  private static void update(
      BlockManager blocks, BlockInfoStripedParity parity, Block journaled, boolean complete)
      throws IOException {
    boolean changed = parity.getGenerationStamp() != journaled.getGenerationStamp();
    parity.setNumBytes(journaled.getNumBytes());
    parity.setGenerationStamp(journaled.getGenerationStamp());
    blocks.getBlockIdManager().setGenerationStampIfGreater(journaled.getGenerationStamp());
    if (complete && !parity.isComplete()) {
      blocks.forceCompleteBlock(parity);
      changed = true;
    }
    if (changed) {
      blocks.processQueuedMessagesForBlock(journaled);
    }
  }
}
