package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.util.Time;

/**
 * One internal block after another on its way to a DataNode: the streamer, and the packet that is
 * being filled. Used by the writer under the lock of its output stream.
 */
final class LaneStream {

  private static final long POLL_MILLIS = 100;

  private final int index;
  private final StripedDataStreamer streamer;
  private DFSPacket packet;
  private DatanodeInfo node;
  private long blockId;
  private boolean lossCounted;
  private boolean ending;

  LaneStream(int index, StripedDataStreamer streamer) {
    this.index = index;
    this.streamer = streamer;
  }

  /** Index of the internal block in its block group. */
  int index() {
    return index;
  }

  StripedDataStreamer streamer() {
    return streamer;
  }

  /** The packet that was being filled when another stream was selected. */
  DFSPacket packet() {
    return packet;
  }

  void setPacket(DFSPacket packet) {
    this.packet = packet;
  }

  DatanodeInfo node() {
    return node;
  }

  boolean isLive() {
    return streamer.isHealthy();
  }

  /** Whether it was lost and nobody has been told. */
  boolean isFreshLoss() {
    return !isLive() && !lossCounted;
  }

  void lossCounted() {
    lossCounted = true;
  }

  /** Whether the current block has bytes. */
  boolean hasBytes() {
    return streamer.getBytesCurBlock() > 0;
  }

  /** Whether the current block's last packet is queued. */
  boolean isEnding() {
    return ending;
  }

  void ending() {
    ending = true;
  }

  /** Turns to its next block, of which {@code located} tells the node; null where there is none. */
  void open(LocatedBlock located) {
    ending = false;
    lossCounted = false;
    if (located == null) {
      giveUp(new IOException("the NameNode found no node"));
    } else {
      node = located.getLocations()[0];
      blockId = located.getBlock().getBlockId();
    }
  }

  /** Ends the stream because of an error that its own thread need not know of. */
  void giveUp(IOException reason) {
    if (streamer.getLastException().get() == null) {
      streamer.getLastException().set(reason);
    }
    streamer.getErrorState().setInternalError();
    streamer.close(true);
  }

  String nodeName() {
    return node == null ? "no node" : node.getXferAddr();
  }

  String lossReason() {
    IOException last = streamer.getLastException().get();
    return last == null ? "stream closed" : last.toString();
  }

  /** Bytes of the current block that its node has acknowledged. */
  long ackedBytes() {
    ExtendedBlock block = streamer.getBlock();
    // The streamer shows its previous block until it connects for this one.
    return block == null || block.getBlockId() != blockId ? 0 : block.getNumBytes();
  }

  /** Waits until all bytes that were queued are acknowledged or the stream is lost. */
  void awaitAcked(long timeoutMillis) throws InterruptedIOException {
    long queued = streamer.getBytesCurBlock();
    long begin = Time.monotonicNow();
    synchronized (streamer.dataQueue) {
      while (isLive() && ackedBytes() < queued) {
        if (timeoutMillis > 0 && Time.monotonicNow() - begin > timeoutMillis) {
          giveUp(new IOException("no acknowledgement within " + timeoutMillis + " ms"));
          return;
        }
        try {
          streamer.dataQueue.wait(POLL_MILLIS);
        } catch (InterruptedException e) {
          throw DFSUtilClient.toInterruptedIOException("interrupted while waiting for acks", e);
        }
      }
    }
  }

  /** Stops the thread; a stream that has ended its block properly needs no force. */
  void close(boolean force) {
    streamer.close(force);
  }

  /** Leaves a lost stream to its thread, which ends by itself; another takes its place. */
  void retire() {
    streamer.close(true);
    streamer.release();
  }

  /** Waits for the thread, behind {@link #close}. */
  void join() throws IOException {
    try {
      streamer.join();
      streamer.closeSocket();
    } catch (InterruptedException e) {
      throw DFSUtilClient.toInterruptedIOException("interrupted while closing " + streamer, e);
    } finally {
      streamer.setSocketToNull();
      streamer.release();
    }
  }
}
