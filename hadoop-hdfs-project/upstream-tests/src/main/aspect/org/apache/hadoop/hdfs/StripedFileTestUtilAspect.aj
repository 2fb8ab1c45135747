package org.apache.hadoop.hdfs;

/**
 * Why: upstream's tests wait until every block group has k + r replicas; a data stripe has s.
 * Ladder: a static helper of the tests jar that the test classes call.
 * Gone when: upstream's tests know stripe widths.
 */
aspect StripedFileTestUtilAspect {

  pointcut await(DistributedFileSystem fs, String file, int lostNodes) :
      execution(public static void StripedFileTestUtil.waitBlockGroupsReported(
          DistributedFileSystem, String, int))
      && args(fs, file, lostNodes);

  void around(DistributedFileSystem fs, String file, int lostNodes) throws Exception :
      await(fs, file, lostNodes) {
    if (DecoupledTestFile.isDecoupled(fs, file)) {
      DecoupledTestFile.awaitReported(fs, file, lostNodes);
    } else {
      proceed(fs, file, lostNodes);
    }
  }
}
