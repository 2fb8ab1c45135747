package io.okapifs.hdfs.datanode.repair;

import io.okapifs.ec.plan.RepairColumns;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Repairs blocks of several sub-blocks window by window, where what is rebuilt does not fit into
 * memory: the windows of a block are all over it, so that they go to a file first.
 */
final class SpooledRepair implements RepairMode {

  private final RepairWork work;
  private final int window;
  private final WindowedRepair windows;
  private Spool spool;

  SpooledRepair(RepairWork work) {
    this.work = work;
    this.window = (int) Math.min(work.subBlockBytes(), work.site().spooledWindowBytes());
    RepairColumns columns = new RepairColumns(work.plan());
    this.windows =
        new WindowedRepair(
            work, window, 0, work.subBlockBytes(),
            (inputs, outputs, scratch) -> {
              RepairWork.CODER.run(columns.check(), inputs, new ByteBuffer[] {scratch});
              RepairWork.CODER.run(columns.compare(), outputs, new ByteBuffer[] {scratch});
              return RepairWork.isZero(scratch);
            },
            this::spool);
  }

  /** One window more, to read the spool. */
  @Override
  public long memoryBytes() {
    return windows.memoryBytes() + window;
  }

  @Override
  public boolean rebuild(RepairMemory.Grant memory) throws IOException {
    long bytes = work.plan().lostMembers().size() * work.task().parityLength();
    try (Spool file = Spool.create(work.site(), work.order().group().getBlockPoolId(), bytes)) {
      spool = file;
      if (!windows.rebuild(memory)) {
        return false;
      }
      send(memory.buffer(window));
      return true;
    }
  }

  /** Outputs are the sub-blocks of the first lost member, then those of the next one. */
  private void spool(long offset, ByteBuffer[] outputs) throws IOException {
    for (int i = 0; i < outputs.length; i++) {
      spool.write(outputs[i], i * work.subBlockBytes() + offset);
      work.tally().add(RepairCount.SPOOLED_BYTES, outputs[i].remaining());
    }
  }

  private void send(ByteBuffer buffer) throws IOException {
    long end = work.task().longestTarget();
    int most = work.site().window(work.task(), window);
    while (work.targets().position() < end) {
      long at = work.targets().position();
      int length = (int) Math.min(most, end - at);
      work.targets().write(length, member -> {
        buffer.clear().limit(length);
        spool.read(buffer, work.plan().lostMembers().indexOf(member)
            * work.task().parityLength() + at);
        return buffer;
      });
    }
  }
}
