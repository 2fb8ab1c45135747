package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.repair.GroupMember;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The targets of one repair, written side by side. They are connected when the first bytes are
 * there, which were validated. A target that fails costs that target. Used by one thread.
 */
final class TargetWriters implements Closeable {

  /** Where the next bytes of a member are. */
  @FunctionalInterface
  interface Bytes {
    ByteBuffer of(int member) throws IOException;
  }

  private interface Step {
    void run(TargetWriter writer) throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(TargetWriters.class);

  private final RepairContext context;
  private final ReceivedTask received;
  private final HelperReaders helpers;
  private final RepairCounters counters;
  private final Map<Integer, TargetWriter> writers = new LinkedHashMap<>();
  private long position;

  TargetWriters(
      RepairContext context, ReceivedTask received, HelperReaders helpers,
      RepairCounters counters) {
    this.context = context;
    this.received = received;
    this.helpers = helpers;
    this.counters = counters;
  }

  /** Bytes of every member that were written; shorter members have ended. */
  long position() {
    return position;
  }

  /** Members whose targets did not fail. */
  Set<Integer> members() {
    return writers.keySet();
  }

  /** Writes the next bytes of every member, behind its end, too. */
  void write(int length, Bytes bytes) throws IOException {
    long start = System.nanoTime();
    if (writers.isEmpty()) {
      open();
    }
    context.throttleWrite(received.task(), (long) length * writers.size());
    for (int member : List.copyOf(writers.keySet())) {
      ByteBuffer next = bytes.of(member);
      attempt(member, writer -> writer.write(next));
    }
    requireTargets();
    position += length;
    long nanos = System.nanoTime() - start;
    counters.add(RepairCount.WRITE_NANOS, nanos);
    context.datanode().getMetrics()
        .incrECReconstructionWriteTime(TimeUnit.NANOSECONDS.toMillis(nanos));
  }

  private void open() throws IOException {
    DataChecksum checksum = helpers.checksum();
    for (int i = 0; i < received.targets().size(); i++) {
      GroupMember target = received.task().targets().get(i);
      try {
        writers.put(
            target.member(),
            new TargetWriter(
                context, received, target, received.targets().get(i), received.targetTypes().get(i),
                checksum));
      } catch (IOException e) {
        LOG.warn(
            "Target lost: group={}, target={}, node={}", received.group(), target,
            received.targets().get(i), e);
      }
    }
    requireTargets();
  }

  private void attempt(int member, Step step) {
    TargetWriter writer = writers.get(member);
    try {
      step.run(writer);
    } catch (IOException e) {
      LOG.warn(
          "Target lost: group={}, memberIndex={}, node={}", received.group(), member,
          writer.node(), e);
      writers.remove(member);
      end(writer);
    }
  }

  private void requireTargets() throws IOException {
    if (writers.isEmpty()) {
      throw new IOException("all targets are lost: group=" + received.group());
    }
  }

  /** Ends the blocks, whereupon the targets finalise their replicas. */
  void finish() throws IOException {
    List.copyOf(writers.keySet()).forEach(member -> attempt(member, TargetWriter::finish));
    requireTargets();
  }

  /** Has all targets drop what they were sent; the next bytes are the first ones again. */
  void restart() {
    List.copyOf(writers.keySet()).forEach(member -> attempt(member, TargetWriter::drop));
    close();
    writers.clear();
    position = 0;
  }

  /** Ends the connections; a replica that was not finished is dropped by its node. */
  @Override
  public void close() {
    writers.values().forEach(this::end);
  }

  private void end(TargetWriter writer) {
    long bytes = writer.bytesWritten();
    counters.add(RepairCount.BYTES_REBUILT, bytes);
    counters.add(RepairCount.REMOTE_BYTES_REBUILT, context.isHere(writer.node()) ? 0 : bytes);
    writer.close();
  }
}
