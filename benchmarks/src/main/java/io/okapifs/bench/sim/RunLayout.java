package io.okapifs.bench.sim;

import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import io.okapifs.hdfs.read.ByteRange;
import java.util.ArrayList;
import java.util.List;

/** How the sub-blocks that a repair reads lie in a block. */
public enum RunLayout {

  /** A block is cut into sub-blocks once: runs are as long as the plan says. This product's. */
  PER_BLOCK {
    @Override
    List<List<ByteRange>> portions(RepairPlan plan, int helper, long block, int packet) {
      List<List<ByteRange>> portions = new ArrayList<>();
      for (SubBlockRun run : plan.runsOf(helper)) {
        ByteRange whole = rangeIn(new ByteRange(0, block), run, plan.alpha());
        for (long at = whole.from(); at < whole.to(); at += packet) {
          portions.add(List.of(new ByteRange(at, Math.min(at + packet, whole.to()))));
        }
      }
      return portions;
    }
  },

  /** Every packet is cut into sub-packets: the runs of the plan are there in each packet. */
  PER_PACKET {
    @Override
    List<List<ByteRange>> portions(RepairPlan plan, int helper, long block, int packet) {
      List<SubBlockRun> runs = plan.runsOf(helper);
      List<List<ByteRange>> portions = new ArrayList<>();
      for (long at = 0; at < block && !runs.isEmpty(); at += packet) {
        ByteRange whole = new ByteRange(at, Math.min(at + packet, block));
        portions.add(runs.stream().map(run -> rangeIn(whole, run, plan.alpha())).toList());
      }
      return portions;
    }
  };

  /**
   * What a helper reads, in the order in which it does; each portion is sent once it is read.
   *
   * @param block bytes of a block
   * @param packet bytes of a packet
   */
  abstract List<List<ByteRange>> portions(RepairPlan plan, int helper, long block, int packet);

  private static ByteRange rangeIn(ByteRange whole, SubBlockRun run, int alpha) {
    long length = whole.to() - whole.from();
    return new ByteRange(
        whole.from() + run.firstSubBlock() * length / alpha,
        whole.from() + run.endSubBlock() * length / alpha);
  }
}
