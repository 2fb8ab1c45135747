package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.repair.GroupMember;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.DFSUtilClient.CorruptedBlocks;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The helpers of one repair. The repair's thread calls; each helper is read by a thread of
 * its own. A helper that fails is not asked again.
 */
final class HelperReaders implements Closeable {

  /** What is read of one helper, by its own thread. */
  @FunctionalInterface
  interface Reading {
    void run(HelperReader helper) throws IOException;
  }

  /** What the repair's thread does while helpers are read. */
  @FunctionalInterface
  interface Meanwhile {
    void run() throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(HelperReaders.class);

  private final RepairContext context;
  private final ReceivedTask received;
  private final RepairCounters counters;
  private final Map<Integer, HelperReader> readers = new HashMap<>();
  private final BitSet usable;
  private volatile boolean stopped;

  HelperReaders(RepairContext context, ReceivedTask received, RepairCounters counters) {
    this.context = context;
    this.received = received;
    this.counters = counters;
    this.usable = received.task().helperMembers();
  }

  /** Members that may still be read. */
  BitSet usable() {
    return (BitSet) usable.clone();
  }

  /** Members that were read, or asked at least. */
  Set<Integer> asked() {
    return Set.copyOf(readers.keySet());
  }

  /** Gives up the others. */
  void keep(BitSet members) {
    usable.and(members);
  }

  /** Whether what is being read is in vain, since another helper failed or the repair was ended. */
  boolean isStopped() {
    return stopped;
  }

  /** How the replicas of the group are checksummed; asks a helper where none was read. */
  DataChecksum checksum() throws IOException {
    for (HelperReader reader : readers.values()) {
      if (reader.knownChecksum() != null) {
        return reader.knownChecksum();
      }
    }
    // A parity of a group of zeros is computed without reading, but not checksummed so.
    for (int member : usable.stream().toArray()) {
      try {
        return reader(member).checksum();
      } catch (IOException e) {
        giveUp(member, e);
      }
    }
    throw new IOException("all helpers are lost: group=" + received.group());
  }

  /**
   * Reads members, all at the same time.
   *
   * @return whether all of them could be read
   */
  boolean read(Map<Integer, Reading> readings) throws IOException {
    return read(readings, () -> {});
  }

  /**
   * Reads members, all at the same time.
   *
   * @param meanwhile ends by itself; where it fails, reading stops
   * @return whether all of them could be read
   */
  boolean read(Map<Integer, Reading> readings, Meanwhile meanwhile) throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted before a read: " + received.group());
    }
    stopped = false;
    long start = System.nanoTime();
    Map<Integer, Future<?>> running = new LinkedHashMap<>();
    try {
      start(readings, running, meanwhile);
      return awaitAll(running);
    } finally {
      counters.add(RepairCount.READ_NANOS, System.nanoTime() - start);
    }
  }

  private void start(
      Map<Integer, Reading> readings, Map<Integer, Future<?>> running, Meanwhile meanwhile)
      throws IOException {
    try {
      readings.forEach((member, reading) -> {
        HelperReader reader = reader(member);
        running.put(member, context.readThreads().submit(() -> read(reader, reading)));
      });
      meanwhile.run();
    } catch (RejectedExecutionException e) {
      stop(running);
      throw new IOException("the DataNode is shutting down: group=" + received.group(), e);
    } catch (IOException | RuntimeException | Error e) {
      stop(running);
      throw e;
    }
  }

  private void stop(Map<Integer, Future<?>> running) throws IOException {
    stopped = true;
    awaitAll(running);
  }

  private Void read(HelperReader reader, Reading reading) throws IOException {
    boolean done = false;
    try {
      reading.run(reader);
      done = true;
    } finally {
      if (!done) {
        stopped = true;
      }
    }
    return null;
  }

  /** Waits for every read, come what may, because each writes into a buffer of ours. */
  private boolean awaitAll(Map<Integer, Future<?>> running) throws IOException {
    boolean interrupted = false;
    Map<Integer, Throwable> failures = new LinkedHashMap<>();
    Deque<Integer> left = new ArrayDeque<>(running.keySet());
    while (!left.isEmpty()) {
      try {
        running.get(left.peek()).get();
        left.remove();
      } catch (ExecutionException e) {
        failures.put(left.remove(), e.getCause());
      } catch (InterruptedException e) {
        interrupted = true;
        stopped = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading: " + received.group());
    }
    for (Map.Entry<Integer, Throwable> failure : failures.entrySet()) {
      giveUp(failure.getKey(), failure.getValue());
    }
    return failures.isEmpty();
  }

  private HelperReader reader(int member) {
    return readers.computeIfAbsent(member, this::newReader);
  }

  private HelperReader newReader(int member) {
    List<GroupMember> helpers = received.task().helpers();
    for (int i = 0; i < helpers.size(); i++) {
      if (helpers.get(i).member() == member) {
        return new HelperReader(
            context, received, helpers.get(i), received.sources().get(i), counters);
      }
    }
    throw new IllegalArgumentException(
        "not a helper: memberIndex=" + member + ", task=" + received.task());
  }

  private void giveUp(int member, Throwable cause) throws IOException {
    if (!(cause instanceof IOException)) {
      throw new IOException("a read broke: memberIndex=" + member, cause);
    }
    HelperReader reader = reader(member);
    LOG.warn(
        "Helper lost: group={}, memberIndex={}, node={}", received.group(), member, reader.node(),
        cause);
    usable.clear(member);
    reader.close();
    if (cause instanceof ChecksumException) {
      CorruptedBlocks corrupted = new CorruptedBlocks();
      corrupted.addCorruptedBlock(reader.block(), reader.node());
      context.datanode().reportCorruptedBlocks(corrupted);
    }
  }

  /** Ends all connections; the helpers may be read again. */
  @Override
  public void close() {
    readers.values().forEach(HelperReader::close);
  }
}
