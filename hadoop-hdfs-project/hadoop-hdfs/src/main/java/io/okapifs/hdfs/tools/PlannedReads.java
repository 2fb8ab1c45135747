package io.okapifs.hdfs.tools;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.read.ByteRange;
import io.okapifs.hdfs.read.FileView;
import io.okapifs.hdfs.read.LostBlocks;
import io.okapifs.hdfs.read.ReadCost;
import io.okapifs.hdfs.read.Source;
import io.okapifs.hdfs.read.UnrecoverableGroupException;
import io.okapifs.hdfs.trace.TracedRead;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** What reads cost in files of one layout. No I/O. */
final class PlannedReads {

  /** Reads that meet a loss: each needs a repair plan of its own, which takes long. */
  static final int AFTER_LOSS = 500;

  private final FileLayout layout;
  private final ErasureCode code;

  private PlannedReads(FileLayout layout, ErasureCode code) {
    this.layout = layout;
    this.code = code;
  }

  /**
   * @param code of the layout's policy, which survives the loss of a block
   * @param reads at least one
   */
  static Advice.Reads of(FileLayout layout, ErasureCode code, List<TracedRead> reads) {
    PlannedReads planned = new PlannedReads(layout, code);
    List<ReadCost> whole = new ArrayList<>();
    List<ReadCost> afterLoss = new ArrayList<>();
    try {
      for (TracedRead read : reads) {
        whole.add(planned.cost(read, new LostBlocks()));
      }
      for (TracedRead read : evenly(reads, AFTER_LOSS)) {
        afterLoss.add(planned.costAfterLoss(read));
      }
    } catch (UnrecoverableGroupException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    return sum(whole, afterLoss);
  }

  /** So many, or all where they are fewer, at even distances. */
  static List<TracedRead> evenly(List<TracedRead> reads, int most) {
    int count = Math.min(reads.size(), most);
    return IntStream.range(0, count)
        .mapToObj(i -> reads.get((int) ((long) i * reads.size() / count)))
        .toList();
  }

  private ReadCost cost(TracedRead read, LostBlocks lost) throws UnrecoverableGroupException {
    FileView view = FileView.closed(layout, read.fileLength());
    ByteRange range = new ByteRange(read.offset(), read.offset() + read.length());
    return ReadCost.of(view, code, lost, range);
  }

  private ReadCost costAfterLoss(TracedRead read) throws UnrecoverableGroupException {
    LostBlocks lost = new LostBlocks();
    lost.add(Source.data(layout.blockAt(read.offset())), "as if its node were dead");
    return cost(read, lost);
  }

  private static Advice.Reads sum(List<ReadCost> whole, List<ReadCost> afterLoss) {
    return new Advice.Reads(
        mean(whole, ReadCost::positionings), p99(whole, ReadCost::positionings),
        mean(whole, ReadCost::bytes), p99(whole, ReadCost::bytes),
        mean(whole, ReadCost::fromOneBlock), mean(afterLoss, ReadCost::positionings),
        mean(afterLoss, ReadCost::bytes), p99(afterLoss, ReadCost::bytes));
  }

  private static double mean(List<ReadCost> costs, ToLongFunction<ReadCost> what) {
    return costs.stream().mapToLong(what).average().orElseThrow();
  }

  private static long p99(List<ReadCost> costs, ToLongFunction<ReadCost> what) {
    return Sizes.percentile(costs.stream().mapToLong(what).sorted().toArray(), 99);
  }
}
