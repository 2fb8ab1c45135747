package io.okapifs.bench.paper;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.apache.commons.math3.util.ArithmeticUtils;

/**
 * What a read fetches that meets one lost block, by stripe width and group width (Okapi, OSDI'25,
 * section 6.4). Counted in cells, so that stripes may be wider than our files can have; where they
 * are not, a test compares with the client's planner. A value.
 *
 * @param width blocks of a stripe
 * @param k data blocks of a group
 * @param rows cells of a block
 */
record DegradedSpread(int width, int k, int rows) {

  /**
   * Means over all places and losses.
   *
   * @param cells that are fetched, each once
   * @param disks that they are fetched from, each block from another one
   */
  record Fetched(double cells, double disks) {}

  /** Of reads of some cells that begin at any cell, each of whose blocks is lost in turn. */
  Fetched of(int cells) {
    long fetched = 0;
    long disks = 0;
    long reads = 0;
    int period = ArithmeticUtils.lcm(width, k) * rows;
    for (int from = 0; from < period; from++) {
      int[] blocks = IntStream.range(from, from + cells).map(this::block).distinct().toArray();
      for (int lost : blocks) {
        BitSet plan = plan(from, cells, lost);
        fetched += plan.cardinality();
        disks += plan.stream().map(cell -> cell / rows).distinct().count();
        reads++;
      }
    }
    return new Fetched((double) fetched / reads, (double) disks / reads);
  }

  /** Cells that one read fetches. */
  int fetched(int from, int cells, int lost) {
    return plan(from, cells, lost).cardinality();
  }

  /** Cells are numbered block by block; a parity of the lost block's group stands in its place. */
  private BitSet plan(int from, int cells, int lost) {
    BitSet plan = new BitSet();
    int group = lost / k * k;
    for (int cell = from; cell < from + cells; cell++) {
      int block = block(cell);
      int row = row(cell);
      if (block != lost) {
        plan.set(block * rows + row);
      } else {
        IntStream.range(group, group + k).forEach(member -> plan.set(member * rows + row));
      }
    }
    return plan;
  }

  private int block(int cell) {
    return cell / (width * rows) * width + cell % width;
  }

  private int row(int cell) {
    return cell % (width * rows) / width;
  }
}
