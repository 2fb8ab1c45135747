package io.okapifs.hdfs.datanode.repair;

import io.okapifs.ec.plan.RepairColumns;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Repairs blocks of several sub-blocks window by window, where what is rebuilt does not fit into
 * memory: the windows of a block are all over it, so that they go to a file first.
 */
final class SpooledRepair implements RepairMode {

  private final RepairRun repair;
  private final int window;
  private final WindowedRepair windows;
  private Spool spool;

  SpooledRepair(RepairRun repair) {
    this.repair = repair;
    this.window = (int) Math.min(repair.subBlockBytes(), repair.context().spooledWindowBytes());
    RepairColumns columns = new RepairColumns(repair.plan());
    this.windows =
        new WindowedRepair(
            repair, window, 0, repair.subBlockBytes(),
            (inputs, outputs, scratch) -> {
              RepairRun.CODER.run(columns.check(), inputs, new ByteBuffer[] {scratch});
              RepairRun.CODER.run(columns.compare(), outputs, new ByteBuffer[] {scratch});
              return RepairRun.isZero(scratch);
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
    long bytes = repair.plan().lostMembers().size() * repair.task().parityLength();
    String pool = repair.received().group().getBlockPoolId();
    try (Spool file = Spool.create(repair.context(), pool, bytes)) {
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
      spool.write(outputs[i], i * repair.subBlockBytes() + offset);
      repair.counters().add(RepairCount.SPOOLED_BYTES, outputs[i].remaining());
    }
  }

  private void send(ByteBuffer buffer) throws IOException {
    long end = repair.task().longestTarget();
    int most = repair.context().window(repair.task(), window);
    while (repair.targets().position() < end) {
      long at = repair.targets().position();
      int length = (int) Math.min(most, end - at);
      repair.targets().write(length, member -> {
        buffer.clear().limit(length);
        spool.read(buffer, repair.plan().lostMembers().indexOf(member)
            * repair.task().parityLength() + at);
        return buffer;
      });
    }
  }
}
