package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.repair.GroupMember;
import io.okapifs.hdfs.repair.GroupTask;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.util.DataChecksum;

/**
 * Reads ranges of one helper, several of them side by side if need be, and counts what it reads;
 * zeros stand behind the helper's end. Used by one thread at a time.
 */
final class HelperReader implements Closeable {

  private final RepairContext context;
  private final GroupTask task;
  private final RepairCounters counters;
  private final ExtendedBlock block;
  private final DatanodeInfo node;

  /** By the offset where they go on. */
  private final Map<Long, HelperStream> streams = new HashMap<>();

  /** What was read since the repair began or began again, from begin to end, none touching. */
  private final TreeMap<Long, Long> ranges = new TreeMap<>();

  private DataChecksum checksum;
  private long lastEnd = -1;

  HelperReader(
      RepairContext context, ReceivedTask received, GroupMember replica, DatanodeInfo node,
      RepairCounters counters) {
    this.context = context;
    this.task = received.task();
    this.counters = counters;
    this.block = received.block(replica);
    this.node = node;
  }

  ExtendedBlock block() {
    return block;
  }

  DatanodeInfo node() {
    return node;
  }

  long lengthBytes() {
    return block.getNumBytes();
  }

  /** How the replica is checksummed; null before anything was read of it. */
  DataChecksum knownChecksum() {
    return checksum;
  }

  /** The same, asked for. */
  DataChecksum checksum() throws IOException {
    if (checksum == null) {
      open(0, 1).close();
    }
    return checksum;
  }

  /**
   * Fills what remains of a window, which is flipped then.
   *
   * @param from offset in the block
   * @param end of the range that will be read on from there
   */
  void fill(ByteBuffer window, long from, long end) throws IOException {
    int wanted = window.remaining();
    int present = (int) Math.max(0, Math.min(wanted, lengthBytes() - from));
    window.limit(window.position() + present);
    if (present > 0) {
      read(window, from, Math.min(end, lengthBytes()));
    }
    window.limit(window.position() + wanted - present);
    while (window.hasRemaining()) {
      window.put((byte) 0);
    }
    window.flip();
  }

  private void read(ByteBuffer window, long from, long end) throws IOException {
    int bytes = window.remaining();
    context.throttleRead(task, bytes);
    HelperStream stream = streams.remove(from);
    if (stream == null) {
      stream = open(from, end);
    }
    counters.add(RepairCount.POSITIONINGS, from == lastEnd ? 0 : 1);
    try {
      stream.readFully(window);
    } finally {
      int count = bytes - window.remaining();
      counters.add(RepairCount.BYTES_READ, count);
      counters.add(RepairCount.REMOTE_BYTES_READ, stream.isLocal() ? 0 : count);
      lastEnd = from + count;
      if (window.hasRemaining() || stream.isAtEnd()) {
        stream.close();
      } else {
        streams.put(stream.position(), stream);
      }
    }
    cover(from, lastEnd);
  }

  private HelperStream open(long from, long end) throws IOException {
    HelperStream stream = new HelperStream(context, block, node, from, end);
    checksum = stream.checksum();
    return stream;
  }

  private void cover(long from, long to) {
    Map.Entry<Long, Long> before = ranges.floorEntry(from);
    boolean goesOn = before != null && before.getValue() >= from;
    Long end = ranges.remove(to);
    ranges.put(goesOn ? before.getKey() : from, end == null ? to : end);
  }

  /** Ends the connections and counts the ranges that were read. */
  @Override
  public void close() {
    streams.values().forEach(HelperStream::close);
    streams.clear();
    counters.add(RepairCount.RUNS, ranges.size());
    ranges.clear();
  }
}
