package io.okapifs.bench.dfsperf.suite;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** What HDFS is asked and told about the redundancy of files. For one thread. */
public interface Redundancy {

  /** What is missing of a file. A value. */
  interface Missing {
    /** Bytes of all blocks and replicas that are missing. */
    long bytes();

    /** Whether a range of the file needs a block of which one is missing. */
    boolean isOf(long offset, long bytes);
  }

  /** Asks what is missing of a closed file. */
  Missing missing(Path file) throws IOException;

  /**
   * Gives a closed file another erasure coding policy, and waits until it has that.
   *
   * @throws IOException naming the file, where it does not get it
   */
  void change(Path file, String policy) throws IOException;

  /** Who can ask a file system. */
  @FunctionalInterface
  interface Source {
    /**
     * Of a file system, which stays open.
     *
     * @throws IOException where it is not HDFS
     */
    Redundancy of(FileSystem fs) throws IOException;
  }
}
