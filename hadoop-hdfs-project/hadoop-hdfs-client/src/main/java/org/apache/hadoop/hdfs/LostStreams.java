package org.apache.hadoop.hdfs;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.StripeView;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How the streams of a decoupled file log that they are lost, which parity makes up for. Any thread
 * may call it.
 */
public final class LostStreams {

  private static final VarHandle OUTER = outer();

  private LostStreams() {}

  /** The thread that reads a stream's acknowledgements is of a private inner class. */
  private static VarHandle outer() {
    try {
      Class<?> inner = Class.forName(DataStreamer.class.getName() + "$ResponseProcessor");
      return MethodHandles.privateLookupIn(inner, MethodHandles.lookup())
          .findVarHandle(inner, "this$0", DataStreamer.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Whether a stream is of a decoupled file.
   *
   * @param where a streamer, or the thread that reads its acknowledgements
   */
  @Woven
  public static boolean areOurs(Object where) {
    DataStreamer streamer =
        where instanceof DataStreamer itself ? itself : (DataStreamer) OUTER.get(where);
    return StripeView.isView(streamer.stat.getErasureCodingPolicy());
  }

  /** A line for people, and the stack for who asks for it. */
  @Woven
  public static void log(String what, Throwable why) {
    DataStreamer.LOG.warn("{}: {}", what, why.toString());
    DataStreamer.LOG.debug(what, why);
  }
}
