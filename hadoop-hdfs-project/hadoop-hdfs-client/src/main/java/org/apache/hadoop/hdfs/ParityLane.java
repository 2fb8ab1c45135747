package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.layout.FileLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.util.DataChecksum;

/**
 * Writes the r parity blocks of one group, each with a stream of its own. Used under the lock of
 * the output stream.
 */
final class ParityLane {

  /** Bytes between heap and direct buffers at a time; any multiple of a checksum chunk will do. */
  private static final int CHUNKS_AT_A_TIME = 128;

  private final Lane lane;
  private final DataChecksum checksum;
  private final byte[] bytes;
  private final byte[] sums;

  /**
   * @param parityLength P that was asked for; the NameNode has recorded it and is told no less
   */
  ParityLane(
      DecoupledOutputStream out, StreamerFactory factory, FileLayout layout, Lane.Losses losses,
      long parityLength) {
    LaneShape shape = LaneShape.ofParityGroup(layout);
    this.lane =
        new Lane(
            out, factory.ofBlocks(parityLength), null, shape, losses, unfinished -> parityLength);
    this.checksum = factory.checksum();
    this.bytes = new byte[CHUNKS_AT_A_TIME * checksum.getBytesPerChecksum()];
    this.sums = new byte[CHUNKS_AT_A_TIME * checksum.getChecksumSize()];
    lane.start();
  }

  void open(LocatedStripedBlock located) throws IOException {
    lane.open(located);
  }

  /** Appends one row. */
  void write(ByteBuffer[] parities) {
    for (int i = 0; i < parities.length; i++) {
      if (lane.stream(i).isLive()) {
        write(i, parities[i].duplicate());
      }
    }
  }

  private void write(int index, ByteBuffer parity) {
    int chunk = checksum.getBytesPerChecksum();
    int sum = checksum.getChecksumSize();
    while (parity.hasRemaining()) {
      int length = Math.min(bytes.length, parity.remaining());
      parity.get(bytes, 0, length);
      checksum.calculateChunkedSums(bytes, 0, length, sums, 0);
      for (int at = 0; at < length; at += chunk) {
        lane.write(
            index, bytes, at, Math.min(chunk, length - at), sums, at / chunk * sum, sum);
      }
    }
  }

  boolean hasLiveStreams() {
    return !lane.liveStreams().isEmpty();
  }

  void settle() throws IOException {
    lane.settle();
  }

  void end() throws IOException {
    lane.end();
  }

  void awaitEnd() throws IOException {
    lane.awaitEnd();
  }

  void close(boolean force) throws IOException {
    lane.close(force);
  }
}
