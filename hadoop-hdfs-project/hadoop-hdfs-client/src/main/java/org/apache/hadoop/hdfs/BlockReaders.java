package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.read.BlockAccess;
import io.okapifs.hdfs.read.ByteRange;
import io.okapifs.hdfs.read.Fetch;
import io.okapifs.hdfs.read.FetchFailure;
import io.okapifs.hdfs.read.FileView;
import io.okapifs.hdfs.read.GroupParity;
import io.okapifs.hdfs.read.Source;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.DFSInputStream.DNAddrPair;
import org.apache.hadoop.hdfs.DFSUtilClient.CorruptedBlocks;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.InvalidEncryptionKeyException;
import org.apache.hadoop.hdfs.util.StripedBlockUtil.BlockReadStats;

/**
 * The open blocks of one stream or of one positional read. The caller's thread hands out the work
 * and keeps the books; each block is read by one thread of the client's pool.
 */
final class BlockReaders implements BlockAccess, Closeable {

  private static final int REASON_LENGTH_MAX = 200;

  /** With more sub-blocks per block, each would keep a connection for a long time. */
  private static final int SUB_BLOCKS_READ_AHEAD_MAX = 8;

  private final DecoupledInputStream stream;
  private final BlockLocator locator;
  private final boolean readsAhead;
  private final Map<Place, BlockCursor> cursors = new ConcurrentHashMap<>();

  /** Where a block is read on: a place for each of its sub-blocks, one for all if they are many. */
  private record Place(Source source, long start) {}

  /** What came of the fetches of one block. */
  private record Outcome(BlockReadStats stats, FetchFailure failure, BlockCursor corrupt) {}

  /**
   * @param readsAhead whether blocks are asked for to their end, because the next read goes on
   *     where this one stops
   */
  BlockReaders(DecoupledInputStream stream, BlockLocator locator, boolean readsAhead) {
    this.stream = stream;
    this.locator = locator;
    this.readsAhead = readsAhead;
  }

  @Override
  public List<FetchFailure> unplaced(FileView current, Set<Source> sources) {
    List<FetchFailure> failures = new ArrayList<>();
    for (Source source : sources) {
      try {
        locator.locate(current, source);
      } catch (BlockLostException e) {
        failures.add(failure(source, 0, null, e));
      } catch (IOException e) {
        DFSClient.LOG.debug("Not located yet: {} of {}", source, stream.getSrc(), e);
      }
    }
    return failures;
  }

  /** Notes a loss. */
  private FetchFailure failure(Source source, long offset, BlockCursor broken, IOException e) {
    boolean corrupt = e instanceof ChecksumException && broken != null;
    String reason = (corrupt ? "corrupt on " + broken.node() + ": " : "") + shortened(e);
    stream.losses().lost(source, nodeOf(broken, e), reason, e);
    return new FetchFailure(source, offset, reason);
  }

  @Override
  public GroupParity parityOf(long group) throws IOException {
    return locator.parityOf(group);
  }

  @Override
  public void refresh(FileView current, long group) throws IOException {
    locator.relocateGroup(current, group);
  }

  @Override
  public void onDecoded(long millis) {
    stream.getReadStatistics().addErasureCodingDecodingTime(millis);
  }

  @Override
  public List<FetchFailure> fetch(FileView current, List<Fetch> fetches) throws IOException {
    Map<Source, List<Fetch>> bySource = new LinkedHashMap<>();
    for (Fetch fetch : fetches) {
      bySource.computeIfAbsent(fetch.source(), ignored -> new ArrayList<>()).add(fetch);
    }
    List<FutureTask<Outcome>> tasks = new ArrayList<>();
    bySource.forEach(
        (source, list) -> tasks.add(new FutureTask<>(() -> readBlock(current, source, list))));
    for (FutureTask<Outcome> task : tasks.subList(1, tasks.size())) {
      stream.getStripedReadsThreadPool().execute(task);
    }
    tasks.get(0).run();
    return book(tasks);
  }

  /** Waits for all tasks, since they write into the caller's buffers, and books their results. */
  private List<FetchFailure> book(List<? extends Future<Outcome>> tasks) throws IOException {
    List<FetchFailure> failures = new ArrayList<>();
    CorruptedBlocks corrupt = new CorruptedBlocks();
    // An interrupted thread breaks its own connections: that says nothing about the blocks.
    boolean interrupted = Thread.interrupted();
    Throwable broken = null;
    for (Future<Outcome> task : tasks) {
      Outcome outcome = null;
      while (outcome == null) {
        try {
          outcome = task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          broken = e.getCause();
          outcome = new Outcome(null, null, null);
        }
      }
      stream.updateReadStats(outcome.stats());
      if (outcome.failure() != null) {
        failures.add(outcome.failure());
      }
      if (outcome.corrupt() != null) {
        corrupt.addCorruptedBlock(outcome.corrupt().block(), outcome.corrupt().node());
      }
    }
    stream.reportCheckSumFailure(corrupt, 1, true);
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading: path=" + stream.getSrc());
    }
    if (broken != null) {
      throw new IOException("a block read broke: path=" + stream.getSrc(), broken);
    }
    return failures;
  }

  private Outcome readBlock(FileView current, Source source, List<Fetch> fetches) {
    int bytes = 0;
    BlockReadStats stats = null;
    for (Fetch fetch : fetches) {
      try {
        BlockCursor cursor = readFetch(current, fetch, end(current, fetch, fetches));
        bytes += fetch.range().length();
        stats = cursor.stats(bytes);
      } catch (IOException e) {
        BlockCursor broken = cursors.remove(place(current, fetch));
        close(broken);
        FetchFailure failure = failure(source, fetch.range().from(), broken, e);
        return new Outcome(stats, failure, e instanceof ChecksumException ? broken : null);
      }
    }
    return new Outcome(stats, null, null);
  }

  private static DatanodeInfo nodeOf(BlockCursor broken, IOException failure) {
    if (broken != null) {
      return broken.node();
    }
    return failure instanceof BlockLostException lost ? lost.node() : null;
  }

  private static boolean hasFewSubBlocks(FileView current) {
    return current.layout().policy().alpha() <= SUB_BLOCKS_READ_AHEAD_MAX;
  }

  private static Place place(FileView current, Fetch fetch) {
    Source source = fetch.source();
    return new Place(
        source,
        hasFewSubBlocks(current)
            ? current.sequenceAt(source, fetch.range().from()).from()
            : 0);
  }

  /** How far a block is asked for where a fetch starts. */
  private long end(FileView current, Fetch fetch, List<Fetch> ofBlock) {
    ByteRange sequence = current.sequenceAt(fetch.source(), fetch.range().from());
    long wanted =
        ofBlock.stream()
            .filter(each -> sequence.contains(each.range()))
            .mapToLong(Fetch::goesOnTo)
            .max()
            .orElse(0);
    long end =
        readsAhead && hasFewSubBlocks(current) ? sequence.to() : Math.min(wanted, sequence.to());
    return Math.max(end, fetch.range().to());
  }

  /** The log has all of it; a message that names several blocks needs the start of each. */
  private static String shortened(IOException e) {
    String all = e.getMessage() == null ? e.toString() : e.getMessage();
    String message = all.split("\n", 2)[0];
    return message.length() <= REASON_LENGTH_MAX
        ? message
        : message.substring(0, REASON_LENGTH_MAX) + "...";
  }

  private BlockCursor readFetch(FileView current, Fetch fetch, long end) throws IOException {
    Source source = fetch.source();
    Place place = place(current, fetch);
    BlockCursor cursor = cursors.get(place);
    if (cursor != null && cursor.isBefore(fetch.range().from(), fetch.range().to())) {
      try {
        cursor.skipTo(fetch.range().from());
        cursor.read(fetch.target());
        return cursor;
      } catch (ChecksumException e) {
        throw e;
      } catch (IOException e) {
        // A node drops connections that were idle for long: worth one new one.
        DFSClient.LOG.debug("Opening {} of {} again", source, stream.getSrc(), e);
      }
    }
    close(cursors.remove(place));
    BlockCursor opened = open(current, source, fetch.range().from(), end);
    cursors.put(place, opened);
    opened.read(fetch.target());
    return opened;
  }

  private BlockCursor open(FileView current, Source source, long from, long to)
      throws IOException {
    Retries retries = new Retries();
    IOException last = null;
    while (true) {
      LocatedBlock block = locate(current, source, last);
      DNAddrPair node = stream.getBestNodeDNAddrPair(block, null);
      if (node == null) {
        throw last != null ? last : new BlockLostException(block.getLocations()[0]);
      }
      try {
        BlockReader reader =
            stream.getBlockReader(
                block, from, to - from, node.addr, node.storageType, node.info);
        stream.opened(reader);
        return new BlockCursor(reader, block.getBlock(), node.info, from, to);
      } catch (IOException e) {
        last = new BlockLostException(node.info, e);
        if (!retries.mayTryAgain(current, source, node, e)) {
          throw last;
        }
      }
    }
  }

  /**
   * Of a node that failed and has told the NameNode why, the failure is what users should hear of.
   */
  private LocatedBlock locate(FileView current, Source source, IOException last)
      throws IOException {
    try {
      return locator.locate(current, source);
    } catch (BlockLostException e) {
      throw last != null ? last : e;
    }
  }

  /** What may be tried again while one block is opened, each of it once. */
  private final class Retries {

    private boolean renewedKey;
    private boolean renewedToken;
    private boolean relocated;

    /** Prepares the next attempt, if there is to be one. */
    boolean mayTryAgain(FileView current, Source source, DNAddrPair node, IOException e)
        throws IOException {
      if (e instanceof InvalidEncryptionKeyException && !renewedKey) {
        renewedKey = true;
        stream.getDFSClient().clearDataEncryptionKey();
      } else if (DFSInputStream.tokenRefetchNeeded(e, node.addr) && !renewedToken) {
        renewedToken = true;
        locator.relocate(current, source);
      } else {
        // Other blocks of the node may be fine unless it is the node that does not answer.
        if (e instanceof SocketException || e instanceof SocketTimeoutException) {
          stream.addToLocalDeadNodes(node.info);
          stream.getDFSClient().addNodeToDeadNodeDetector(stream, node.info);
        }
        if (relocated) {
          return false;
        }
        relocated = true;
        locator.relocate(current, source);
      }
      return true;
    }
  }

  private static void close(BlockCursor cursor) {
    if (cursor != null) {
      cursor.close();
    }
  }

  @Override
  public void close() {
    cursors.values().forEach(BlockCursor::close);
    cursors.clear();
  }
}
