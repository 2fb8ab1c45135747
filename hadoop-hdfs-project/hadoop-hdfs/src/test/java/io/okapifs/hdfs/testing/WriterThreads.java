package io.okapifs.hdfs.testing;

import java.util.List;

/** Threads of all writers of this JVM. */
public final class WriterThreads {

  private WriterThreads() {}

  /** Waits until none is left; those of a lost stream end by themselves. */
  public static void awaitEnd() throws Exception {
    BlockFileCluster.await("end of all threads of writers", () -> running().isEmpty());
  }

  private static List<Thread> running() {
    return Thread.getAllStackTraces().keySet().stream().filter(WriterThreads::isWriter).toList();
  }

  /** A streamer that had no block yet has no name. */
  private static boolean isWriter(Thread thread) {
    return thread.getClass().getSimpleName().endsWith("DataStreamer")
        || thread.getName().startsWith("ResponseProcessor");
  }
}
