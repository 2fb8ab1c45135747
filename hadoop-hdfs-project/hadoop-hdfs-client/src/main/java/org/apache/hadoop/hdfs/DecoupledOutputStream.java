package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.write.CellCursor;
import io.okapifs.hdfs.write.CodeFolder;
import io.okapifs.hdfs.write.GroupBudget;
import io.okapifs.hdfs.write.GroupEncoder;
import io.okapifs.hdfs.write.ParityMemory;
import io.okapifs.hdfs.write.ParityRows;
import io.okapifs.hdfs.write.PartialParities;
import io.okapifs.hdfs.write.VectorParities;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.EnumSet;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Progressable;

/**
 * Writes a decoupled file: cells go round robin to the s streams of the current data stripe and
 * are folded into the parities of their groups, which are streamed as soon as they are final
 * (Okapi, OSDI'25, section 4.3).
 *
 * <p>A lost stream costs one member of one parity group; a group that has lost more than its code
 * survives ends the file with an exception, as does everything else that is not known to be
 * harmless. Then the lease is released and the file is what lease recovery makes of it.
 *
 * <p>One thread at a time may write; the lock is the stream's own, as in upstream.
 */
final class DecoupledOutputStream extends DFSOutputStream {

  private final FileLayout layout;
  private final CellCursor cursor;
  private final GroupEncoder encoder;
  private final GroupBudget budget;
  private final DataLane dataLane;
  private final ParityLanes parityLanes;
  private LaneStream selected;
  private IOException failure;
  private boolean failureReported;

  DecoupledOutputStream(
      DFSClient client, String src, HdfsFileStatus status, EnumSet<CreateFlag> flags,
      Progressable progress, DataChecksum checksum, String[] favoredNodes) {
    super(client, src, status, flags, progress, checksum, favoredNodes, false);
    StripeView view = StripeView.of(status.getErasureCodingPolicy());
    layout = view.layout(blockSize);
    checkChecksumFits(view.group().cellSize());
    cursor = new CellCursor(layout);
    budget = new GroupBudget(src, layout);
    StreamerFactory factory =
        new StreamerFactory(
            client, src, status, progress, checksum, cachingStrategy, byteArrayManager,
            getAddBlockFlags());
    BlockGroupAllocator allocator = new BlockGroupAllocator(factory, layout, favoredNodes);
    dataLane = new DataLane(this, factory, favoredNodes, layout, budget, allocator);
    parityLanes = new ParityLanes(this, factory, layout, budget, allocator);
    encoder = newEncoder();
    select(dataLane.firstStream());
  }

  private GroupEncoder newEncoder() {
    return layout.policy().alpha() == 1
        ? new ParityRows(
            layout, new PartialParities(layout, new CodeFolder(layout.policy())), parityLanes)
        : new VectorParities(
            layout,
            ParityMemory.ofProcess().share(ParityMemory.maxBytes(dfsClient.getConfiguration())),
            parityLanes);
  }

  private void checkChecksumFits(int cellSize) {
    if (cellSize % bytesPerChecksum != 0) {
      throw new HadoopIllegalArgumentException(
          "cell size must be a multiple of " + HdfsClientConfigKeys.DFS_BYTES_PER_CHECKSUM_KEY
              + ": cellSize=" + cellSize + ", bytesPerChecksum=" + bytesPerChecksum);
    }
  }

  @Override
  protected synchronized void start() {
    dataLane.start();
  }

  // ---- data in ----

  @Override
  protected synchronized void writeChunk(
      byte[] bytes, int offset, int length, byte[] sums, int sumsOffset, int sumsLength)
      throws IOException {
    dfsClient.checkOpen();
    checkClosed();
    try {
      if (cursor.atStripeStart()) {
        dataLane.open(cursor.stripe());
      }
      dataLane.write(cursor.index(), bytes, offset, length, sums, sumsOffset, sumsLength);
      encoder.put(bytes, offset, length);
      cursor.fill(length);
      if (cursor.cellIsFull()) {
        endCell();
      }
    } catch (IOException | RuntimeException | Error e) {
      throw fail(e);
    }
  }

  private void endCell() throws IOException {
    encoder.endCell(cursor.block(), cursor.row());
    long stripe = cursor.stripe();
    cursor.nextCell();
    if (cursor.atStripeStart()) {
      endStripe(layout.groupsFinishedBy(stripe));
    } else if (cursor.atRowStart()) {
      dataLane.settle();
      parityLanes.settle();
    }
  }

  /** The NameNode demands that the groups which end in a stripe are whole before the next one. */
  private void endStripe(long groupsDone) throws IOException {
    dataLane.end();
    parityLanes.end();
    dataLane.awaitEnd();
    parityLanes.awaitEnd();
    dataLane.leave();
    encoder.groupsDone(groupsDone);
    budget.groupsDone(groupsDone);
  }

  // ---- packets out: upstream fills and queues them for the stream that is selected ----

  private void select(LaneStream next) {
    if (selected == next) {
      return;
    }
    if (selected != null) {
      selected.setPacket(currentPacket);
    }
    selected = next;
    streamer = next.streamer();
    currentPacket = next.packet();
    adjustChunkBoundary();
  }

  /** Appends a checksum chunk to a stream's block; waits while its queue is full. */
  void append(
      LaneStream stream, byte[] bytes, int offset, int length, byte[] sums, int sumsOffset,
      int sumsLength) throws IOException {
    select(stream);
    super.writeChunk(bytes, offset, length, sums, sumsOffset, sumsLength);
  }

  /** Queues the packet that is being filled, if any. */
  void queuePacket(LaneStream stream) throws IOException {
    select(stream);
    flushInternalWithoutWaitingAck();
  }

  /** Gives back the packet that is being filled for a stream that will send no more. */
  void dropPacket(LaneStream stream) {
    if (selected == stream) {
      stream.setPacket(currentPacket);
      currentPacket = null;
    }
    if (stream.packet() != null) {
      stream.packet().releaseBuffer(byteArrayManager);
      stream.setPacket(null);
    }
  }

  /** Queues the packet that ends a block. */
  void queueEnd(LaneStream stream) throws IOException {
    select(stream);
    setCurrentPacketToEmpty();
    enqueueCurrentPacket();
    streamer.setBytesCurBlock(0);
    lastFlushOffset = 0;
  }

  @Override
  synchronized void enqueueCurrentPacketFull() throws IOException {
    // Unlike upstream's, a full block is not ended here: its lane ends all its blocks together.
    enqueueCurrentPacket();
    adjustChunkBoundary();
  }

  // ---- the end, good or bad ----

  @Override
  protected synchronized void closeImpl() throws IOException {
    if (closed) {
      reportFailure();
      return;
    }
    try {
      flushBuffer();
      if (cursor.filled() > 0) {
        encoder.endCell(cursor.block(), cursor.row());
      }
      encoder.finish(cursor.position());
      endStripe(layout.groupCount(cursor.position()));
      closeThreads(false);
      complete(dataLane.stripeBlock());
      parityLanes.tellUnprotected(layout.groupCount(cursor.position()));
    } catch (IOException | RuntimeException | Error e) {
      failureReported = true;
      throw fail(e);
    }
  }

  private void complete(ExtendedBlock last) throws IOException {
    ReportWait wait =
        new ReportWait(dfsClient.getConf().getBlockWriteLocateFollowingInitialDelayMs());
    do {
      if (dfsClient.namenode.complete(src, dfsClient.clientName, last, fileId)) {
        return;
      }
    } while (wait.pause());
    completeFile(last);
  }

  private void reportFailure() throws IOException {
    if (failure != null && !failureReported) {
      failureReported = true;
      throw failedBefore();
    }
  }

  /** A new exception each time: callers suppress the second one into the first. */
  private IOException failedBefore() {
    return new IOException("writing " + src + " failed before: " + failure.getMessage(), failure);
  }

  /**
   * Whatever went wrong, memory that ran out included: cells and parities may disagree now, so
   * nothing may follow.
   */
  private IOException fail(Throwable e) {
    IOException first =
        e instanceof IOException io ? io : new IOException("writing " + src + " failed: " + e, e);
    if (failure == null) {
      failure = first;
    }
    // A pending interrupt would keep us from waiting for the threads.
    boolean interrupted = Thread.interrupted();
    try {
      closeThreads(true);
    } catch (IOException closing) {
      first.addSuppressed(closing);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return first;
  }

  @Override
  void abort() throws IOException {
    synchronized (this) {
      if (closed) {
        return;
      }
      failure =
          new IOException(
              "lease of " + src + " expired: timeoutMillis="
                  + dfsClient.getConf().getHdfsTimeout());
      closeThreads(true);
    }
  }

  @Override
  protected void closeThreads(boolean force) throws IOException {
    try (Closeable parities = () -> parityLanes.close(force)) {
      dataLane.close(force);
    } finally {
      setClosed();
    }
  }

  @Override
  void setClosed() {
    super.setClosed();
    encoder.clear();
  }

  @Override
  boolean isClosed() {
    // Not when all data streams are lost: their blocks may live on in parities.
    return closed;
  }

  @Override
  protected void checkClosed() throws IOException {
    if (closed) {
      if (failure != null) {
        throw failedBefore();
      }
      throw new ClosedChannelException();
    }
  }

  @Override
  ExtendedBlock getBlock() {
    return dataLane.stripeBlock();
  }

  // ---- what striped streams do not offer ----

  @Override
  public boolean hasCapability(String capability) {
    return false;
  }

  @Override
  public void hflush() {
    LOG.debug("hflush has no effect on {}: a decoupled file, as its capabilities say", src);
  }

  @Override
  public void hsync() {
    LOG.debug("hsync has no effect on {}: a decoupled file, as its capabilities say", src);
  }

  @Override
  public void hsync(EnumSet<SyncFlag> flags) {
    hsync();
  }
}
