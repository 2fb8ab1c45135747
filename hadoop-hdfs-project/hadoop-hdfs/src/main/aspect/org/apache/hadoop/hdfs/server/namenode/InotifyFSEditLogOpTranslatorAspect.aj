package org.apache.hadoop.hdfs.server.namenode;

import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;

/**
 * Why: events tell clients the block size of a new file, and edits keep the stripe width in it.
 * Ladder: a static method that builds the event from a field.
 * Gone when: HDFS keeps a stripe width in its edits.
 */
aspect InotifyFSEditLogOpTranslatorAspect {

  pointcut translate(FSEditLogOp operation) :
      execution(public static EventBatch InotifyFSEditLogOpTranslator.translate(FSEditLogOp))
      && args(operation);

  pointcut blockSizeOfEvent(FSEditLogOp operation, long blockSize) :
      call(public Event.CreateEvent.Builder Event.CreateEvent.Builder.defaultBlockSize(long))
      && withincode(public static EventBatch InotifyFSEditLogOpTranslator.translate(FSEditLogOp))
      && cflow(translate(operation)) && args(blockSize);

  Event.CreateEvent.Builder around(FSEditLogOp operation, long blockSize) :
      blockSizeOfEvent(operation, blockSize) {
    return proceed(operation, DecoupledHeader.blockSizeOfEvent(operation, blockSize));
  }
}
