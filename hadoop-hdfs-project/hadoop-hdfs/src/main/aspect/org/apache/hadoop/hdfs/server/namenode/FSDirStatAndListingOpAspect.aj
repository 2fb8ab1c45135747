package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.allocate.DecoupledNamespace;
import io.okapifs.hdfs.namenode.file.StorageTools;
import io.okapifs.hdfs.namenode.file.StripeListing;
import io.okapifs.hdfs.namenode.ops.CorruptListing;
import io.okapifs.hdfs.namenode.ops.Quarantine;
import java.io.IOException;
import org.apache.hadoop.fs.FileEncryptionInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;

/**
 * Why: clients ask for parity groups, and for corrupt replicas, with an offset that no file has,
 * after the checks of any open; a stock DataNode sums a stripe wrongly where just its last blocks
 * are lost; and who moves blocks for storage policies knows no groups.
 * Ladder: a call inside a static method; the answer is upstream's, over other blocks.
 * Gone when: HDFS locates parity groups.
 */
aspect FSDirStatAndListingOpAspect {

  // read: parity groups are asked for after the checks of any open
  pointcut open(FSDirectory directory) :
      execution(static FSDirStatAndListingOp.GetBlockLocationsResult
          FSDirStatAndListingOp.getBlockLocations(FSDirectory, FSPermissionChecker, String, long,
          long, boolean))
      && args(directory, FSPermissionChecker, String, long, long, boolean);

  after(FSDirectory directory) returning(FSDirStatAndListingOp.GetBlockLocationsResult found)
      throws IOException : open(directory) {
    Quarantine.refuse(directory, found.getIIp().getLastINode());
  }

  // placement: HDFS's mover and satisfier pass over files with a width
  pointcut status(byte storagePolicy, ErasureCodingPolicy policy, LocatedBlocks blocks) :
      execution(private static HdfsFileStatus FSDirStatAndListingOp.createFileStatus(long, ..,
          LocatedBlocks))
      && args(.., storagePolicy, policy, blocks);

  HdfsFileStatus around(byte storagePolicy, ErasureCodingPolicy policy, LocatedBlocks blocks) :
      status(storagePolicy, policy, blocks) {
    return proceed(
        StorageTools.listedStoragePolicy(storagePolicy, policy, blocks), policy, blocks);
  }

  // read: parity groups and corrupt replicas are listed as blocks are
  pointcut locate(FSDirectory directory, BlockInfo[] blocks, long fileLength, boolean open,
      long offset, long length, boolean snapshot) :
      call(public LocatedBlocks BlockManager.createLocatedBlocks(BlockInfo[], long, boolean, long,
          long, boolean, boolean, FileEncryptionInfo, ErasureCodingPolicy))
      && withincode(static FSDirStatAndListingOp.GetBlockLocationsResult
          FSDirStatAndListingOp.getBlockLocations(FSDirectory, FSPermissionChecker, String, long,
          long, boolean))
      && args(blocks, fileLength, open, offset, length, boolean, snapshot, FileEncryptionInfo,
          ErasureCodingPolicy)
      && cflow(open(directory));

  LocatedBlocks around(FSDirectory directory, BlockInfo[] blocks, long fileLength, boolean open,
      long offset, long length, boolean snapshot) throws IOException :
      locate(directory, blocks, fileLength, open, offset, length, snapshot) {
    BlockInfo[] listed =
        DecoupledNamespace.listed(directory, blocks, fileLength, offset, length, snapshot);
    // Never listed as in a snapshot: upstream would look for the file's end among the groups.
    return listed == null
        ? StripeListing.guarded(
            proceed(directory, blocks, fileLength, open, offset, length, snapshot))
        : CorruptListing.added(
            directory, blocks, offset,
            proceed(directory, listed, fileLength, false, 0L, Long.MAX_VALUE, false));
  }
}
