package io.okapifs.hdfs.datanode.repair;

import io.okapifs.ec.plan.SubBlockRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;

/**
 * Reads the same window of every sub-block that the plan needs, runs the plan's program on it, and
 * goes on with the next window. With one sub-block per block that is the block front to back.
 */
final class WindowedRepair implements RepairMode {

  /** Takes the windows of the program's outputs, which were validated. */
  @FunctionalInterface
  interface Sink {
    void accept(long offset, ByteBuffer[] outputs) throws IOException;
  }

  /** Whether the outputs of a window are right; members of zeros have null inputs. */
  @FunctionalInterface
  interface Check {
    boolean holds(ByteBuffer[] inputs, ByteBuffer[] outputs, ByteBuffer scratch);
  }

  /** One input of the program; its buffer is null where it is zeros. */
  private record Input(int member, int subBlock, ByteBuffer window) {}

  private final RepairRun repair;
  private final int window;
  private final long begin;
  private final long end;
  private final Check check;
  private final Sink sink;
  private List<Input> inputs;

  /**
   * @param window bytes
   * @param begin first offset in sub-blocks
   * @param end of what is wanted of sub-blocks
   */
  WindowedRepair(RepairRun repair, int window, long begin, long end, Check check, Sink sink) {
    this.repair = repair;
    this.window = window;
    this.begin = begin;
    this.end = end;
    this.check = check;
    this.sink = sink;
  }

  @Override
  public long memoryBytes() {
    BitSet zeros = repair.task().zeroMembers();
    long reads =
        repair.plan().runs().stream()
            .filter(run -> !zeros.get(run.member()))
            .mapToLong(SubBlockRun::subBlockCount)
            .sum();
    return (reads + repair.plan().program().outputCount() + 1) * window;
  }

  @Override
  public boolean rebuild(RepairMemory.Grant memory) throws IOException {
    inputs = newInputs(memory);
    ByteBuffer[] outputs = new ByteBuffer[repair.plan().program().outputCount()];
    for (int i = 0; i < outputs.length; i++) {
      outputs[i] = memory.buffer(window);
    }
    ByteBuffer scratch = memory.buffer(window);
    for (long offset = begin; offset < end; offset += window) {
      DataNodeFaultInjector.get().stripedBlockReconstruction();
      int length = (int) Math.min(window, end - offset);
      if (!read(offset, length)) {
        return false;
      }
      compute(length, outputs, scratch);
      sink.accept(offset, outputs);
    }
    return true;
  }

  private List<Input> newInputs(RepairMemory.Grant memory) throws IOException {
    BitSet zeros = repair.task().zeroMembers();
    List<Input> all = new ArrayList<>();
    for (SubBlockRun run : repair.plan().runs()) {
      for (int j = run.firstSubBlock(); j < run.endSubBlock(); j++) {
        boolean isZero = zeros.get(run.member());
        all.add(new Input(run.member(), j, isZero ? null : memory.buffer(window)));
      }
    }
    return all;
  }

  /** The sub-blocks of one helper are read one after the other, those of several side by side. */
  private boolean read(long offset, int length) throws IOException {
    Map<Integer, HelperReaders.Reading> readings = new LinkedHashMap<>();
    for (Input input : inputs) {
      if (input.window() != null) {
        readings.put(input.member(), helper -> fill(helper, input.member(), offset, length));
      }
    }
    return repair.helpers().read(readings);
  }

  private void fill(HelperReader helper, int member, long offset, int length)
      throws IOException {
    for (Input input : inputs) {
      if (input.member() == member) {
        long start = input.subBlock() * repair.subBlockBytes();
        input.window().clear().limit(length);
        helper.fill(input.window(), start + offset, start + end);
      }
    }
  }

  private void compute(int length, ByteBuffer[] outputs, ByteBuffer scratch) throws IOException {
    long start = System.nanoTime();
    ByteBuffer[] windows = inputs.stream().map(Input::window).toArray(ByteBuffer[]::new);
    for (ByteBuffer output : outputs) {
      output.clear().limit(length);
    }
    scratch.clear().limit(length);
    RepairRun.CODER.run(repair.plan().program(), windows, outputs);
    repair.countComputing(start);
    repair.validate(outputs, () -> check.holds(windows, outputs, scratch));
    repair.counters().add(RepairCount.WINDOWS, 1);
  }
}
