package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import org.apache.hadoop.fs.FileEncryptionInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;

/**
 * Why: clients ask for parity groups with an offset that no file has, after the checks of any open.
 * Ladder: a call inside a static method; the answer is upstream's, over other blocks.
 * Gone when: HDFS locates parity groups.
 */
aspect FSDirStatAndListingOpAspect {

  pointcut open(FSDirectory directory) :
      execution(static FSDirStatAndListingOp.GetBlockLocationsResult
          FSDirStatAndListingOp.getBlockLocations(FSDirectory, FSPermissionChecker, String, long,
          long, boolean))
      && args(directory, FSPermissionChecker, String, long, long, boolean);

  pointcut locate(FSDirectory directory, BlockInfo[] blocks, boolean open, long offset,
      long length) :
      call(public LocatedBlocks BlockManager.createLocatedBlocks(BlockInfo[], long, boolean, long,
          long, boolean, boolean, FileEncryptionInfo, ErasureCodingPolicy))
      && withincode(static FSDirStatAndListingOp.GetBlockLocationsResult
          FSDirStatAndListingOp.getBlockLocations(FSDirectory, FSPermissionChecker, String, long,
          long, boolean))
      && args(blocks, long, open, offset, length, boolean, boolean, FileEncryptionInfo,
          ErasureCodingPolicy)
      && cflow(open(directory));

  LocatedBlocks around(FSDirectory directory, BlockInfo[] blocks, boolean open, long offset,
      long length) throws IOException :
      locate(directory, blocks, open, offset, length) {
    BlockInfo[] listed = DecoupledNamespace.listed(directory, blocks, offset, length);
    return listed == null
        ? proceed(directory, blocks, open, offset, length)
        : proceed(directory, listed, false, 0L, Long.MAX_VALUE);
  }
}
