package io.okapifs.bench.own;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.read.ByteRange;
import io.okapifs.hdfs.read.FileView;
import io.okapifs.hdfs.read.LostBlocks;
import io.okapifs.hdfs.read.ReadCost;
import io.okapifs.hdfs.read.Source;
import java.io.IOException;

/**
 * What reads of one file must read of blocks, by the planner of our client. A file in HDFS's own
 * layout is planned as one whose stripe width is k. Any thread may call it.
 */
final class ReadPlans {

  private final FileView view;
  private final ErasureCode code;
  private final LostBlocks lost = new LostBlocks();

  /** Runs of neighbouring bytes, and bytes. */
  record Planned(long runs, long bytes) {}

  /**
   * A closed file, none of whose blocks is lost.
   *
   * @param stripeWidth blocks per stripe
   */
  ReadPlans(GroupPolicy policy, int stripeWidth, long blockBytes, long fileBytes) {
    this.view = FileView.closed(new FileLayout(policy, stripeWidth, blockBytes), fileBytes);
    this.code = CodeRegistry.create(policy.codec(), policy.k(), policy.r());
  }

  FileLayout layout() {
    return view.layout();
  }

  /** The number of a data block of the file, from 0. */
  void lose(long dataBlock) {
    lost.add(Source.data(dataBlock), "its node is dead");
  }

  boolean touchesLost(long offset, long bytes) {
    int cell = layout().policy().cellSize();
    for (long at = offset - offset % cell; at < offset + bytes; at += cell) {
      if (lost.contains(Source.data(layout().blockAt(at)))) {
        return true;
      }
    }
    return false;
  }

  Planned plan(long offset, long bytes) throws IOException {
    ReadCost cost = ReadCost.of(view, code, lost, new ByteRange(offset, offset + bytes));
    return new Planned(cost.positionings(), cost.bytes());
  }
}
