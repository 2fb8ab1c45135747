package org.apache.hadoop.hdfs;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/**
 * Why: upstream's tests find the blocks of a group by their index in its block group; those of a
 * decoupled file lie in several stripes and in a parity group.
 * Ladder: a static helper of the tests jar that the test classes call.
 * Gone when: upstream's tests know stripe widths.
 */
aspect ReadStripedFileWithDecodingHelperAspect {

  pointcut corrupt(MiniDFSCluster cluster, DistributedFileSystem fs, Path file, int dataCount,
      int parityCount, boolean delete) :
      execution(public static void ReadStripedFileWithDecodingHelper.corruptBlocks(MiniDFSCluster,
          DistributedFileSystem, Path, int, int, boolean))
      && args(cluster, fs, file, dataCount, parityCount, delete);

  void around(MiniDFSCluster cluster, DistributedFileSystem fs, Path file, int dataCount,
      int parityCount, boolean delete) throws IOException :
      corrupt(cluster, fs, file, dataCount, parityCount, delete) {
    if (DecoupledTestFile.isDecoupled(fs, file.toString())) {
      DecoupledTestFile.corruptLastGroup(cluster, fs, file, dataCount, parityCount, delete);
    } else {
      proceed(cluster, fs, file, dataCount, parityCount, delete);
    }
  }
}
