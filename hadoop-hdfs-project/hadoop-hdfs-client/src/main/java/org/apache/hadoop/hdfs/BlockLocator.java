package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.read.FileView;
import io.okapifs.hdfs.read.GroupParity;
import io.okapifs.hdfs.read.Source;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;

/** Turns members of groups into located blocks, for one stream. Thread-safe. */
final class BlockLocator {

  /** Parity groups are striped groups with one data block, as long as every parity block. */
  private static final int PARITY_GROUP_WIDTH = 1;

  private final DecoupledInputStream stream;
  private final ParityLocations parities;

  /** The stripe view of the last policy seen: a stream asks for it at every call. */
  private volatile Parsed parsed = new Parsed(null, null);

  private record Parsed(ErasureCodingPolicy policy, StripeView view) {}

  BlockLocator(DecoupledInputStream stream, ParityLocations parities) {
    this.stream = stream;
    this.parities = parities;
  }

  /** What the stream knows of its file now. The file must not be empty. */
  FileView view() throws IOException {
    LocatedStripedBlock first = stripeAt(0);
    synchronized (stream.infoLock) {
      LocatedBlocks located = stream.locatedBlocks;
      StripeView view = stripeView(located.getErasureCodingPolicy());
      long length = stream.getFileLength();
      long blockSize = blockSize(view, first.getBlockSize(), length);
      long settledBlocks = Long.MAX_VALUE;
      if (located.isUnderConstruction()) {
        long fullStripes = located.getFileLength() / (blockSize * view.stripeWidth());
        settledBlocks = fullStripes * view.stripeWidth();
      }
      return new FileView(view.layout(blockSize), length, settledBlocks);
    }
  }

  private StripeView stripeView(ErasureCodingPolicy policy) {
    Parsed last = parsed;
    if (last.policy() != policy) {
      last = new Parsed(policy, StripeView.of(policy));
      parsed = last;
    }
    return last.view();
  }

  /** Clients are not told the block size: the first stripe shows it, or it does not matter. */
  private long blockSize(StripeView view, long firstStripe, long length) throws IOException {
    int width = view.stripeWidth();
    int cell = view.group().cellSize();
    if (length <= firstStripe) {
      long row = (long) width * cell;
      return Math.max(1, (firstStripe + row - 1) / row) * cell;
    }
    if (firstStripe <= 0 || firstStripe % ((long) width * cell) != 0) {
      throw new IOException(
          "the first stripe is not full: path=" + stream.getSrc() + ", stripeBytes=" + firstStripe
              + ", fileBytes=" + length + ", stripeWidth=" + width + ", cellSize=" + cell);
    }
    return firstStripe / width;
  }

  GroupParity parityOf(long group) throws IOException {
    ParityLocations.Group found = parities.get(group);
    LocatedStripedBlock blocks = found.blocks();
    return blocks == null
        ? new GroupParity(found.policy(), 0, 0)
        : new GroupParity(
            found.policy(), blocks.getBlock().getBlockId(), blocks.getBlockSize(), found.ranks());
  }

  /**
   * A block with its location and token.
   *
   * @throws BlockLostException where no node is known to have it
   */
  LocatedBlock locate(FileView view, Source source) throws IOException {
    return source.isParity() ? locateParity(view, source) : locateData(view, source.number());
  }

  /** Asks the NameNode again where a block is. */
  void relocate(FileView view, Source source) throws IOException {
    if (source.isParity()) {
      parities.forget(source.number());
    } else {
      stream.fetchBlockAt(stripeOffset(view, source.number()));
    }
  }

  /** Asks the NameNode again where all members of a group are, and trusts their nodes again. */
  void relocateGroup(FileView view, long group) throws IOException {
    parities.forget(group);
    long previous = -1;
    for (int member = 0; member < view.layout().policy().k(); member++) {
      Source source = view.member(group, member);
      if (!view.extent(source).isEmpty()) {
        long offset = stripeOffset(view, source.number());
        if (offset != previous) {
          stream.fetchBlockAt(offset);
          trust(stripeAt(offset));
        }
        previous = offset;
      }
    }
    LocatedStripedBlock parityBlocks = parities.get(group).blocks();
    if (parityBlocks != null) {
      trust(parityBlocks);
    }
  }

  private void trust(LocatedStripedBlock blocks) {
    for (DatanodeInfo node : blocks.getLocations()) {
      stream.removeFromLocalDeadNodes(node);
    }
  }

  private LocatedBlock locateData(FileView view, long block) throws IOException {
    LocatedStripedBlock stripe = stripeAt(stripeOffset(view, block));
    int width = view.layout().stripeWidth();
    return internalBlock(stripe, view, width, view.layout().indexInStripe(block));
  }

  private LocatedBlock locateParity(FileView view, Source source) throws IOException {
    ParityLocations.Group group = parities.get(source.number());
    if (group.blocks() == null) {
      throw new BlockLostException("the group has no parity blocks");
    }
    if (group.blocks().getBlock().getBlockId() != source.parityGroup()) {
      throw new BlockLostException(
          "the group has other parity now: policy=" + group.policy().name() + ", blockGroup="
              + group.blocks().getBlock());
    }
    long expected = view.extent(source).length();
    if (group.blocks().getBlockSize() != expected) {
      throw new BlockLostException(
          "unexpected length: parityBytes=" + group.blocks().getBlockSize() + ", expected="
              + expected);
    }
    return internalBlock(group.blocks(), view, PARITY_GROUP_WIDTH, source.parity());
  }

  private static LocatedBlock internalBlock(
      LocatedStripedBlock blocks, FileView view, int width, int index) throws BlockLostException {
    byte[] indices = blocks.getBlockIndices();
    int cell = view.layout().policy().cellSize();
    for (int i = 0; i < indices.length && i < blocks.getLocations().length; i++) {
      if (indices[i] == index) {
        return StripedBlockUtil.constructInternalBlock(blocks, i, cell, width, index);
      }
    }
    throw new BlockLostException("no node is known to have it: blockGroup=" + blocks.getBlock());
  }

  private static long stripeOffset(FileView view, long block) {
    return view.layout().stripeOf(block) * view.layout().stripeSize();
  }

  private LocatedStripedBlock stripeAt(long offset) throws IOException {
    LocatedBlock block = stream.getBlockAt(offset);
    if (block instanceof LocatedStripedBlock stripe) {
      return stripe;
    }
    throw new IOException(
        "not a data stripe: path=" + stream.getSrc() + ", offset=" + offset + ", block=" + block);
  }
}
