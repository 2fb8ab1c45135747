package io.okapifs.hdfs.datanode.repair;

import io.okapifs.ec.plan.SubBlockRun;
import java.io.IOException;
import java.nio.ByteBuffer;
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
 *
 * <p>While helpers are read in the last sub-block of each, rows of the images become complete. They
 * are checked then, and what they have of the first sub-blocks is sent. All else is sent at the
 * end.
 */
final class AccumulatedRepair implements RepairMode {

  private final RepairRun repair;
  private final List<Integer> helpers;
  private final int bufferBytes;
  private final CompleteRows rows;
  private RepairImages images;

  /** Rows that were found to be right. */
  private long checkedRows;

  AccumulatedRepair(RepairRun repair) {
    this.repair = repair;
    this.helpers =
        repair.plan().helpers().stream()
            .filter(member -> !repair.task().zeroMembers().get(member))
            .toList();
    RepairContext context = repair.context();
    this.bufferBytes =
        (int)
            Math.min(
                context.window(repair.task(), context.windowBytes()), repair.task().parityLength());
    this.rows = new CompleteRows(helpers, repair.subBlockBytes());
  }

  /** Whether images can be buffers at all. */
  static boolean isPossible(RepairRun repair) {
    return repair.task().parityLength() <= Integer.MAX_VALUE;
  }

  @Override
  public long memoryBytes() {
    return RepairImages.memoryBytes(repair.plan(), repair.subBlockBytes())
        + (long) helpers.size() * bufferBytes;
  }

  @Override
  public boolean rebuild(RepairMemory.Grant memory) throws IOException {
    DataNodeFaultInjector.get().stripedBlockReconstruction();
    images =
        new RepairImages(
            repair.plan(), (int) repair.subBlockBytes(), memory, repair::countComputing);
    Map<Integer, HelperReaders.Reading> readings = new LinkedHashMap<>();
    for (int member : helpers) {
      ByteBuffer buffer = memory.buffer(bufferBytes);
      readings.put(member, helper -> addRuns(helper, member, buffer));
    }
    if (!repair.helpers().read(readings, this::sendCompleteRows)) {
      // What the next plan reads may show that a member was wrong of which bytes were sent.
      repair.targets().restart();
      return false;
    }
    check(repair.subBlockBytes());
    send(repair.task().longestTarget());
    return true;
  }

  private void addRuns(HelperReader helper, int member, ByteBuffer buffer) throws IOException {
    List<SubBlockRun> runs = repair.plan().runsOf(member);
    long lastSubBlock = (runs.get(runs.size() - 1).endSubBlock() - 1) * repair.subBlockBytes();
    boolean done = false;
    try {
      for (SubBlockRun run : runs) {
        addRun(run, helper, buffer, lastSubBlock);
      }
      done = !repair.helpers().isStopped();
    } finally {
      if (done) {
        // A helper that is shorter has zeros there.
        rows.passed(member, repair.subBlockBytes());
      } else {
        rows.stop();
      }
    }
  }

  private void addRun(SubBlockRun run, HelperReader helper, ByteBuffer buffer, long lastSubBlock)
      throws IOException {
    long end = run.endSubBlock() * repair.subBlockBytes();
    long granules = (helper.lengthBytes() + RepairContext.GRANULE - 1) / RepairContext.GRANULE;
    long present = Math.min(end, granules * RepairContext.GRANULE);
    long at = run.firstSubBlock() * repair.subBlockBytes();
    while (at < present && !repair.helpers().isStopped()) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), present - at));
      helper.fill(buffer, at, end);
      images.add(run.member(), at, buffer);
      at += buffer.limit();
      rows.passed(run.member(), Math.max(0, at - lastSubBlock));
    }
  }

  /** In the repair's thread, while helpers are read. */
  private void sendCompleteRows() throws IOException {
    long complete = rows.awaitMoreThan(checkedRows);
    while (complete > checkedRows) {
      check(complete);
      send(Math.min(complete, repair.task().longestTarget()));
      complete = rows.awaitMoreThan(checkedRows);
    }
  }

  private void check(long complete) throws IOException {
    if (complete > checkedRows) {
      int row = (int) checkedRows;
      int length = (int) (complete - checkedRows);
      repair.validate(images.outputs(row, length), () -> images.areRight(row, length));
      checkedRows = complete;
    }
  }

  private void send(long end) throws IOException {
    while (repair.targets().position() < end) {
      int at = (int) repair.targets().position();
      int length = (int) Math.min(bufferBytes, end - at);
      repair.targets().write(length, member -> images.range(member, at, length));
    }
  }
}
