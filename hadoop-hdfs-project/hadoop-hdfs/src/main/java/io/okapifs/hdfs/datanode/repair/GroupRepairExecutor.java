package io.okapifs.hdfs.datanode.repair;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.hdfs.repair.GroupTask;
import io.okapifs.hdfs.repair.OutputCheck;
import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the repair of one group: plans, and reads, computes and sends in the way that suits
 * the plan.
 *
 * <pre>
 *   plan      the cheapest one that the code has for the helpers that are left; zeros cost nothing
 *   compare   some of it with one more live member ({@link SpareCheck}); who is wrong is left out
 *   mode      by the plan and the memory that there is ({@link RepairMode})
 *   read, compute, validate, send      until done, or a helper fails: back to plan
 *   finish    the last packet of each target, with which its replica is finalised
 * </pre>
 *
 * <p>Nothing is sent before it was validated, and no replica is finalised before all of it was. A
 * helper that fails costs a new plan from the members that are left; one that is proven wrong, what
 * was sent as well; a target that fails costs that target.
 */
final class GroupRepairExecutor implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(GroupRepairExecutor.class);

  private final RepairContext context;
  private final ReceivedTask received;
  private final Runnable release;
  private final RepairCounters counters;
  private final HelperReaders helpers;
  private final TargetWriters targets;

  /**
   * @param counters gets what this repair counts
   * @param release called once when the repair has ended, however it did
   */
  GroupRepairExecutor(
      RepairContext context, ReceivedTask received, RepairCounters counters, Runnable release) {
    this.context = context;
    this.received = received;
    this.counters = counters;
    this.release = release;
    this.helpers = new HelperReaders(context, received, counters);
    this.targets = new TargetWriters(context, received, helpers, counters);
  }

  @Override
  public void run() {
    DataNodeMetrics metrics = context.datanode().getMetrics();
    final long begin = System.nanoTime();
    try {
      repair();
      counters.add(RepairCount.REPAIRS, 1);
      countTail();
      logSent(begin);
    } catch (IOException | RuntimeException | Error e) {
      // An error, too: a kernel that cannot be loaded, or no memory left, is told and counted.
      LOG.warn("Repair failed: group={}, task={}", received.group(), received.task(), e);
      metrics.incrECFailedReconstructionTasks();
    } finally {
      helpers.close();
      targets.close();
      metrics.incrECReconstructionTasks();
      metrics.incrECReconstructionBytesRead(counters.get(RepairCount.BYTES_READ));
      metrics.incrECReconstructionRemoteBytesRead(counters.get(RepairCount.REMOTE_BYTES_READ));
      context.statistics()
          .add(received.group().getBlockPoolId(), received.task().policy().name(), counters);
      metrics.incrECReconstructionBytesWritten(counters.get(RepairCount.BYTES_REBUILT));
      release.run();
    }
  }

  /** Whether the targets took what they were sent is for the targets to report. */
  private void logSent(long beginNanos) {
    LOG.info(
        "Repair sent: group={}, policy={}, members={}, helpers={}, bytesRead={},"
            + " remoteBytesRead={}, bytesRebuilt={}, ms={}",
        received.group(), received.task().policy().name(), targets.members(), helpers.asked(),
        counters.get(RepairCount.BYTES_READ), counters.get(RepairCount.REMOTE_BYTES_READ),
        counters.get(RepairCount.BYTES_REBUILT),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNanos));
  }

  private void countTail() {
    GroupTask task = received.task();
    if (task.hasZeros()) {
      counters.add(RepairCount.TAIL_DATA_BYTES, task.dataBytes());
      counters.add(RepairCount.TAIL_PARITY_BYTES, task.policy().r() * task.parityLength());
    }
  }

  private void repair() throws IOException {
    ErasureCode code = received.code();
    SpareCheck check = new SpareCheck(context, received, helpers, counters);
    boolean done = false;
    while (!done) {
      RepairPlan plan = plan(code);
      if (check.passes(plan)) {
        done = rebuild(code, plan);
        helpers.close();
      } else if (check.foundWrong()) {
        targets.restart();
      }
    }
    targets.finish();
  }

  private boolean rebuild(ErasureCode code, RepairPlan plan) throws IOException {
    RepairRun repair = new RepairRun(context, received, plan, helpers, targets, counters);
    RepairMode mode = code.alpha() == 1 ? streamed(code, repair) : mode(repair);
    try (RepairMemory.Grant memory = context.memory(received.task()).take(mode.memoryBytes())) {
      return mode.rebuild(memory);
    }
  }

  private RepairPlan plan(ErasureCode code) {
    BitSet available = helpers.usable();
    BitSet zeros = received.task().zeroMembers();
    available.or(zeros);
    BitSet local = received.helpersOn(context.datanode().getDatanodeUuid());
    return code.repair(received.task().targetMembers(), available, received.task().costs(local));
  }

  /** With one sub-block per block, what was sent stays right while no helper is proven wrong. */
  private RepairMode streamed(ErasureCode code, RepairRun repair) {
    RepairPlan plan = repair.plan();
    BitSet zeros = received.task().zeroMembers();
    OutputCheck check = OutputCheck.of(code, plan, zeros);
    if (!plan.lostMembers().stream().allMatch(check::covers)) {
      LOG.warn("Repair is validated in part, the code has no equation for all: plan={}", plan);
    }
    return new WindowedRepair(
        repair, context.window(received.task(), context.windowBytes()), targets.position(),
        received.task().longestTarget(),
        (inputs, outputs, scratch) ->
            check.holds(
                RepairRun.CODER,
                member -> {
                  int lost = plan.lostMembers().indexOf(member);
                  return zeros.get(member)
                      ? null
                      : lost < 0 ? inputs[plan.inputOf(member, 0)] : outputs[lost];
                },
                scratch),
        (offset, outputs) ->
            targets.write(
                outputs[0].remaining(), member -> outputs[plan.lostMembers().indexOf(member)]));
  }

  private RepairMode mode(RepairRun repair) {
    AccumulatedRepair accumulated = new AccumulatedRepair(repair);
    boolean fits =
        AccumulatedRepair.isPossible(repair)
            && context.memory(received.task()).fits(accumulated.memoryBytes());
    return fits ? accumulated : new SpooledRepair(repair);
  }
}
