package org.apache.hadoop.hdfs.server.datanode.erasurecode;

import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairColumns;
import io.okapifs.ec.plan.SubBlockRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;

/**
 * Repairs blocks of several sub-blocks in memory: every run of the plan is read once, front to
 * back, and what arrives is added into images of the lost blocks.
 *
 * <pre>
 *   helper      [ 0 ..... u )[ u .... 2u )[ 2u ... 3u = P )     alpha = 3, the run is 1 and 2
 *   arrives                  [  a  ][  b  ][  c  ][  d    )     b is two pieces
 *   added to    the same offsets of those sub-blocks that the plan makes of that sub-block
 * </pre>
 */
final class AccumulatedRepair implements RepairMode {

  private final RepairWork work;
  private final List<Integer> helpers;
  private final int bufferBytes;
  private RepairColumns columns;
  private ByteBuffer[] images;
  private ByteBuffer check;

  AccumulatedRepair(RepairWork work) {
    this.work = work;
    this.helpers =
        work.plan().helpers().stream()
            .filter(member -> !work.task().zeroMembers().get(member))
            .toList();
    RepairSite site = work.site();
    this.bufferBytes =
        (int) Math.min(site.window(work.task(), site.windowBytes()), work.task().parityLength());
  }

  /** Whether images can be buffers at all. */
  static boolean isPossible(RepairWork work) {
    return work.task().parityLength() <= Integer.MAX_VALUE;
  }

  @Override
  public long memoryBytes() {
    return work.plan().lostMembers().size() * work.task().parityLength()
        + work.subBlockBytes()
        + (long) helpers.size() * bufferBytes;
  }

  @Override
  public boolean rebuild(RepairMemory.Grant memory) throws IOException {
    DataNodeFaultInjector.get().stripedBlockReconstruction();
    columns = new RepairColumns(work.plan());
    images = new ByteBuffer[work.plan().lostMembers().size()];
    for (int i = 0; i < images.length; i++) {
      images[i] = memory.buffer((int) work.task().parityLength());
    }
    check = memory.buffer((int) work.subBlockBytes());
    Map<Integer, HelperReaders.Reading> readings = new LinkedHashMap<>();
    for (int member : helpers) {
      ByteBuffer buffer = memory.buffer(bufferBytes);
      readings.put(member, helper -> addRuns(helper, member, buffer));
    }
    if (!work.helpers().read(readings)) {
      return false;
    }
    work.validate(images, this::checkHolds);
    send();
    return true;
  }

  private void addRuns(HelperReader helper, int member, ByteBuffer buffer) throws IOException {
    for (SubBlockRun run : work.plan().runsOf(member)) {
      long end = run.endSubBlock() * work.subBlockBytes();
      long granules = (helper.lengthBytes() + RepairSite.GRANULE - 1) / RepairSite.GRANULE;
      long present = Math.min(end, granules * RepairSite.GRANULE);
      long at = run.firstSubBlock() * work.subBlockBytes();
      while (at < present && !work.helpers().isStopped()) {
        buffer.clear().limit((int) Math.min(buffer.capacity(), present - at));
        helper.fill(buffer, at, end);
        add(member, at, buffer);
        at += buffer.limit();
      }
    }
  }

  private void add(int member, long offset, ByteBuffer buffer) {
    int subBlockBytes = (int) work.subBlockBytes();
    for (int done = 0; done < buffer.limit(); ) {
      int subBlock = (int) ((offset + done) / subBlockBytes);
      int from = (int) ((offset + done) % subBlockBytes);
      int length = Math.min(buffer.limit() - done, subBlockBytes - from);
      CodingProgram column = columns.column(work.plan().inputOf(member, subBlock));
      ByteBuffer[] sums = sums(column, from, length);
      ByteBuffer[] piece = {buffer.slice(done, length)};
      synchronized (this) {
        long start = System.nanoTime();
        RepairWork.CODER.run(column, piece, sums);
        work.countComputing(start);
      }
      done += length;
    }
  }

  /** A range of those sub-blocks that the column adds to, the check behind them. */
  private ByteBuffer[] sums(CodingProgram column, int from, int length) {
    ByteBuffer[] sums = new ByteBuffer[column.outputCount()];
    for (int i = 0; i < sums.length - 1; i++) {
      sums[i] = column.touchesOutput(i) ? subBlock(i).slice(from, length) : null;
    }
    sums[sums.length - 1] = check.slice(from, length);
    return sums;
  }

  private ByteBuffer subBlock(int output) {
    int alpha = work.plan().alpha();
    int subBlockBytes = (int) work.subBlockBytes();
    return images[output / alpha].slice(output % alpha * subBlockBytes, subBlockBytes);
  }

  private boolean checkHolds() {
    ByteBuffer[] outputs = new ByteBuffer[work.plan().program().outputCount()];
    Arrays.setAll(outputs, this::subBlock);
    RepairWork.CODER.run(columns.compare(), outputs, new ByteBuffer[] {check});
    return RepairWork.isZero(check);
  }

  private void send() throws IOException {
    long end = work.task().longestTarget();
    while (work.targets().position() < end) {
      int at = (int) work.targets().position();
      int length = (int) Math.min(bufferBytes, end - at);
      work.targets().write(
          length, member -> images[work.plan().lostMembers().indexOf(member)].slice(at, length));
    }
  }
}
