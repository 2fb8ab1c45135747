package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.read.ByteRange;
import io.okapifs.hdfs.read.DegradedReadMemory;
import io.okapifs.hdfs.read.FileView;
import io.okapifs.hdfs.read.RangeRead;
import io.okapifs.hdfs.read.ReadCall;
import io.okapifs.hdfs.read.StreamMemory;
import io.okapifs.hdfs.read.UnrecoverableGroupException;
import io.okapifs.hdfs.trace.ReadTracer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.io.erasurecode.ErasureCodeConstants;
import org.apache.hadoop.util.DataChecksum;

/**
 * Reads a decoupled file. Healthy reads touch the data blocks whose cells are asked for and nothing
 * else; a block that is lost is rebuilt from its parity group, whose members may lie in several
 * stripes.
 *
 * <p>Stateful reads lock the stream, positional reads run side by side, as in HDFS. What a degraded
 * read fetched and did not deliver is kept for the next one, at least one cell of every member of a
 * group, and more as far as {@link DegradedReadMemory} goes.
 */
final class DecoupledInputStream extends DFSStripedInputStream {

  private final LossLog losses;
  private final StreamMemory memory;
  private final ParityLocations parities;
  private final BlockLocator locator;
  private final RowWindow window;
  private final ReadTracer tracer;
  private volatile DataChecksum checksumOfLastBlock;

  DecoupledInputStream(
      DFSClient client,
      String src,
      boolean verifyChecksum,
      ErasureCodingPolicy policy,
      LocatedBlocks blocks)
      throws IOException {
    super(client, src, verifyChecksum, withPlainDecoder(policy), blocks);
    tracer = ReadTracer.of(client.getConfiguration(), src);
    losses = new LossLog(src);
    memory =
        new StreamMemory(
            getBufferPool(), DegradedReadMemory.ofProcess(),
            DegradedReadMemory.maxBytes(client.getConfiguration()));
    parities = new ParityLocations(this);
    locator = new BlockLocator(this, parities);
    window = new RowWindow(this, locator, memory);
  }

  /**
   * The policy with a codec whose decoder loads no native library: HDFS's stream makes one that
   * this stream never uses, and to look for the library of "rs" in vain is told as a warning.
   */
  private static ErasureCodingPolicy withPlainDecoder(ErasureCodingPolicy policy) {
    ECSchema schema =
        new ECSchema(
            ErasureCodeConstants.RS_LEGACY_CODEC_NAME, policy.getNumDataUnits(),
            policy.getNumParityUnits());
    return new ErasureCodingPolicy(
        policy.getName(), schema, policy.getCellSize(), policy.getId());
  }

  LossLog losses() {
    return losses;
  }

  /** The reader that misses the block tells of it. */
  @Override
  protected void reportLostBlock(LocatedBlock block, Collection<DatanodeInfo> ignoredNodes) {
    DFSClient.LOG.debug("No node is left for {} of {}", block, src);
  }

  @Override
  protected BlockReader getBlockReader(
      LocatedBlock block, long from, long length, InetSocketAddress address,
      StorageType storageType, DatanodeInfo node)
      throws IOException {
    BlockOpener opener;
    synchronized (infoLock) {
      opener =
          new BlockOpener(
              dfsClient, dfsClient.getConfiguration(), verifyChecksum, !shortCircuitForbidden(),
              cachingStrategy);
    }
    return opener.open(src, block, address, from, length);
  }

  @Override
  protected synchronized int readWithStrategy(ReaderStrategy strategy) throws IOException {
    checkUsable();
    maybeRegisterBlockRefresh();
    if (pos >= getFileLength()) {
      return -1;
    }
    FileView view = locator.view();
    long stripeSize = view.layout().stripeSize();
    long stripeEnd = Math.min(view.length(), (pos / stripeSize + 1) * stripeSize);
    int wanted = (int) Math.min(strategy.getTargetLength(), stripeEnd - pos);
    if (wanted > 0) {
      currentLocatedBlock = getBlockAt(pos);
    }
    int moved = move(strategy, view, wanted);
    tracer.readInPass(pos - moved, moved, view.length());
    return moved;
  }

  private void checkUsable() throws IOException {
    dfsClient.checkOpen();
    if (closed.get()) {
      throw new IOException("Stream closed");
    }
  }

  /** Moves bytes to the caller; fails only if not one of them moved. */
  private int move(ReaderStrategy strategy, FileView view, int wanted) throws IOException {
    int moved = 0;
    while (moved < wanted) {
      ByteBuffer bytes;
      try {
        bytes = window.bytesAt(view, pos, wanted - moved);
      } catch (IOException e) {
        if (moved == 0) {
          throw explained(e, pos);
        }
        // The caller keeps what moved; its next call meets the failure again.
        DFSClient.LOG.debug("Read of {} stops early at {}", src, pos, e);
        return moved;
      }
      int count = strategy.readFromBuffer(bytes, Math.min(wanted - moved, bytes.remaining()));
      moved += count;
      pos += count;
    }
    return moved;
  }

  @Override
  public int read(long position, byte[] target, int offset, int length) throws IOException {
    validatePositionedReadArgs(position, target, offset, length);
    return read(position, ByteBuffer.wrap(target, offset, length));
  }

  /** HDFS goes stripe by stripe; a group that has lost blocks is better read as a whole. */
  @Override
  public int read(long position, ByteBuffer target) throws IOException {
    if (!target.hasRemaining()) {
      return 0;
    }
    checkUsable();
    long length = getFileLength();
    if (position < 0 || position >= length) {
      return -1;
    }
    ByteRange range =
        new ByteRange(position, Math.min(length, position + target.remaining()));
    read(ReadCall.of(range, target));
    tracer.read(position, range.length(), length);
    target.position(target.position() + range.length());
    return range.length();
  }

  @Override
  public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
      throws IOException {
    checkUsable();
    long length = getFileLength();
    new VectoredRead(this::read, length, allocate).run(ranges);
    ranges.forEach(range -> tracer.read(range.getOffset(), range.getLength(), length));
  }

  @Override
  public boolean hasCapability(String capability) {
    return capability.equalsIgnoreCase(StreamCapabilities.VECTOREDIO)
        || super.hasCapability(capability);
  }

  private void read(ReadCall call) throws IOException {
    for (long at = call.start(); at < call.end(); at = call.nextFrom(at)) {
      try (BlockReaders readers = new BlockReaders(this, locator, false)) {
        at = RangeRead.readOn(readers, memory, locator.view(), call, at);
      } catch (IOException e) {
        throw explained(e, at);
      }
    }
  }

  void opened(BlockReader block) {
    checksumOfLastBlock = block.getDataChecksum();
  }

  /** How the block is checksummed that was opened last, a new object; null before the first one. */
  DataChecksum checksumOfLastBlock() {
    DataChecksum last = checksumOfLastBlock;
    return last == null
        ? null
        : DataChecksum.newDataChecksum(last.getChecksumType(), last.getBytesPerChecksum());
  }

  private IOException explained(IOException e, long offset) {
    if (!(e instanceof UnrecoverableGroupException)) {
      return e;
    }
    IOException missing =
        new BlockMissingException(src, "path=" + src + ": " + e.getMessage(), offset);
    missing.initCause(e);
    return missing;
  }

  @Override
  protected void closeCurrentBlockReaders() {
    super.closeCurrentBlockReaders();
    window.close();
  }

  @Override
  public synchronized void unbuffer() {
    super.unbuffer();
    releaseMemory();
  }

  @Override
  public synchronized void close() throws IOException {
    tracer.endPass();
    try {
      super.close();
    } finally {
      releaseMemory();
    }
  }

  private void releaseMemory() {
    window.release();
    memory.cells().clear();
  }

  @Override
  boolean refreshBlockLocations(Map<String, InetSocketAddress> addressCache) {
    boolean refreshed = super.refreshBlockLocations(addressCache);
    if (refreshed) {
      memory.lost().clear();
      parities.clear();
    }
    return refreshed;
  }
}
