package io.okapifs.hdfs.namenode.allocate;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.journal.BlockListCheck;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;

/**
 * Replay of the allocation and of the lists of blocks of a file: what its record would make of the
 * file is judged first. Under the namesystem's write lock.
 */
public final class ReplayedBlocks {

  private ReplayedBlocks() {}

  /**
   * Refuses the replay of an allocation, before anything is made of it.
   *
   * @throws IOException naming file and block
   */
  @Woven
  public static void checkReplayedAdd(
      FSNamesystem namesystem, INodeFile inode, String path, Block penultimate, Block block)
      throws IOException {
    boolean decoupled = DecoupledFile.isDecoupled(inode);
    String wrong =
        decoupled
            ? refusal(DecoupledFile.of(inode), penultimate, block)
            : BlockListCheck.ofStock(namesystem.getBlockManager(), new Block[] {block});
    if (wrong == null && decoupled && NamespaceWindow.stored(namesystem, block) != null) {
      wrong = "the id is taken";
    }
    if (wrong != null) {
      throw corrupt(path, wrong + ": block=" + block);
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
      FSNamesystem namesystem, INodeFile inode, Block block) throws IOException {
    if (!DecoupledFile.isDecoupled(inode) || !GroupIds.isParityGroup(block.getBlockId())) {
      return false;
    }
    addReplayed(namesystem.getBlockManager(), DecoupledFile.of(inode), block, false);
    return true;
  }

  /** Replays what follows from the allocation of a data stripe. */
  @Woven
  public static void replayedAddStripe(FSNamesystem namesystem, INodeFile inode)
      throws IOException {
    if (DecoupledFile.isDecoupled(inode)) {
      ParitySettlement.afterReplayedStripe(namesystem, DecoupledFile.of(inode));
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

  /**
   * A journaled list without its parity groups, which upstream's replay must not see.
   *
   * @param complete whether the file is closed with it
   */
  @Woven
  public static Block[] stripesOf(
      FSNamesystem namesystem, INodeFile inode, String path, Block[] merged, boolean complete)
      throws IOException {
    boolean decoupled = DecoupledFile.isDecoupled(inode);
    String wrong =
        decoupled
            ? BlockListCheck.ofMerged(DecoupledFile.of(inode).layout(), !complete, merged)
            : BlockListCheck.ofStock(namesystem.getBlockManager(), merged);
    if (wrong == null && decoupled) {
      wrong = foreigner(namesystem, inode, merged);
    }
    if (wrong != null) {
      throw corrupt(path, wrong);
    }
    return decoupled
        ? Arrays.copyOfRange(merged, BlockListCheck.countParity(merged), merged.length)
        : merged;
  }

  /** A block group that another file has, or that this file has at another place. */
  private static String foreigner(FSNamesystem namesystem, INodeFile inode, Block[] merged) {
    BlockInfoStripedParity[] known = ParityGroupsFeature.groupsOf(inode);
    int groups = BlockListCheck.countParity(merged);
    for (int i = 0; i < merged.length; i++) {
      BlockInfo stored = NamespaceWindow.stored(namesystem, merged[i]);
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

  /** Replays the parity groups of a journaled list, after its data stripes. */
  @Woven
  public static void replayParity(
      FSNamesystem namesystem, INodeFile inode, Block[] merged, boolean complete)
      throws IOException {
    if (!DecoupledFile.isDecoupled(inode)
        || merged.length == 0 && ParityGroupsFeature.groupsOf(inode).length == 0) {
      return;
    }
    DecoupledFile file = DecoupledFile.of(inode);
    Block[] journaled = Arrays.copyOf(merged, BlockListCheck.countParity(merged));
    dropOthers(namesystem.getBlockManager(), file, journaled);
    BlockManager blocks = namesystem.getBlockManager();
    for (int g = 0; g < journaled.length; g++) {
      if (g < file.parityGroups().length) {
        update(blocks, file.parityGroups()[g], journaled[g], complete);
      } else {
        addReplayed(blocks, file, journaled[g], complete);
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
