package io.okapifs.hdfs.datanode.repair;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.hdfs.repair.ContradictionReport;
import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.GroupTask;
import io.okapifs.hdfs.repair.SpareSample;
import io.okapifs.hdfs.verify.GroupEquations;
import io.okapifs.hdfs.verify.GroupEquations.Contradiction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private final GroupEquations equations;
    private final ByteBuffer[] buffers;

    Comparison(SpareSample sample, HelperReaders readers, RepairMemory.Grant memory)
        throws IOException {
      this.sample = sample;
      this.readers = readers;
      this.equations =
          new GroupEquations(code, buffers(memory, GroupEquations.scratchCount(code)));
      this.buffers = buffers(memory, code.n() * code.alpha());
    }

    private ByteBuffer[] buffers(RepairMemory.Grant memory, int count) throws IOException {
      ByteBuffer[] all = new ByteBuffer[count];
      for (int i = 0; i < count; i++) {
        all[i] = memory.buffer(sample.rangeBytes());
      }
      return all;
    }

    boolean run() throws IOException {
      BitSet members = sample.members();
      boolean holds = true;
      for (int i = 0; i < sample.offsets().size() && holds; i++) {
        if (!read(sample.offsets().get(i), members)) {
          return false;
        }
        holds = equations.hold(window(members), sample.rangeBytes(), lost(members));
      }
      if (!holds) {
        // What is read again must not come from where it came from.
        readers.close();
        return explain();
      }
      checked.or(members);
      return true;
    }

    private boolean explain() throws IOException {
      BitSet members = readers.usable();
      BitSet wrong = new BitSet();
      boolean isTold = true;
      for (long offset : sample.offsets()) {
        if (!read(offset, members)) {
          return false;
        }
        for (Contradiction found :
            equations.explain(window(members), sample.rangeBytes(), lost(members))) {
          if (found.member() == Contradiction.NOBODY) {
            isTold = false;
          } else {
            wrong.set(found.member());
          }
        }
      }
      return judge(members, wrong, isTold);
    }

    private boolean judge(BitSet members, BitSet wrong, boolean isTold) throws IOException {
      if (isTold && wrong.isEmpty()) {
        LOG.info("Contradiction was gone when read again: group={}", received.group());
        checked.or(members);
        return true;
      }
      counters.add(RepairCount.CONTRADICTIONS, 1);
      BitSet right = (BitSet) members.clone();
      right.andNot(wrong);
      right.or(received.task().zeroMembers());
      boolean isProven = isTold && code.decodable(right);
      ContradictionReport report =
          new ContradictionReport(replicas(members), isProven ? wrong : new BitSet());
      new RepairNotice(
              context.datanode(), OkapiDataNode.of(context.datanode()),
              received.group().getBlockPoolId(),
              notice -> notice.setContradiction(report.toProto()))
          .send();
      if (!isProven) {
        throw new ContradictionException(
            "members contradict each other, and which one is wrong cannot be told: group="
                + received.group() + ", members=" + report.members());
      }
      LOG.warn(
          "Members are wrong by all others: group={}, wrongMembers={}, members={}",
          received.group(), wrong, report.members());
      foundWrong = true;
      readers.keep(right);
      return false;
    }

    private List<GroupMember> replicas(BitSet members) {
      return received.task().helpers().stream()
          .filter(replica -> members.get(replica.member()))
          .toList();
    }

    private boolean read(long offset, BitSet members) throws IOException {
      Map<Integer, HelperReaders.Reading> readings = new LinkedHashMap<>();
      for (int member : members.stream().toArray()) {
        readings.put(member, helper -> fill(helper, member, offset));
      }
      return readers.read(readings);
    }

    private void fill(HelperReader helper, int member, long offset) throws IOException {
      long subBlockBytes = received.task().parityLength() / code.alpha();
      for (int j = 0; j < code.alpha() && !readers.isStopped(); j++) {
        long from = j * subBlockBytes + offset;
        helper.fill(buffer(member, j).clear(), from, from + sample.rangeBytes());
      }
    }

    private ByteBuffer buffer(int member, int subBlock) {
      return buffers[member * code.alpha() + subBlock];
    }

    /** As the equations want it: what was not read is null. */
    private ByteBuffer[] window(BitSet members) {
      ByteBuffer[] window = new ByteBuffer[buffers.length];
      for (int i = 0; i < window.length; i++) {
        window[i] = members.get(i / code.alpha()) ? buffers[i] : null;
      }
      return window;
    }

    /** All but the members and the zeros, which are known. */
    private BitSet lost(BitSet members) {
      BitSet lost = (BitSet) members.clone();
      lost.or(received.task().zeroMembers());
      lost.flip(0, code.n());
      return lost;
    }
  }
}
