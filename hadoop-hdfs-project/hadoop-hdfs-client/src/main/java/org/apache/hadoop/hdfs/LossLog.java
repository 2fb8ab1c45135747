package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.read.Source;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * Tells the user of a stream what it reads around: of a dead node one line, however many blocks it
 * had. Everything else, and all stacks, are logged at DEBUG. Any thread may call it.
 */
final class LossLog {

  private final String path;
  private final Set<Topic> told = ConcurrentHashMap.newKeySet();

  /** What one line is enough for: a node in one of its states, a corrupt block, or neither. */
  private record Topic(DatanodeInfo node, boolean silent, Source corrupt) {}

  LossLog(String path) {
    this.path = path;
  }

  /**
   * @param node that has the block, or had it; null where none is known
   * @param reason why the block cannot be read; one sentence
   * @param failure whose stack may be of use
   */
  void lost(Source source, DatanodeInfo node, String reason, IOException failure) {
    IOException cause = causeOf(failure);
    if (!isInterruption(cause) && told.add(topic(source, node, cause))) {
      DFSClient.LOG.warn(
          "{} is read around {}, {}: {}", path,
          node == null ? "blocks that are lost" : node.getXferAddr(),
          node == null ? "first " + source : "which has " + source, reason);
    }
    DFSClient.LOG.debug("Cannot read {} of {} from {}", source, path, node, failure);
  }

  private static Topic topic(Source source, DatanodeInfo node, IOException failure) {
    boolean silent =
        failure instanceof SocketException
            || failure instanceof SocketTimeoutException
            || failure instanceof EOFException
            || failure instanceof BlockLostException;
    return new Topic(node, silent, failure instanceof ChecksumException ? source : null);
  }

  /** Who is interrupted breaks its own connections: that says nothing about nodes. */
  private static boolean isInterruption(IOException failure) {
    return Thread.currentThread().isInterrupted()
        || failure instanceof ClosedByInterruptException
        || failure instanceof InterruptedIOException
            && !(failure instanceof SocketTimeoutException);
  }

  private static IOException causeOf(IOException failure) {
    return failure instanceof BlockLostException && failure.getCause() instanceof IOException cause
        ? cause
        : failure;
  }
}
