package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.file.StorageTools;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;

/**
 * Why: the storage policy satisfier is a process of its own and knows no parity groups.
 * Ladder: a static method.
 * Gone when: HDFS's satisfier asks where a block may lie.
 */
aspect FSDirSatisfyStoragePolicyOpAspect {

  // placement: the satisfier refuses files with a width
  pointcut satisfy(FSDirectory directory, String path) :
      execution(static FileStatus FSDirSatisfyStoragePolicyOp.satisfyStoragePolicy(FSDirectory,
          BlockManager, String, boolean))
      && args(directory, BlockManager, path, boolean);

  before(FSDirectory directory, String path) throws IOException : satisfy(directory, path) {
    StorageTools.checkSatisfiable(directory, path);
  }
}
