package org.apache.hadoop.hdfs.server.datanode.erasurecode;

import io.okapifs.hdfs.repair.GroupMember;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
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

  private static final Logger LOG = LoggerFactory.getLogger(HelperReaders.class);

  private final RepairSite site;
  private final RepairOrder order;
  private final Map<Integer, HelperReader> readers = new HashMap<>();
  private final BitSet usable;

  HelperReaders(RepairSite site, RepairOrder order) {
    this.site = site;
    this.order = order;
    this.usable = order.task().helperMembers();
  }

  /** Members that may still be read. */
  BitSet usable() {
    return (BitSet) usable.clone();
  }

  long bytesRead() {
    return readers.values().stream().mapToLong(HelperReader::bytesRead).sum();
  }

  long remoteBytesRead() {
    return readers.values().stream().mapToLong(HelperReader::remoteBytesRead).sum();
  }

  /** The window of a member, as the last {@link #read} left it. */
  ByteBuffer window(int member) {
    return readers.get(member).window();
  }

  /**
   * How the replicas of the group are checksummed.
   *
   * @return null where the member cannot be read
   */
  DataChecksum checksum(int member) throws IOException {
    try {
      return reader(member).connect(0);
    } catch (IOException e) {
      giveUp(member, e);
      return null;
    }
  }

  /**
   * Fills the windows of members, all at the same time.
   *
   * @return whether all of them could be read
   */
  boolean read(List<Integer> members, long from, int length) throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted before a read: " + order.group());
    }
    Map<Integer, Future<?>> running = new LinkedHashMap<>();
    for (int member : members) {
      HelperReader reader = reader(member);
      running.put(member, site.readThreads().submit(() -> {
        reader.fill(from, length);
        return null;
      }));
    }
    return awaitAll(running);
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
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading: " + order.group());
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
    List<GroupMember> helpers = order.task().helpers();
    for (int i = 0; i < helpers.size(); i++) {
      if (helpers.get(i).member() == member) {
        return new HelperReader(site, order, helpers.get(i), order.sources().get(i));
      }
    }
    throw new IllegalArgumentException(
        "not a helper: memberIndex=" + member + ", task=" + order.task());
  }

  private void giveUp(int member, Throwable cause) throws IOException {
    if (!(cause instanceof IOException)) {
      throw new IOException("a read broke: memberIndex=" + member, cause);
    }
    HelperReader reader = reader(member);
    LOG.warn(
        "Helper lost: group={}, memberIndex={}, node={}", order.group(), member, reader.node(),
        cause);
    usable.clear(member);
    reader.close();
    if (cause instanceof ChecksumException) {
      CorruptedBlocks corrupted = new CorruptedBlocks();
      corrupted.addCorruptedBlock(reader.block(), reader.node());
      site.datanode().reportCorruptedBlocks(corrupted);
    }
  }

  @Override
  public void close() {
    readers.values().forEach(HelperReader::release);
  }
}
