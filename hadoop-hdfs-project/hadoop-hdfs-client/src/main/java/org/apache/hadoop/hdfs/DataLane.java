package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.write.GroupBudget;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one data stripe after another with the same s streams. A data block whose stream is lost
 * lives on in the parities of its group. Used under the lock of the output stream.
 */
final class DataLane {

  private static final Logger LOG = LoggerFactory.getLogger(DataLane.class);

  private final FileLayout layout;
  private final GroupBudget budget;
  private final BlockGroupAllocator allocator;
  private final String src;
  private final Lane lane;
  private long stripe;
  private boolean open;

  DataLane(
      DecoupledOutputStream out, StreamerFactory factory, String[] favoredNodes,
      FileLayout layout, GroupBudget budget, BlockGroupAllocator allocator) {
    this.layout = layout;
    this.budget = budget;
    this.allocator = allocator;
    this.src = factory.src();
    LaneShape shape = LaneShape.ofDataStripe(layout);
    this.lane =
        new Lane(out, factory, favoredNodes, shape, this::lost, this::acknowledgedRowBytes);
  }

  void start() {
    lane.start();
  }

  LaneStream firstStream() {
    return lane.stream(0);
  }

  /** The last data stripe that was allocated, with its length so far; null before the first. */
  ExtendedBlock stripeBlock() {
    return lane.group();
  }

  /** Begins a data stripe. */
  void open(long stripe) throws IOException {
    this.stripe = stripe;
    lane.open(allocator.dataStripe(stripe, lane.group()));
    open = true;
  }

  /** Writes a checksum chunk to the block at an index of the stripe. */
  void write(
      int index, byte[] bytes, int offset, int length, byte[] sums, int sumsOffset,
      int sumsLength) {
    lane.group().setNumBytes(lane.group().getNumBytes() + length);
    lane.write(index, bytes, offset, length, sums, sumsOffset, sumsLength);
  }

  void settle() throws IOException {
    lane.settle();
  }

  void end() throws IOException {
    if (open) {
      lane.end();
    }
  }

  void awaitEnd() throws IOException {
    if (open) {
      lane.awaitEnd();
    }
  }

  /**
   * Leaves the stripe, behind {@link #awaitEnd} and the end of the parity groups that end in it.
   * Not before: a new generation stamp makes useless what lease recovery would find of the stripe
   * on nodes that come back.
   */
  void leave() throws IOException {
    if (open && !lane.hasReplica()) {
      LOG.warn("Data stripe has no replica, it lives in parities: path={}, stripe={}", src, stripe);
      lane.disown();
    }
    open = false;
  }

  void close(boolean force) throws IOException {
    lane.close(force);
  }

  private void lost(LaneStream stream) throws IOException {
    long block = stripe * layout.stripeWidth() + stream.index();
    LOG.warn(
        "Data block lost: path={}, block={}, group={}, node={}: {}", src, block,
        layout.groupOf(block), stream.nodeName(), stream.lossReason());
    allocator.avoid(stream.node());
    budget.loseData(block, stream.nodeName(), stream.lossReason());
  }

  /** Whole rows that every live stream has acknowledged. */
  private long acknowledgedRowBytes(Lane unfinished) {
    int cell = layout.policy().cellSize();
    long rows =
        unfinished.liveStreams().stream()
            .filter(LaneStream::hasBytes)
            .mapToLong(stream -> stream.ackedBytes() / cell)
            .min()
            .orElse(0);
    return Math.min(rows * cell * layout.stripeWidth(), unfinished.group().getNumBytes());
  }
}
