package io.okapifs.hdfs.datanode.repair;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.repair.ContradictionReport;
import io.okapifs.hdfs.repair.ScrubResult.Outcome;
import io.okapifs.hdfs.verify.GroupEquations.Contradiction;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all members of one group to their end and compares them, range by range. What does not fit
 * is read again, over new connections, before anybody is told to be wrong. Where a member cannot be
 * read the group is not compared: somebody asks again. Nothing is written.
 */
final class GroupScrub implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(GroupScrub.class);

  /** Where what came of it goes. */
  @FunctionalInterface
  interface Listener {
    void ended(Outcome outcome, Optional<ContradictionReport> contradiction, long bytes);
  }

  private final RepairContext context;
  private final ReceivedTask received;
  private final HelperReaders readers;
  private final RepairCounters reads;
  private final Listener listener;
  private final Runnable release;
  private final WrongMembers wrong = new WrongMembers();

  /**
   * @param reads gets what this scrub reads
   * @param listener told once, unless the DataNode stops
   * @param release called once when the scrub has ended, however it did, before that
   */
  GroupScrub(
      RepairContext context, ReceivedTask received, RepairCounters reads, Listener listener,
      Runnable release) {
    this.context = context;
    this.received = received;
    this.reads = reads;
    this.listener = listener;
    this.release = release;
    this.readers = new HelperReaders(context, received, reads);
  }

  @Override
  public void run() {
    Outcome outcome = Outcome.NOT_COMPARED;
    try {
      outcome = compare();
    } catch (IOException | RuntimeException | Error e) {
      // An error, too: a kernel that cannot be loaded, or no memory left.
      LOG.warn("Scrub failed: group={}, task={}", received.group(), received.task(), e);
    } finally {
      readers.close();
      release.run();
    }
    if (!context.readThreads().isShutdown()) {
      tell(outcome);
    }
  }

  private void tell(Outcome outcome) {
    RepairCounters sums = new RepairCounters();
    sums.add(RepairCount.SCRUBS, outcome == Outcome.NOT_COMPARED ? 0 : 1);
    sums.add(RepairCount.SCRUB_BYTES_READ, reads.get(RepairCount.BYTES_READ));
    sums.add(RepairCount.CONTRADICTIONS, outcome == Outcome.CONTRADICTS ? 1 : 0);
    context.statistics()
        .add(received.group().getBlockPoolId(), received.task().policy().name(), sums);
    listener.ended(
        outcome,
        outcome == Outcome.CONTRADICTS
            ? Optional.of(wrong.report(received, readers.usable()))
            : Optional.empty(),
        reads.get(RepairCount.BYTES_READ));
  }

  private Outcome compare() throws IOException {
    ErasureCode code = received.code();
    long subBlockBytes = received.task().parityLength() / code.alpha();
    int range =
        RepairContext.wholeGranules(
            context.window(received.task(), context.windowBytes()) / code.alpha());
    for (long offset = 0; offset < subBlockBytes; offset += range) {
      int length = (int) Math.min(range, subBlockBytes - offset);
      if (!compare(code, offset, length, subBlockBytes)) {
        return Outcome.NOT_COMPARED;
      }
    }
    return wrong.isEmpty() ? Outcome.FITS : Outcome.CONTRADICTS;
  }

  /** Whether all members could be read; memory is held for one range at a time. */
  private boolean compare(ErasureCode code, long offset, int length, long end)
      throws IOException {
    BitSet all = received.task().helperMembers();
    RepairMemory memory = context.memory(received.task());
    try (RepairMemory.Grant grant = memory.take(MemberComparison.memoryBytes(code, length))) {
      MemberComparison members = new MemberComparison(received, readers, grant, length);
      if (!members.read(all, offset, length, end)) {
        return false;
      }
      if (members.holds(all, length)) {
        return true;
      }
      readers.close();
      if (!members.read(all, offset, length, end)) {
        return false;
      }
      note(members.explain(all, length), offset);
      return true;
    }
  }

  private void note(List<Contradiction> found, long offset) {
    if (found.isEmpty()) {
      LOG.info(
          "Contradiction was gone when read again: group={}, offsetInSubBlocks={}",
          received.group(), offset);
      return;
    }
    LOG.warn(
        "Members contradict each other: group={}, offsetInSubBlocks={}, found={}",
        received.group(), offset, found);
    wrong.add(found);
  }
}
