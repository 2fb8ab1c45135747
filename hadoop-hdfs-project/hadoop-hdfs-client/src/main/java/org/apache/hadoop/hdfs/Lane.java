package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;

/**
 * The streams that write one block group after another: s of them write data stripes, r of them a
 * parity group. A stream that fails is lost until the block group ends; the others go on with a new
 * generation stamp. Whether the file survives the loss is for {@link Losses} to say.
 *
 * <p>Used under the lock of the output stream.
 */
final class Lane {

  /** Hears of each stream that is lost, once per block group. */
  @FunctionalInterface
  interface Losses {

    /**
     * @throws IOException when it is one loss too many
     */
    void lost(LaneStream stream) throws IOException;
  }

  private final DecoupledOutputStream out;
  private final StreamerFactory factory;
  private final String[] favoredNodes;
  private final LaneShape shape;
  private final Losses losses;
  private final ToLongFunction<Lane> reportedBytes;
  private final LaneCoordinator coordinator;
  private final LaneRecovery recovery;
  private final List<LaneStream> streams = new ArrayList<>();
  private ExtendedBlock group;

  /**
   * @param reportedBytes length of an unfinished block group that the NameNode is told; it may not
   *     shrink
   */
  Lane(
      DecoupledOutputStream out, StreamerFactory factory, String[] favoredNodes, LaneShape shape,
      Losses losses, ToLongFunction<Lane> reportedBytes) {
    this.out = out;
    this.factory = factory;
    this.favoredNodes = favoredNodes;
    this.shape = shape;
    this.losses = losses;
    this.reportedBytes = reportedBytes;
    this.coordinator = new LaneCoordinator(shape.width());
    this.recovery = new LaneRecovery(factory.client(), coordinator, shape);
    for (int i = 0; i < shape.width(); i++) {
      streams.add(factory.create(i, coordinator, favoredNodes));
    }
  }

  void start() {
    streams.forEach(stream -> stream.streamer().start());
  }

  /** The current block group, with its length so far; null before the first. */
  ExtendedBlock group() {
    return group;
  }

  LaneStream stream(int index) {
    return streams.get(index);
  }

  List<LaneStream> liveStreams() {
    return streams.stream().filter(LaneStream::isLive).toList();
  }

  /** Begins a block group with as many live streams as the NameNode found nodes. */
  void open(LocatedStripedBlock located) throws IOException {
    replaceLostStreams();
    coordinator.beginBlockGroup();
    group = new ExtendedBlock(located.getBlock());
    group.setNumBytes(0);
    LocatedBlock[] parts =
        StripedBlockUtil.parseStripedBlockGroup(
            located, shape.cellSize(), shape.dataUnits(), shape.parityUnits());
    for (LaneStream stream : streams) {
      LocatedBlock part = parts[stream.index()];
      stream.open(part);
      if (part != null) {
        // The streamer counts acknowledged bytes here, for an instant before it sets them to zero.
        part.getBlock().setNumBytes(0);
        coordinator.getFollowingBlocks().offer(stream.index(), part);
      }
    }
    countLosses();
  }

  private void replaceLostStreams() {
    for (int i = 0; i < streams.size(); i++) {
      if (!streams.get(i).isLive()) {
        streams.get(i).retire();
        coordinator.forget(i);
        LaneStream stream = factory.create(i, coordinator, favoredNodes);
        streams.set(i, stream);
        stream.streamer().start();
      }
    }
  }

  /** Writes a checksum chunk to a stream unless it is lost. */
  void write(
      int index, byte[] bytes, int offset, int length, byte[] sums, int sumsOffset,
      int sumsLength) {
    LaneStream stream = streams.get(index);
    if (!stream.isLive()) {
      return;
    }
    try {
      out.append(stream, bytes, offset, length, sums, sumsOffset, sumsLength);
    } catch (IOException e) {
      stream.giveUp(e);
    }
  }

  /**
   * Counts streams that were lost since the last call and renews the others. To be called where
   * all streams are expected to have bytes, or none will follow.
   */
  void settle() throws IOException {
    if (streams.stream().noneMatch(LaneStream::isFreshLoss)) {
      return;
    }
    flush();
    while (countLosses()) {
      List<LaneStream> live = liveStreams().stream().filter(LaneStream::hasBytes).toList();
      // Where nobody is left no replica could carry a new stamp: other groups hold the bytes.
      if (!live.isEmpty()) {
        recovery.run(group, reportedBytes.applyAsLong(this), live);
      }
    }
  }

  private boolean countLosses() throws IOException {
    boolean any = false;
    for (LaneStream stream : streams) {
      if (stream.isFreshLoss()) {
        stream.lossCounted();
        out.dropPacket(stream);
        losses.lost(stream);
        any = true;
      }
    }
    return any;
  }

  /** Waits until all live streams have everything acknowledged that was written to them. */
  private void flush() throws IOException {
    for (LaneStream stream : liveStreams()) {
      try {
        out.queuePacket(stream);
      } catch (IOException e) {
        stream.giveUp(e);
      }
    }
    for (LaneStream stream : liveStreams()) {
      stream.awaitAcked(ackTimeoutMillis());
    }
  }

  /** Flushes and queues the last packets; no byte of the block group may follow. */
  void end() throws IOException {
    flush();
    settle();
    for (LaneStream stream : liveStreams()) {
      if (stream.hasBytes()) {
        stream.ending();
        try {
          out.queueEnd(stream);
        } catch (IOException e) {
          stream.giveUp(e);
        }
      }
    }
  }

  /** Waits until the replicas are complete. A stream lost here is counted, and that is all. */
  void awaitEnd() throws IOException {
    for (LaneStream stream : streams) {
      if (stream.isEnding()) {
        coordinator.awaitEnd(stream, ackTimeoutMillis());
        if (coordinator.hasEnded(stream.index())) {
          stream.lossCounted();
        }
      }
    }
    countLosses();
  }

  /** Whether any replica of the block group is complete; to be asked once all streams ended. */
  boolean hasReplica() {
    return streams.stream().anyMatch(stream -> coordinator.hasEnded(stream.index()));
  }

  /** Tells the NameNode that no replica will come, so that it does not wait for one. */
  void disown() throws IOException {
    recovery.run(group, group.getNumBytes(), List.of());
  }

  /** Stops the threads, at once where {@code force} is set. */
  void close(boolean force) throws IOException {
    for (LaneStream stream : streams) {
      out.dropPacket(stream);
      stream.close(force || !stream.isLive());
    }
    IOException first = null;
    for (LaneStream stream : streams) {
      try {
        stream.join();
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private long ackTimeoutMillis() {
    return factory.client().getDatanodeWriteTimeout(1);
  }
}
