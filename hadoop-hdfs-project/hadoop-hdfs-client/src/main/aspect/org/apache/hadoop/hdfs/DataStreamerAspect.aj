package org.apache.hadoop.hdfs;

import org.slf4j.Logger;

/**
 * Why: a node that is gone printed two stacks for each of its streams, where the file goes on.
 * Ladder: lines in the middle of private methods; a logger's level would hide all else.
 * Gone when: HDFS logs stacks of lost streams at debug.
 */
aspect DataStreamerAspect {

  // write: a lost stream of a decoupled file is a line
  pointcut warn(Object where, String what, Throwable why) :
      call(public void Logger.warn(String, Throwable))
      && (withincode(public void DataStreamer.run())
          || withincode(public void DataStreamer.ResponseProcessor.run())
          || withincode(boolean DataStreamer.createBlockOutputStream(..)))
      && this(where)
      && args(what, why);

  void around(Object where, String what, Throwable why) : warn(where, what, why) {
    if (LostStreams.areOurs(where)) {
      LostStreams.log(what, why);
    } else {
      proceed(where, what, why);
    }
  }
}
