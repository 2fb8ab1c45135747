package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.SuiteConfig;
import java.io.IOException;
import java.net.URI;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What the threads of one slave share. Any thread may use it.
 *
 * @param address of the file system
 * @param workspace folder on it
 * @param task number of the slave
 * @param threads of the slave
 * @param redundancy who can ask HDFS about it
 * @param barriers of all slaves
 */
public record Scope(
    SuiteConfig config, URI address, Configuration conf, Path workspace, int task, int threads,
    Redundancy.Source redundancy, Barriers barriers, Progress progress) {

  /** Where threads of all slaves wait for each other. */
  @FunctionalInterface
  public interface Barriers {
    /**
     * Waits until all threads of all slaves that have not failed are there.
     *
     * @throws IOException where the run was aborted
     */
    void await(String name, int thread) throws IOException, InterruptedException;
  }

  /** A client of its own: what is shared could be closed by others. */
  FileSystem connect() throws IOException {
    return FileSystem.newInstance(address, conf);
  }

  /** Draws what a thread does; the same with the same seed. */
  Random random(int thread) {
    return new Random(config.number(CommonKeys.SEED) * 1_000_003 + task * 10_007L + thread);
  }
}
