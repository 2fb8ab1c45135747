package io.okapifs.hdfs.namenode.journal;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.CompactBlockListProto;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.INodeFileWindow;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;

/**
 * The list of blocks of a closed file in an image, as one entry. A narrow file has many block
 * groups. Their ids and stamps mostly follow each other, and lengths of data stripes follow from
 * that of the file. So the image has the first data stripe with the length of the file, and beside
 * it small differences ({@link CompactBlockListProto}).
 *
 * <p>A file of one data stripe, and what would not come back the same, keeps an entry for each
 * block group. A version that does not know the short form refuses the file by its length, so that
 * it is not written before an upgrade is finalized.
 */
public final class CompactBlockList {

  /** Of the entry: HDFS does not know it, and keeps it. */
  static final int FIELD = 1000;

  /** Stock ids of block groups are that far apart. */
  private static final long STEP = HdfsServerConstants.MAX_BLOCKS_IN_GROUP;

  private final long stripeSize;
  private final long blockSize;

  private CompactBlockList(long rawBlockSize) {
    this.blockSize = INodeFileWindow.withoutWidth(rawBlockSize);
    this.stripeSize = INodeFileWindow.persistedWidth(rawBlockSize) * blockSize;
  }

  private static boolean isDecoupled(INodeSection.INodeFileOrBuilder file) {
    return file.hasErasureCodingPolicyID()
        && DecoupledHeader.isGuarded((byte) file.getErasureCodingPolicyID())
        && INodeFileWindow.persistedWidth(file.getPreferredBlockSize()) > 0;
  }

  /**
   * Gives a file that is about to be saved its parity groups, and the short form where it may have
   * it.
   *
   * @param file as it is saved, with its data stripes
   */
  @Woven
  public static void save(
      FSNamesystem namesystem, long inodeId, INodeSection.INodeFile.Builder file) {
    if (!isDecoupled(file)) {
      return;
    }
    boolean mayBeShort =
        !file.hasFileUC() && namesystem.isUpgradeFinalized() && !namesystem.isRollingUpgrade();
    List<BlockProto> merged =
        MergedBlocks.saved(NamespaceWindow.file(namesystem, inodeId), file.getBlocksList());
    file.clearBlocks()
        .addAllBlocks(mayBeShort ? shorten(merged, file.getPreferredBlockSize()) : merged);
  }

  /**
   * The list of a file of an image with an entry for each block group.
   *
   * @param saved as the image has it; returned where it is no short form, also a broken one, which
   *     {@link BlockListCheck} refuses
   */
  @Woven
  public static List<BlockProto> expand(INodeSection.INodeFile file, List<BlockProto> saved) {
    boolean mayBeShort =
        saved.size() == 1
            && saved.get(0).getUnknownFields().hasField(FIELD)
            && !file.hasFileUC()
            && isDecoupled(file);
    return mayBeShort ? expand(saved, file.getPreferredBlockSize()) : saved;
  }

  /** The short form of a list that has parity groups before data stripes, or that list. */
  static List<BlockProto> shorten(List<BlockProto> merged, long rawBlockSize) {
    int groups = 0;
    while (groups < merged.size() && GroupIds.isParityGroup(merged.get(groups).getBlockId())) {
      groups++;
    }
    if (merged.size() - groups < 2) {
      return merged;
    }
    CompactBlockList form = new CompactBlockList(rawBlockSize);
    List<BlockProto> saved =
        List.of(
            form.entry(merged.subList(groups, merged.size()), merged.subList(0, groups)));
    return expand(saved, rawBlockSize).equals(merged) ? saved : merged;
  }

  private BlockProto entry(List<BlockProto> stripes, List<BlockProto> groups) {
    BlockProto first = stripes.get(0);
    CompactBlockListProto.Builder list = CompactBlockListProto.newBuilder();
    BlockProto before = first;
    for (BlockProto stripe : stripes.subList(1, stripes.size())) {
      list.addStripeStep(steps(before, stripe));
      list.addStripeStampStep(stripe.getGenStamp() - before.getGenStamp());
      before = stripe;
    }
    before = first;
    for (BlockProto parity : groups) {
      list.setParityWidth(GroupIds.width(parity.getBlockId()));
      list.addParityStep(steps(before, parity));
      list.addParityStampStep(parity.getGenStamp() - before.getGenStamp());
      list.addParityShort(blockSize - parity.getNumBytes());
      before = parity;
    }
    long length =
        (stripes.size() - 1) * stripeSize + stripes.get(stripes.size() - 1).getNumBytes();
    return first.toBuilder()
        .setNumBytes(length)
        .setUnknownFields(
            UnknownFieldSet.newBuilder()
                .addField(
                    FIELD,
                    UnknownFieldSet.Field.newBuilder()
                        .addLengthDelimited(list.build().toByteString())
                        .build())
                .build())
        .build();
  }

  private static long steps(BlockProto before, BlockProto behind) {
    return (GroupIds.base(behind.getBlockId()) - GroupIds.base(before.getBlockId())) / STEP;
  }

  private static List<BlockProto> expand(List<BlockProto> saved, long rawBlockSize) {
    BlockProto entry = saved.get(0);
    try {
      CompactBlockListProto list =
          CompactBlockListProto.parseFrom(
              entry.getUnknownFields().getField(FIELD).getLengthDelimitedList().get(0));
      CompactBlockList form = new CompactBlockList(rawBlockSize);
      return form.isWhole(entry, list) ? form.merged(entry, list) : saved;
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      return saved;
    }
  }

  /** Whether there are as many of each as there have to be. */
  private boolean isWhole(BlockProto entry, CompactBlockListProto list) {
    int stripes = list.getStripeStepCount() + 1;
    int groups = list.getParityStepCount();
    return entry.getNumBytes() > (stripes - 1) * stripeSize
        && entry.getNumBytes() <= stripes * stripeSize
        && list.getStripeStampStepCount() == stripes - 1
        && list.getParityStampStepCount() == groups
        && list.getParityShortCount() == groups;
  }

  private List<BlockProto> merged(BlockProto entry, CompactBlockListProto list) {
    long firstBase = GroupIds.base(entry.getBlockId());
    List<BlockProto> merged = new ArrayList<>();
    long base = firstBase;
    long stamp = entry.getGenStamp();
    for (int g = 0; g < list.getParityStepCount(); g++) {
      base += list.getParityStep(g) * STEP;
      stamp += list.getParityStampStep(g);
      merged.add(
          block(
              GroupIds.parityGroup(base, list.getParityWidth()), stamp,
              blockSize - list.getParityShort(g)));
    }
    boolean adopted = GroupIds.isStockGroup(entry.getBlockId());
    int width = GroupIds.width(entry.getBlockId());
    base = firstBase;
    stamp = entry.getGenStamp();
    long left = entry.getNumBytes();
    for (int j = 0; j <= list.getStripeStepCount(); j++) {
      base += j == 0 ? 0 : list.getStripeStep(j - 1) * STEP;
      stamp += j == 0 ? 0 : list.getStripeStampStep(j - 1);
      merged.add(
          block(
              adopted ? base : GroupIds.dataStripe(base, width), stamp,
              Math.min(left, stripeSize)));
      left -= stripeSize;
    }
    return merged;
  }

  private static BlockProto block(long id, long stamp, long bytes) {
    return BlockProto.newBuilder().setBlockId(id).setGenStamp(stamp).setNumBytes(bytes).build();
  }
}
