package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.GroupIds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.StripeAdoption;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;

/**
 * The one list of blocks that images and edits keep of a decoupled file: its parity groups in
 * order, then its data stripes in order. The kind bits of the parity's ids split it again; stripes
 * of adopted files have ids without such bits. Data stripes come last because HDFS takes the last
 * entry of an open file for the block under construction.
 */
public final class MergedBlocks {

  private MergedBlocks() {}

  /**
   * @param stripes the inode's block list, may be null
   */
  @Woven
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
   * The list as it is about to be journaled. What replay would refuse is not written: no NameNode
   * would start from it.
   *
   * @throws IllegalStateException naming file and block
   */
  @Woven
  public static BlockInfo[] journaled(INodeFile file, BlockInfo[] stripes) {
    BlockInfo[] merged = merge(file, stripes);
    DecoupledFile decoupled = merged == null ? null : DecoupledFile.of(file);
    String wrong =
        decoupled == null
            ? null
            : BlockListCheck.ofMerged(decoupled.layout(), file.isUnderConstruction(), merged);
    if (wrong != null) {
      throw new IllegalStateException(
          "Cannot journal the blocks of a file: path=" + file.getFullPathName() + ": " + wrong);
    }
    return merged;
  }

  /**
   * Refuses an inode of an image, before anything is made of it.
   *
   * @throws IllegalStateException naming file and block, as upstream's own loader does
   */
  public static void checkLoaded(FSNamesystem namesystem, INodeSection.INode inode) {
    INodeSection.INodeFile file = inode.getFile();
    Block[] list =
        file.getBlocksList().stream().map(PBHelperClient::convert).toArray(Block[]::new);
    String wrong =
        file.hasErasureCodingPolicyID()
            ? refusal(namesystem, file, list)
            : BlockListCheck.ofStock(namesystem.getBlockManager(), list);
    if (wrong != null) {
      throw new IllegalStateException(
          "Corrupt file in image: inode=" + inode.getId() + ", name="
              + inode.getName().toStringUtf8() + ": " + wrong);
    }
  }

  private static String refusal(
      FSNamesystem namesystem, INodeSection.INodeFile file, Block[] list) {
    byte persisted = (byte) file.getErasureCodingPolicyID();
    long rawBlockSize = file.getPreferredBlockSize();
    String wrong = BlockListCheck.ofHeader(persisted, rawBlockSize);
    if (wrong != null) {
      return wrong;
    }
    int stripeWidth = INodeFileAccess.persistedWidth(rawBlockSize);
    if (stripeWidth == 0) {
      return BlockListCheck.ofStock(namesystem.getBlockManager(), list);
    }
    long blockSize = INodeFileAccess.withoutWidth(rawBlockSize);
    return BlockListCheck.ofMerged(
        DecoupledPolicies.layout(DecoupledHeader.policyId(persisted), stripeWidth, blockSize),
        file.hasFileUC(), list);
  }

  /** Splits the list of an inode that was loaded from an image and checked. */
  public static void splitLoaded(INodeFile file) {
    if (file == null || !DecoupledFile.isDecoupled(file) || file.getBlocks().length == 0) {
      return;
    }
    BlockInfo[] merged = file.getBlocks();
    int groups = BlockListCheck.countParity(merged);
    BlockInfo[] stripes = Arrays.copyOfRange(merged, groups, merged.length);
    INodeFileAccess.setBlocks(
        file, StripeAdoption.loaded(stripes, INodeFileAccess.stripeWidth(file.getHeaderLong())));
    ParityGroupsFeature.replace(
        file, Arrays.copyOf(merged, groups, BlockInfoStripedParity[].class));
    if (file.isUnderConstruction()) {
      reopen(DecoupledFile.of(file));
    }
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
  @Woven
  public static void mapLoaded(INodeFile file, BlockManager blocks) {
    mapLoaded(file, ParityGroupsFeature.groupsOf(file), blocks);
    ParityGroupsFeature.Next next = ParityGroupsFeature.nextOf(file);
    if (next != null) {
      mapLoaded(file, next.groups(), blocks);
    }
    BlockInfoStriped[] coming = DecoupledFile.coming(file);
    for (int j = 0; coming != null && j < coming.length; j++) {
      coming[j] = (BlockInfoStriped) blocks.addBlockCollectionWithCheck(coming[j], file);
    }
  }

  private static void mapLoaded(
      INodeFile file, BlockInfoStripedParity[] groups, BlockManager blocks) {
    for (int g = 0; g < groups.length; g++) {
      groups[g] = (BlockInfoStripedParity) blocks.addBlockCollectionWithCheck(groups[g], file);
    }
  }

  /**
   * Refuses the replay of an allocation, before anything is made of it.
   *
   * @throws IOException naming file and block
   */
  @Woven
  public static void checkReplayedAdd(
      FSNamesystem namesystem, FSEditLogOp.AddBlockOp op, INodeFile inode) throws IOException {
    Block block = op.getLastBlock();
    DecoupledFile file = DecoupledFile.of(inode);
    String wrong =
        file == null
            ? BlockListCheck.ofStock(namesystem.getBlockManager(), new Block[] {block})
            : refusal(file, op.getPenultimateBlock(), block);
    if (wrong == null && file != null && namesystem.getStoredBlock(block) != null) {
      wrong = "the id is taken";
    }
    if (wrong != null) {
      throw corrupt(op.getPath(), wrong + ": block=" + block);
    }
  }

  private static String refusal(DecoupledFile file, Block penultimate, Block block) {
    boolean parity = GroupIds.isParityGroup(block.getBlockId());
    String wrong = BlockListCheck.ofEntry(file.layout(), block, parity);
    if (wrong != null) {
      return wrong;
    }
    if (!file.inode().isUnderConstruction()) {
      return "the file is closed";
    }
    int stripes = file.stripes().length;
    if (!parity) {
      return penultimate != null && penultimate.getNumBytes() != file.layout().stripeSize()
          ? "only the last data stripe may be short: before=" + penultimate + ", bytes="
              + penultimate.getNumBytes()
          : null;
    }
    int groups = file.parityGroups().length;
    if (groups >= BlockListCheck.groupsBegun(file.layout(), stripes)) {
      return "parity group before its data: group=" + groups + ", stripes=" + stripes;
    }
    BlockInfo last = file.inode().getLastBlock();
    return penultimate == null
            || penultimate.getBlockId() != last.getBlockId()
            || penultimate.getGenerationStamp() != last.getGenerationStamp()
        ? "mismatched last data stripe: journaled=" + penultimate + ", known=" + last
        : null;
  }

  private static IOException corrupt(String path, String wrong) {
    return new IOException("Corrupt edit of a file: path=" + path + ": " + wrong);
  }

  /**
   * Replays the allocation of a parity group, which was checked.
   *
   * @return false where the operation is about something else
   */
  @Woven
  public static boolean replayAddParity(
      FSNamesystem namesystem, FSEditLogOp.AddBlockOp op, INodeFile inode) throws IOException {
    DecoupledFile file = DecoupledFile.of(inode);
    if (file == null || !GroupIds.isParityGroup(op.getLastBlock().getBlockId())) {
      return false;
    }
    addReplayed(namesystem.getBlockManager(), file, op.getLastBlock(), false);
    return true;
  }

  /** Replays what follows from the allocation of a data stripe. */
  @Woven
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
  @Woven
  public static FSEditLogOp.BlockListUpdatingOp stripesOf(
      FSNamesystem namesystem, INodeFile inode, FSEditLogOp.BlockListUpdatingOp op)
      throws IOException {
    Block[] merged = op.getBlocks();
    DecoupledFile file = DecoupledFile.of(inode);
    String wrong =
        file == null
            ? BlockListCheck.ofStock(namesystem.getBlockManager(), merged)
            : BlockListCheck.ofMerged(file.layout(), !op.shouldCompleteLastBlock(), merged);
    if (wrong == null && file != null) {
      wrong = foreigner(namesystem, inode, merged);
    }
    if (wrong != null) {
      throw corrupt(op.getPath(), wrong);
    }
    if (file == null || merged.length == 0) {
      return op;
    }
    Block[] stripes =
        Arrays.copyOfRange(merged, BlockListCheck.countParity(merged), merged.length);
    return new StripesOp(op.getPath(), stripes, op.shouldCompleteLastBlock());
  }

  /** A block group that another file has, or that this file has at another place. */
  private static String foreigner(FSNamesystem namesystem, INodeFile inode, Block[] merged) {
    BlockInfoStripedParity[] known = ParityGroupsFeature.groupsOf(inode);
    int groups = BlockListCheck.countParity(merged);
    for (int i = 0; i < merged.length; i++) {
      BlockInfo stored = namesystem.getStoredBlock(merged[i]);
      if (stored != null && stored.getBlockCollectionId() != inode.getId()) {
        return "the block group belongs to another file: block=" + merged[i] + ", inode="
            + stored.getBlockCollectionId();
      }
      if (stored != null && i < groups && (i >= known.length || known[i] != stored)) {
        return "the parity is that of another group: group=" + i + ", block=" + merged[i];
      }
    }
    return null;
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
  @Woven
  public static void replayParity(
      FSNamesystem namesystem, INodeFile inode, FSEditLogOp.BlockListUpdatingOp op)
      throws IOException {
    DecoupledFile file = DecoupledFile.of(inode);
    if (file == null || (op.getBlocks().length == 0 && file.parityGroups().length == 0)) {
      return;
    }
    Block[] journaled =
        Arrays.copyOf(op.getBlocks(), BlockListCheck.countParity(op.getBlocks()));
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
