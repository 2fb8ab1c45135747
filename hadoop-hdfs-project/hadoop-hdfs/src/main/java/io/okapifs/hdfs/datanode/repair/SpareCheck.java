package io.okapifs.hdfs.datanode.repair;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.hdfs.repair.ContradictionReport;
import io.okapifs.hdfs.repair.GroupTask;
import io.okapifs.hdfs.repair.SpareSample;
import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the helpers of a repair with one more member at some places, where one more lives: the
 * checksums of a replica that was rewritten or exchanged are right. What does not fit is read
 * again, of all members and over new connections. Then those that all others prove wrong are left
 * out and told to the NameNode; where that is nobody, nothing is repaired. Used by the repair's
 * thread.
 */
final class SpareCheck {

  private static final Logger LOG = LoggerFactory.getLogger(SpareCheck.class);

  private final RepairContext context;
  private final ReceivedTask received;
  private final HelperReaders helpers;
  private final RepairCounters counters;
  private final ErasureCode code;
  private final BitSet checked = new BitSet();
  private boolean foundWrong;

  /**
   * @param helpers of the repair; those that turn out to be lost or wrong are dropped
   */
  SpareCheck(
      RepairContext context, ReceivedTask received, HelperReaders helpers,
      RepairCounters counters) {
    this.context = context;
    this.received = received;
    this.helpers = helpers;
    this.counters = counters;
    this.code = received.task().code();
  }

  /** Whether members were proven wrong: what was read of them before may be wrong as well. */
  boolean foundWrong() {
    return foundWrong;
  }

  /**
   * Compares what a plan reads, unless that was done.
   *
   * @return false where a helper was dropped, so that a new plan is needed
   * @throws ContradictionException where who is wrong cannot be told
   */
  boolean passes(RepairPlan plan) throws IOException {
    foundWrong = false;
    GroupTask task = received.task();
    BitSet zeros = task.zeroMembers();
    BitSet needed = new BitSet();
    plan.helpers().forEach(needed::set);
    needed.andNot(zeros);
    needed.andNot(checked);
    if (context.sparePercent() == 0 || task.mergeOf() != 0 || needed.isEmpty()) {
      return true;
    }
    Optional<SpareSample> sample =
        SpareSample.of(
            code, plan, helpers.usable(), zeros, task.parityLength() / code.alpha(),
            context.sparePercent(), ThreadLocalRandom.current());
    RepairMemory memory = context.memory(task);
    if (sample.isEmpty() || !memory.fits(sample.get().memoryBytes(code))) {
      return true;
    }
    RepairCounters reads = new RepairCounters();
    try (RepairMemory.Grant grant = memory.take(sample.get().memoryBytes(code));
        HelperReaders readers = new HelperReaders(context, received, reads)) {
      readers.keep(helpers.usable());
      boolean passed = new Comparison(sample.get(), readers, grant).run();
      helpers.keep(readers.usable());
      return passed;
    } finally {
      counters.add(RepairCount.SPARE_BYTES_READ, reads.get(RepairCount.BYTES_READ));
      counters.add(RepairCount.SPARE_POSITIONINGS, reads.get(RepairCount.POSITIONINGS));
    }
  }

  private final class Comparison {

    private final SpareSample sample;
    private final HelperReaders readers;
    private final MemberComparison members;

    Comparison(SpareSample sample, HelperReaders readers, RepairMemory.Grant memory)
        throws IOException {
      this.sample = sample;
      this.readers = readers;
      this.members = new MemberComparison(received, readers, memory, sample.rangeBytes());
    }

    boolean run() throws IOException {
      BitSet compared = sample.members();
      boolean holds = true;
      for (int i = 0; i < sample.offsets().size() && holds; i++) {
        if (!read(sample.offsets().get(i), compared)) {
          return false;
        }
        holds = members.holds(compared, sample.rangeBytes());
      }
      if (!holds) {
        // What is read again must not come from where it came from.
        readers.close();
        return explain();
      }
      checked.or(compared);
      return true;
    }

    private boolean explain() throws IOException {
      BitSet compared = readers.usable();
      WrongMembers wrong = new WrongMembers();
      for (long offset : sample.offsets()) {
        if (!read(offset, compared)) {
          return false;
        }
        wrong.add(members.explain(compared, sample.rangeBytes()));
      }
      return judge(compared, wrong);
    }

    private boolean read(long offset, BitSet compared) throws IOException {
      return members.read(compared, offset, sample.rangeBytes(), offset + sample.rangeBytes());
    }

    private boolean judge(BitSet compared, WrongMembers wrong) throws IOException {
      if (wrong.isEmpty()) {
        LOG.info("Contradiction was gone when read again: group={}", received.group());
        checked.or(compared);
        return true;
      }
      counters.add(RepairCount.CONTRADICTIONS, 1);
      ContradictionReport report = wrong.report(received, compared);
      new RepairNotice(
              context.datanode(), OkapiDataNode.of(context.datanode()),
              received.group().getBlockPoolId(),
              notice -> notice.setContradiction(report.toProto()))
          .send();
      if (report.wrong().isEmpty()) {
        throw new ContradictionException(
            "members contradict each other, and which one is wrong cannot be told: group="
                + received.group() + ", members=" + report.members());
      }
      LOG.warn(
          "Members are wrong by all others: group={}, wrongMembers={}, members={}",
          received.group(), report.wrong(), report.members());
      foundWrong = true;
      BitSet right = (BitSet) compared.clone();
      right.andNot(report.wrong());
      readers.keep(right);
      return false;
    }
  }
}
