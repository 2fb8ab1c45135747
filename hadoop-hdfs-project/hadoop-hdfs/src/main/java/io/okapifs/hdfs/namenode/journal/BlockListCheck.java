package io.okapifs.hdfs.namenode.journal;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import java.util.Arrays;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.INodeFileWindow;

/**
 * What a persisted list of blocks cannot be. Who protects whom follows from positions, so that a
 * list with a hole, a stranger or a short stripe in its middle would decode to wrong bytes. Each
 * method returns what is wrong, naming the block, or null. Parity groups that are missing at the
 * end are let pass: that costs redundancy, a refusal would cost the namespace.
 */
public final class BlockListCheck {

  private BlockListCheck() {}

  /** Judges what is persisted of the header of a striped file. */
  static String ofHeader(byte persistedPolicyId, long rawBlockSize) {
    int stripeWidth = INodeFileWindow.persistedWidth(rawBlockSize);
    boolean guarded = DecoupledHeader.isGuarded(persistedPolicyId);
    String header = "policyId=" + persistedPolicyId + ", stripeWidth=" + stripeWidth;
    if (guarded != (stripeWidth != 0)) {
      return "a stripe width and a guarded policy id go together: " + header;
    }
    ErasureCodingPolicy base =
        ErasureCodingPolicyManager.getInstance()
            .getByID(DecoupledHeader.policyId(persistedPolicyId));
    if (guarded && (base == null || base.isReplicationPolicy())) {
      return "unknown policy of a file with a stripe width: " + header;
    }
    try {
      if (guarded) {
        FileLayout.checkStripeWidth(stripeWidth);
        FileLayout.checkBlockSize(INodeFileWindow.withoutWidth(rawBlockSize), base.getCellSize());
      }
      return null;
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  /** Judges the list of a file without a stripe width. */
  public static String ofStock(BlockManager blocks, Block[] list) {
    for (Block block : list) {
      // Ids from before HDFS numbered its blocks are random.
      if (GroupIds.isDecoupled(block.getBlockId())
          && block.getGenerationStamp()
              >= blocks.getBlockIdManager().getLegacyGenerationStampLimit()) {
        return "block group of a decoupled file in a file without a stripe width: block=" + block;
      }
    }
    return null;
  }

  /**
   * Judges the merged list of a decoupled file.
   *
   * @param open whether the file is under construction
   */
  public static String ofMerged(FileLayout layout, boolean open, Block[] merged) {
    int groups = countParity(merged);
    boolean adopted = !open && isAdopted(merged, groups);
    for (int i = 0; i < merged.length; i++) {
      boolean parity = i < groups;
      String wrong =
          adopted && !parity
              ? ofAdopted(layout, merged[i])
              : ofEntry(layout, merged[i], parity);
      if (wrong == null && i != 0 && i != groups
          && merged[i - 1].getBlockId() >= merged[i].getBlockId()) {
        wrong = "block groups are out of order";
      }
      if (wrong == null && !parity && i < merged.length - 1
          && merged[i].getNumBytes() != layout.stripeSize()) {
        wrong = "only the last data stripe may be short";
      }
      if (wrong != null) {
        return wrong + ": entry=" + i + ", entries=" + merged.length + ", block=" + merged[i]
            + ", bytes=" + merged[i].getNumBytes();
      }
    }
    return ofParity(layout, open, Arrays.copyOf(merged, groups),
        Arrays.copyOfRange(merged, groups, merged.length));
  }

  /** Whether the data stripes are block groups that HDFS made, by the first one. */
  private static boolean isAdopted(Block[] merged, int groups) {
    return groups < merged.length && GroupIds.isStockGroup(merged[groups].getBlockId());
  }

  /** Judges a data stripe that was a block group of HDFS's own layout. */
  private static String ofAdopted(FileLayout layout, Block block) {
    if (!GroupIds.isStockGroup(block.getBlockId())) {
      return "not the id of a block group of HDFS's own layout";
    }
    return block.getNumBytes() < 0 || block.getNumBytes() > layout.stripeSize()
        ? "length out of range: most=" + layout.stripeSize()
        : null;
  }

  /** Judges one block group by itself. */
  public static String ofEntry(FileLayout layout, Block block, boolean parity) {
    long id = block.getBlockId();
    if (parity ? !GroupIds.isParityGroup(id) : !GroupIds.isDataStripe(id)) {
      return "not the id of a " + (parity ? "parity group" : "data stripe");
    }
    int width = parity ? layout.policy().r() : layout.stripeWidth();
    if (GroupIds.width(id) != width) {
      return "block group has another width than its file: width=" + GroupIds.width(id)
          + ", expected=" + width;
    }
    long most =
        parity ? layout.policy().fullParityLength(layout.blockSize()) : layout.stripeSize();
    if (block.getNumBytes() < (parity ? 1 : 0) || block.getNumBytes() > most) {
      return "length out of range: most=" + most;
    }
    return parity && !layout.policy().isSubBlocked(block.getNumBytes())
        ? "parity is not whole sub-blocks: alpha=" + layout.policy().alpha()
        : null;
  }

  private static String ofParity(
      FileLayout layout, boolean open, Block[] groups, Block[] stripes) {
    long length =
        stripes.length == 0
            ? 0
            : (stripes.length - 1) * layout.stripeSize()
                + stripes[stripes.length - 1].getNumBytes();
    long most = open ? groupsBegun(layout, stripes.length) : layout.groupCount(length);
    if (groups.length > most) {
      return "more parity groups than data stripes have groups: block=" + groups[(int) most]
          + ", parityGroups=" + groups.length + ", most=" + most + ", stripes=" + stripes.length;
    }
    for (int g = 0; !open && g < groups.length; g++) {
      if (!layout.isParityLength(g, length, groups[g].getNumBytes())) {
        return "parity is not as long as its group demands: group=" + g + ", block=" + groups[g]
            + ", bytes=" + groups[g].getNumBytes() + ", longestMember="
            + layout.longestMember(g, length) + ", compact=" + layout.parityLength(g, length);
      }
    }
    return null;
  }

  /** Groups that have a data block in one of so many stripes. */
  public static long groupsBegun(FileLayout layout, long stripes) {
    return (stripes * layout.stripeWidth() + layout.policy().k() - 1) / layout.policy().k();
  }

  /** Parity groups at the begin of a merged list. */
  public static int countParity(Block[] merged) {
    int groups = 0;
    while (groups < merged.length && GroupIds.isParityGroup(merged[groups].getBlockId())) {
      groups++;
    }
    return groups;
  }

  /** Index of the first group that may be open in a file of {@code stripes} data stripes. */
  public static long firstOpenGroup(FileLayout layout, long stripes) {
    return stripes < 2 ? 0 : layout.groupsFinishedBy(stripes - 3);
  }
}
