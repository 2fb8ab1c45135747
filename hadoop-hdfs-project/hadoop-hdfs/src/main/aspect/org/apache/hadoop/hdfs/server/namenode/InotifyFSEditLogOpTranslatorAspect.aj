package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.journal.DecoupledHeader;
import io.okapifs.hdfs.tools.PersistedSizes;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;

/**
 * Why: events tell a file's length and block size; edits keep parity groups and the stripe width
 * in what these are taken from.
 * Ladder: static methods that build the events from fields.
 * Gone when: HDFS journals parity groups apart and keeps a stripe width in its edits.
 */
aspect InotifyFSEditLogOpTranslatorAspect {

  // tools: the length in an event is without parity
  pointcut closedSize(FSEditLogOp.AddCloseOp op) :
      execution(private static long InotifyFSEditLogOpTranslator.getSize(FSEditLogOp.AddCloseOp))
      && args(op);

  long around(FSEditLogOp.AddCloseOp op) : closedSize(op) {
    // Never proceeds: the sum is the method.
    return PersistedSizes.sizeOf(op.getBlocks());
  }

  pointcut translate(FSEditLogOp operation) :
      execution(public static EventBatch InotifyFSEditLogOpTranslator.translate(FSEditLogOp))
      && args(operation);

  // tools: the block size in an event is without the width
  pointcut blockSizeOfEvent(FSEditLogOp operation, long blockSize) :
      call(public Event.CreateEvent.Builder Event.CreateEvent.Builder.defaultBlockSize(long))
      && withincode(public static EventBatch InotifyFSEditLogOpTranslator.translate(FSEditLogOp))
      && cflow(translate(operation)) && args(blockSize);

  Event.CreateEvent.Builder around(FSEditLogOp operation, long blockSize) :
      blockSizeOfEvent(operation, blockSize) {
    return proceed(operation, DecoupledHeader.blockSizeOfEvent(operation, blockSize));
  }
}
