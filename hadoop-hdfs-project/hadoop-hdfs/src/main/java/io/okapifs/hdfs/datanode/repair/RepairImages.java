package io.okapifs.hdfs.datanode.repair;

import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairColumns;
import io.okapifs.ec.plan.RepairPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Images of the blocks that a repair rebuilds, into which what it reads is added, and a check
 * beside them. Row x is byte x of every sub-block. Several threads may add at a time: each locks
 * the few rows that it adds to. Rows that are complete may be checked and sent meanwhile.
 */
final class RepairImages {

  /** Rows that are locked together; whole granules. */
  static final int STRIPE = 64 << 10;

  /** Stripes share them. */
  private static final int LOCKS = 64;

  private final RepairPlan plan;
  private final int subBlockBytes;
  private final LongConsumer computedSince;
  private final RepairColumns columns;
  private final ByteBuffer[] images;
  private final ByteBuffer check;
  private final Object[] locks = new Object[LOCKS];

  /**
   * @param computedSince told behind each computation when it began, by System.nanoTime
   */
  RepairImages(
      RepairPlan plan, int subBlockBytes, RepairMemory.Grant memory, LongConsumer computedSince)
      throws IOException {
    this.plan = plan;
    this.subBlockBytes = subBlockBytes;
    this.computedSince = computedSince;
    this.columns = new RepairColumns(plan);
    this.images = new ByteBuffer[plan.lostMembers().size()];
    for (int i = 0; i < images.length; i++) {
      images[i] = memory.buffer(plan.alpha() * subBlockBytes);
    }
    this.check = memory.buffer(subBlockBytes);
    Arrays.setAll(locks, i -> new Object());
  }

  static long memoryBytes(RepairPlan plan, long subBlockBytes) {
    return (plan.lostMembers().size() * (long) plan.alpha() + 1) * subBlockBytes;
  }

  /** Adds bytes of a helper, which stand at an offset of its block, to all that depends on them. */
  void add(int member, long offset, ByteBuffer bytes) {
    for (int done = 0; done < bytes.limit(); ) {
      int subBlock = (int) ((offset + done) / subBlockBytes);
      int row = (int) ((offset + done) % subBlockBytes);
      int length = Math.min(bytes.limit() - done, subBlockBytes - row);
      CodingProgram column = columns.column(plan.inputOf(member, subBlock));
      addRows(column, row, bytes.slice(done, length));
      done += length;
    }
  }

  private void addRows(CodingProgram column, int firstRow, ByteBuffer bytes) {
    for (int done = 0; done < bytes.limit(); ) {
      int row = firstRow + done;
      int length = Math.min(bytes.limit() - done, STRIPE - row % STRIPE);
      ByteBuffer[] piece = {bytes.slice(done, length)};
      ByteBuffer[] sums = sums(column, row, length);
      synchronized (locks[row / STRIPE % LOCKS]) {
        long start = System.nanoTime();
        RepairRun.CODER.run(column, piece, sums);
        computedSince.accept(start);
      }
      done += length;
    }
  }

  /** Rows of those sub-blocks that the column adds to, the check behind them. */
  private ByteBuffer[] sums(CodingProgram column, int row, int length) {
    ByteBuffer[] sums = new ByteBuffer[column.outputCount()];
    for (int i = 0; i < sums.length - 1; i++) {
      sums[i] = column.touchesOutput(i) ? output(i, row, length) : null;
    }
    sums[sums.length - 1] = check.slice(row, length);
    return sums;
  }

  private ByteBuffer output(int index, int row, int length) {
    int subBlock = index % plan.alpha();
    return images[index / plan.alpha()].slice(subBlock * subBlockBytes + row, length);
  }

  /** Rows of all sub-blocks. */
  ByteBuffer[] outputs(int row, int length) {
    ByteBuffer[] outputs = new ByteBuffer[images.length * plan.alpha()];
    Arrays.setAll(outputs, i -> output(i, row, length));
    return outputs;
  }

  /** Whether complete rows are what the check says; they can be asked for once. */
  boolean areRight(int row, int length) {
    ByteBuffer[] sums = {check.slice(row, length)};
    RepairRun.CODER.run(columns.compare(), outputs(row, length), sums);
    return RepairRun.isZero(sums[0]);
  }

  /** A range of a lost member. */
  ByteBuffer range(int member, int offset, int length) {
    return images[plan.lostMembers().indexOf(member)].slice(offset, length);
  }
}
