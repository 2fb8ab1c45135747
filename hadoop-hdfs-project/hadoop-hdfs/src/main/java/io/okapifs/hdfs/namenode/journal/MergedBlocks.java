package io.okapifs.hdfs.namenode.journal;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.file.DecoupledPolicies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedData;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodeFileWindow;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;

/**
 * The one list of blocks that images and edits keep of a decoupled file: its parity groups in
 * order, then its data stripes in order. The kind bits of the parity's ids split it again; stripes
 * of adopted files have ids without such bits. Data stripes come last because HDFS takes the last
 * entry of an open file for the block under construction.
 *
 * <pre>
 *   inode      [stripe 0] [stripe 1] [stripe 2]        its block list, with which HDFS computes
 *   feature    [parity 0] [parity 1]                   beside it ({@code ParityGroupsFeature})
 *   persisted  [parity 0] [parity 1] [stripe 0] [stripe 1] [stripe 2]
 * </pre>
 *
 * <p>Which blocks a group consists of is nowhere: it follows from position, k and the width. A list
 * that could not be one of a file with that layout is neither written nor read ({@link
 * BlockListCheck}).
 */
public final class MergedBlocks {

  private static final BlockInfoStriped[] NONE = {};

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

  /** The list of a file as an image has it, in which HDFS put the data stripes. */
  static List<BlockProto> saved(INodeFile file, List<BlockProto> stripes) {
    List<BlockProto> merged = new ArrayList<>();
    for (BlockInfo parity : ParityGroupsFeature.groupsOf(file)) {
      merged.add(PBHelperClient.convert(parity));
    }
    merged.addAll(stripes);
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
    String wrong =
        merged == null || !DecoupledFile.isDecoupled(file)
            ? null
            : BlockListCheck.ofMerged(
                DecoupledFile.of(file).layout(), file.isUnderConstruction(), merged);
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
    int stripeWidth = INodeFileWindow.persistedWidth(rawBlockSize);
    if (stripeWidth == 0) {
      return BlockListCheck.ofStock(namesystem.getBlockManager(), list);
    }
    long blockSize = INodeFileWindow.withoutWidth(rawBlockSize);
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
    INodeFileWindow.setBlocks(
        file, loadedStripes(stripes, INodeFileWindow.stripeWidth(file.getHeaderLong())));
    ParityGroupsFeature.replace(
        file, Arrays.copyOf(merged, groups, BlockInfoStripedParity[].class));
    if (file.isUnderConstruction()) {
      reopen(DecoupledFile.of(file));
    }
  }

  /**
   * The data stripes of a file that an image had, where some may have been adopted: those do not
   * tell it by their ids.
   */
  private static BlockInfo[] loadedStripes(BlockInfo[] stripes, int stripeWidth) {
    BlockInfo[] all = stripes.clone();
    for (int j = 0; j < all.length; j++) {
      BlockInfoStriped stripe = (BlockInfoStriped) all[j];
      if (!(stripe instanceof BlockInfoDecoupled)) {
        all[j] = BlockInfoStripedData.adopted(stripe, stripeWidth, stripe.getCellSize());
      }
    }
    return all;
  }

  /** An image does not say which parity groups were open; their position does. */
  private static void reopen(DecoupledFile file) {
    BlockInfoStripedParity[] groups = file.parityGroups();
    long firstOpen = BlockListCheck.firstOpenGroup(file.layout(), file.stripes().length);
    for (int g = (int) Math.min(firstOpen, groups.length); g < groups.length; g++) {
      groups[g].convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION, null);
    }
  }

  /** Enters the parity groups of a loaded inode into the blocks map. */
  @Woven
  public static void mapLoaded(INodeFile file, BlockManager blocks) {
    mapLoaded(file, ParityGroupsFeature.groupsOf(file), blocks);
    ParityGroupsFeature.nextOf(file).ifPresent(next -> mapLoaded(file, next.groups(), blocks));
    BlockInfoStriped[] coming = DecoupledFile.coming(file).orElse(NONE);
    for (int j = 0; j < coming.length; j++) {
      coming[j] = (BlockInfoStriped) blocks.addBlockCollectionWithCheck(coming[j], file);
    }
  }

  private static void mapLoaded(
      INodeFile file, BlockInfoStripedParity[] groups, BlockManager blocks) {
    for (int g = 0; g < groups.length; g++) {
      groups[g] = (BlockInfoStripedParity) blocks.addBlockCollectionWithCheck(groups[g], file);
    }
  }
}
