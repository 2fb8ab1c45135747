package io.okapifs.bench.dfsperf.suite;

/**
 * What a suite needs of a file system beside files and folders. A value.
 *
 * @param hdfs whether only HDFS has it
 * @param lostNodes DataNodes that an HDFS of the run's own loses once all threads run
 * @param repairs whether such an HDFS repairs what is lost
 */
public record Needs(boolean hdfs, int lostNodes, boolean repairs) {

  /** Any file system will do. */
  public static final Needs NOTHING = new Needs(false, 0, true);
}
