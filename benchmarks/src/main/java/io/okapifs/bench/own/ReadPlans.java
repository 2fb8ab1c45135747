package io.okapifs.bench.own;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.read.ByteRange;
import io.okapifs.hdfs.read.Fetch;
import io.okapifs.hdfs.read.FileView;
import io.okapifs.hdfs.read.LostBlocks;
import io.okapifs.hdfs.read.Piece;
import io.okapifs.hdfs.read.ReadPlanner;
import io.okapifs.hdfs.read.Source;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    Map<Source, List<ByteRange>> ranges = new LinkedHashMap<>();
    ReadPlanner planner = new ReadPlanner(view, code, lost, source -> List.of());
    List<Piece> pieces =
        view.pieces(new ByteRange(offset, offset + bytes), ByteBuffer.allocate((int) bytes));
    for (Fetch fetch : planner.plan(pieces).fetches()) {
      ranges.computeIfAbsent(fetch.source(), source -> new ArrayList<>()).add(fetch.range());
    }
    long runs = 0;
    long sum = 0;
    for (List<ByteRange> ofSource : ranges.values()) {
      for (ByteRange run : ByteRange.union(ofSource)) {
        runs++;
        sum += run.length();
      }
    }
    return new Planned(runs, sum);
  }
}
