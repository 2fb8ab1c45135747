package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DFSStripedOutputStream.Coordinator;
import org.apache.hadoop.hdfs.DFSStripedOutputStream.MultipleBlockingQueue;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.util.Time;

/**
 * Where the writer and the streamers of one block group meet. The writer hands out blocks; when a
 * stream is lost it runs rounds: the others take the block with its new generation stamp,
 * reconnect, answer, and get the verdict whether all of them succeeded.
 *
 * <p>Each stream that answers yes takes exactly one verdict, so nothing has to be cleared between
 * rounds. Its own monitor guards answers and ends.
 */
final class LaneCoordinator extends Coordinator {

  private static final long POLL_MILLIS = 100;

  private final MultipleBlockingQueue<LocatedBlock> newBlocks;
  private final List<BlockingQueue<Boolean>> verdicts;
  private final Map<StripedDataStreamer, Boolean> answers = new HashMap<>();
  private final boolean[] ended;

  LaneCoordinator(int width) {
    super(width);
    newBlocks = new NewBlocks(width);
    verdicts = Stream.<BlockingQueue<Boolean>>generate(LinkedBlockingQueue::new)
        .limit(width).toList();
    ended = new boolean[width];
  }

  /**
   * A streamer whose DataNode restarts waits for a block with a new generation stamp although no
   * round is running. The writer does not wait for restarts, so the streamer is told to give up;
   * else both would wait for each other once its queue is full.
   */
  private static final class NewBlocks extends MultipleBlockingQueue<LocatedBlock> {
    NewBlocks(int width) {
      super(width, 1);
    }

    @Override
    LocatedBlock take(int index) throws InterruptedIOException {
      StripedDataStreamer streamer = (StripedDataStreamer) Thread.currentThread();
      if (!streamer.getErrorState().hasExternalError()) {
        streamer.close(false);
        throw new InterruptedIOException("DataNode is restarting");
      }
      return super.take(index);
    }
  }

  @Override
  MultipleBlockingQueue<LocatedBlock> getNewBlocks() {
    return newBlocks;
  }

  /** Forgets what was meant for a streamer that is being replaced. */
  void forget(int index) {
    getFollowingBlocks().poll(index);
    newBlocks.poll(index);
    verdicts.get(index).clear();
  }

  @Override
  synchronized void offerEndBlock(int index, ExtendedBlock block) {
    ended[index] = true;
    notifyAll();
  }

  synchronized void beginBlockGroup() {
    Arrays.fill(ended, false);
  }

  /** Waits until the last packet of a stream's block is acknowledged or the stream is lost. */
  synchronized void awaitEnd(LaneStream stream, long timeoutMillis) throws InterruptedIOException {
    long begin = Time.monotonicNow();
    while (!ended[stream.index()] && stream.isLive()) {
      if (timeoutMillis > 0 && Time.monotonicNow() - begin > timeoutMillis) {
        stream.giveUp(new IOException("block not ended within " + timeoutMillis + " ms"));
        return;
      }
      pause();
    }
  }

  synchronized boolean hasEnded(int index) {
    return ended[index];
  }

  synchronized void beginRound() {
    answers.clear();
  }

  @Override
  synchronized void updateStreamer(StripedDataStreamer streamer, boolean success) {
    answers.put(streamer, success);
    notifyAll();
  }

  /**
   * Waits for the answers of a round; a stream that gives none in time is lost.
   *
   * @return whether all said yes
   */
  synchronized boolean awaitAnswers(List<LaneStream> streams, long timeoutMillis)
      throws InterruptedIOException {
    long begin = Time.monotonicNow();
    while (streams.stream().anyMatch(this::mayStillAnswer)
        && Time.monotonicNow() - begin < timeoutMillis) {
      pause();
    }
    for (LaneStream stream : streams) {
      if (!answers.containsKey(stream.streamer())) {
        stream.giveUp(new IOException("did not reconnect within " + timeoutMillis + " ms"));
      }
    }
    return streams.stream().allMatch(s -> answers.getOrDefault(s.streamer(), false));
  }

  private boolean mayStillAnswer(LaneStream stream) {
    return stream.isLive() && !answers.containsKey(stream.streamer());
  }

  /** Tells the streams that answered yes how the round went. */
  synchronized void endRound(List<LaneStream> streams, boolean allSucceeded) {
    for (LaneStream stream : streams) {
      if (answers.getOrDefault(stream.streamer(), false)) {
        verdicts.get(stream.index()).add(allSucceeded);
      }
    }
  }

  @Override
  boolean takeStreamerUpdateResult(int index) throws InterruptedIOException {
    try {
      return verdicts.get(index).take();
    } catch (InterruptedException e) {
      throw DFSUtilClient.toInterruptedIOException("interrupted while waiting for a verdict", e);
    }
  }

  private void pause() throws InterruptedIOException {
    try {
      wait(POLL_MILLIS);
    } catch (InterruptedException e) {
      throw DFSUtilClient.toInterruptedIOException("interrupted while waiting for streams", e);
    }
  }
}
