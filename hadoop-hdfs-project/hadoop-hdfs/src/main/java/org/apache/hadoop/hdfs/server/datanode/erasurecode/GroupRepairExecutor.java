package org.apache.hadoop.hdfs.server.datanode.erasurecode;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.HelperCosts;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.kernel.Kernels;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.GroupTask;
import io.okapifs.hdfs.repair.OutputCheck;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeMetrics;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the repair of one group: reads the helpers that the code's plan names, computes the
 * lost members window by window, and streams them to the targets.
 *
 * <p>Nothing is sent before its window was validated, and no replica is finalised before all of
 * them were. A helper that fails costs a new plan from the members that are left; a target that
 * fails costs that target. Codes with one sub-block per block only, where a plan needs the same
 * range of every helper.
 */
final class GroupRepairExecutor implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(GroupRepairExecutor.class);
  private static final Coder CODER = new Coder(Kernels.best());

  private final RepairSite site;
  private final RepairOrder order;
  private final Runnable release;
  private final HelperReaders helpers;
  private final Map<Integer, ByteBuffer> outputs = new LinkedHashMap<>();
  private final Map<Integer, TargetWriter> writers = new LinkedHashMap<>();
  private ByteBuffer scratch;
  private ErasureCode code;
  private RepairPlan plan;
  private OutputCheck check;
  private DataChecksum checksum;
  private long bytesWritten;

  /**
   * @param release called once when the repair has ended, however it did
   */
  GroupRepairExecutor(RepairSite site, RepairOrder order, Runnable release) {
    this.site = site;
    this.order = order;
    this.release = release;
    this.helpers = new HelperReaders(site, order);
  }

  @Override
  public void run() {
    DataNodeMetrics metrics = site.datanode().getMetrics();
    try {
      repair();
      // Whether the targets took them is for the targets to report.
      LOG.info("Sent all of the repaired members of {}: {}", order.group(), writers.keySet());
    } catch (IOException | RuntimeException e) {
      LOG.warn("Failed to repair {}: task={}", order.group(), order.task(), e);
      metrics.incrECFailedReconstructionTasks();
    } finally {
      writers.values().forEach(this::end);
      metrics.incrECReconstructionTasks();
      metrics.incrECReconstructionBytesRead(helpers.bytesRead());
      metrics.incrECReconstructionRemoteBytesRead(helpers.remoteBytesRead());
      metrics.incrECReconstructionBytesWritten(bytesWritten);
      helpers.close();
      outputs.values().forEach(site.buffers()::putBuffer);
      if (scratch != null) {
        site.buffers().putBuffer(scratch);
      }
      release.run();
    }
  }

  private void repair() throws IOException {
    GroupTask task = order.task();
    code = task.policy().code();
    if (code.alpha() != task.policy().alpha()) {
      throw new IOException("the task is for another code: code=" + code + ", task=" + task);
    }
    replan();
    learnChecksum();
    borrowBuffers();
    int chunk = checksum.getBytesPerChecksum();
    int window = Math.max(1, site.windowBytes() / chunk) * chunk;
    long position = 0;
    while (position < task.longestTarget()) {
      DataNodeFaultInjector.get().stripedBlockReconstruction();
      int length = (int) Math.min(window, task.longestTarget() - position);
      if (read(position, length)) {
        compute(length);
        validate();
        write();
        position += length;
      } else {
        replan();
      }
    }
    finish();
  }

  /** Plans with the members that are left; windows that are done stay as they are. */
  private void replan() {
    BitSet available = helpers.usable();
    BitSet zeros = order.task().zeroMembers();
    available.or(zeros);
    plan = code.repair(order.task().targetMembers(), available, HelperCosts.without(zeros));
    check = OutputCheck.of(code, plan, zeros);
    if (!plan.lostMembers().stream().allMatch(check::covers)) {
      LOG.warn("The code has no equation to validate all of a repair by: plan={}", plan);
    }
  }

  private List<Integer> membersRead() {
    BitSet zeros = order.task().zeroMembers();
    return plan.helpers().stream().filter(member -> !zeros.get(member)).toList();
  }

  /** The repaired members are checksummed like the others; windows are whole chunks. */
  private void learnChecksum() throws IOException {
    while (checksum == null) {
      checksum = helpers.checksum(anyHelper());
      if (checksum == null) {
        replan();
      }
    }
    if (checksum.getBytesPerChecksum() > site.windowBytes()) {
      throw new IOException(
          "checksum chunks are larger than the window: bytesPerChecksum="
              + checksum.getBytesPerChecksum() + ", windowBytes=" + site.windowBytes());
    }
  }

  /** A parity that covers zeros alone is computed without reading, but not checksummed so. */
  private int anyHelper() throws IOException {
    return membersRead().stream()
        .findFirst()
        .or(() -> helpers.usable().stream().boxed().findFirst())
        .orElseThrow(() -> new IOException("all helpers are lost: group=" + order.group()));
  }

  private void borrowBuffers() {
    for (GroupMember target : order.task().targets()) {
      outputs.put(target.member(), site.buffers().getBuffer(true, site.windowBytes()));
    }
    scratch = site.buffers().getBuffer(true, site.windowBytes());
  }

  private boolean read(long position, int length) throws IOException {
    long start = System.nanoTime();
    List<Integer> members = membersRead();
    throttle(site.datanode().getEcReconstuctReadThrottler(), (long) length * members.size());
    boolean whole = helpers.read(members, position, length);
    site.datanode().getMetrics().incrECReconstructionReadTime(millisSince(start));
    return whole;
  }

  private void compute(int length) {
    long start = System.nanoTime();
    BitSet zeros = order.task().zeroMembers();
    ByteBuffer[] inputs =
        plan.helpers().stream()
            .map(member -> zeros.get(member) ? null : helpers.window(member))
            .toArray(ByteBuffer[]::new);
    outputs.values().forEach(output -> output.clear().limit(length));
    scratch.clear().limit(length);
    CODER.run(
        plan.program(), inputs,
        plan.lostMembers().stream().map(outputs::get).toArray(ByteBuffer[]::new));
    site.datanode().getMetrics().incrECDecodingTime(System.nanoTime() - start);
    site.datanode().getMetrics().incrECReconstructionDecodingTime(millisSince(start));
    DataNodeFaultInjector.get().badDecoding(outputs.values().toArray(ByteBuffer[]::new));
  }

  private void validate() throws IOException {
    long start = System.nanoTime();
    BitSet zeros = order.task().zeroMembers();
    boolean right =
        check.holds(
            CODER,
            member ->
                zeros.get(member)
                    ? null
                    : outputs.containsKey(member) ? outputs.get(member) : helpers.window(member),
            scratch);
    site.datanode().getMetrics().incrECReconstructionValidateTime(millisSince(start));
    if (!right) {
      site.datanode().getMetrics().incrECInvalidReconstructionTasks();
      throw new IOException(
          "what was computed does not belong to the group: group=" + order.group() + ", plan="
              + plan);
    }
  }

  private void write() throws IOException {
    long start = System.nanoTime();
    if (writers.isEmpty()) {
      openTargets();
    }
    long length = scratch.remaining();
    throttle(site.datanode().getEcReconstuctWriteThrottler(), length * writers.size());
    forEachTarget((member, writer) -> writer.write(outputs.get(member)));
    site.datanode().getMetrics().incrECReconstructionWriteTime(millisSince(start));
  }

  private void openTargets() throws IOException {
    for (int i = 0; i < order.targets().size(); i++) {
      GroupMember target = order.task().targets().get(i);
      try {
        writers.put(
            target.member(),
            new TargetWriter(
                site, order, target, order.targets().get(i), order.targetTypes().get(i),
                checksum));
      } catch (IOException e) {
        LOG.warn(
            "Target lost: group={}, target={}, node={}", order.group(), target,
            order.targets().get(i), e);
      }
    }
    requireTargets();
  }

  private interface TargetStep {
    void run(int member, TargetWriter writer) throws IOException;
  }

  private void forEachTarget(TargetStep step) throws IOException {
    for (int member : new ArrayList<>(writers.keySet())) {
      TargetWriter writer = writers.get(member);
      try {
        step.run(member, writer);
      } catch (IOException e) {
        LOG.warn(
            "Target lost: group={}, memberIndex={}, node={}", order.group(), member,
            writer.node(), e);
        writers.remove(member);
        end(writer);
      }
    }
    requireTargets();
  }

  private void requireTargets() throws IOException {
    if (writers.isEmpty()) {
      throw new IOException("all targets are lost: group=" + order.group());
    }
  }

  private void finish() throws IOException {
    forEachTarget((member, writer) -> writer.finish());
  }

  private void end(TargetWriter writer) {
    bytesWritten += writer.bytesWritten();
    writer.close();
  }

  private static void throttle(DataTransferThrottler throttler, long bytes) {
    if (throttler != null) {
      throttler.throttle(bytes);
    }
  }

  private static long millisSince(long startNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }
}
