package io.okapifs.hdfs.datanode.repair;

import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.hdfs.repair.GroupTask;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;

/**
 * A plan and what every way of carrying it out needs. Used by one repair.
 *
 * @param context where it runs
 * @param received what was asked for
 * @param plan what is read and computed
 * @param helpers what is read from
 * @param targets what is written to
 * @param counters where it is counted
 */
record RepairRun(
    RepairContext context,
    ReceivedTask received,
    RepairPlan plan,
    HelperReaders helpers,
    TargetWriters targets,
    RepairCounters counters) {

  /** Programs compiled by one repair serve the next. */
  static final Coder CODER = new Coder(Kernels.best());

  GroupTask task() {
    return received.task();
  }

  /** Bytes of a sub-block. */
  long subBlockBytes() {
    return task().parityLength() / plan.alpha();
  }

  /**
   * Refuses outputs that do not fit together.
   *
   * @param outputs for tests to break
   */
  void validate(ByteBuffer[] outputs, BooleanSupplier isRight) throws IOException {
    DataNodeFaultInjector.get().badDecoding(outputs);
    long start = System.nanoTime();
    boolean right = isRight.getAsBoolean();
    long nanos = System.nanoTime() - start;
    counters.add(RepairCount.COMPUTE_NANOS, nanos);
    context.datanode().getMetrics()
        .incrECReconstructionValidateTime(TimeUnit.NANOSECONDS.toMillis(nanos));
    if (!right) {
      context.datanode().getMetrics().incrECInvalidReconstructionTasks();
      throw new IOException(
          "what was computed does not belong to the group: group=" + received.group()
              + ", lostMembers=" + plan.lostMembers() + ", runs=" + plan.runs());
    }
  }

  /** Counts time of computing that began at {@code startNanos}. */
  void countComputing(long startNanos) {
    long nanos = System.nanoTime() - startNanos;
    counters.add(RepairCount.COMPUTE_NANOS, nanos);
    context.datanode().getMetrics().incrECDecodingTime(nanos);
    context.datanode().getMetrics()
        .incrECReconstructionDecodingTime(TimeUnit.NANOSECONDS.toMillis(nanos));
  }

  /** Whether a buffer holds zeros alone. */
  static boolean isZero(ByteBuffer buffer) {
    for (int i = buffer.position(); i < buffer.limit(); i++) {
      if (buffer.get(i) != 0) {
        return false;
      }
    }
    return true;
  }
}
