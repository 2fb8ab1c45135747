package io.okapifs.bench.dfsperf.cluster;

import java.io.IOException;
import org.apache.hadoop.ipc.ProtocolInfo;

/** What slaves ask of the master, by Hadoop's RPC. All of it may be repeated. */
@ProtocolInfo(protocolName = "io.okapifs.bench.dfsperf.Master", protocolVersion = 1)
public interface MasterProtocol {

  /** What a slave is to do next. */
  enum Order {
    WAIT,
    RUN,
    ABORT
  }

  long versionID = 1;

  /**
   * Says that a slave is there.
   *
   * @return its {@link Assignment} as JSON
   */
  String register(int task, String node) throws IOException;

  /** Says that its threads are set up. */
  void ready(int task) throws IOException;

  /**
   * Says that it is alive, and how far it is.
   *
   * @return the ordinal of an {@link Order}
   */
  int beat(int task, long bytes, long operations) throws IOException;

  /**
   * Says that a thread is at a barrier.
   *
   * @return whether all threads are there
   */
  boolean arrive(int task, int thread, String barrier) throws IOException;

  /**
   * Says that it has ended.
   *
   * @param context as in its file
   * @param tally of all its threads as JSON, see {@link Tally}
   * @param failure why it failed; empty where it did not
   */
  void finish(int task, String context, String tally, String failure) throws IOException;
}
