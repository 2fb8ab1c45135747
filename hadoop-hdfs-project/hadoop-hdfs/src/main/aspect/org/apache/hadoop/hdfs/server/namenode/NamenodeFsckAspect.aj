package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.health.StorageMinimums;
import io.okapifs.hdfs.namenode.ops.FsckGroups;
import io.okapifs.hdfs.namenode.ops.FsckParity;
import io.okapifs.hdfs.namenode.ops.FsckPlaces;
import io.okapifs.hdfs.namenode.ops.FsckSummary;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;

/**
 * Why: the check looks at a file's block list, where parity groups are not, would delete a stripe
 * that its groups can rebuild, and calls one misplaced whose groups lie as well as they can.
 * Ladder: private methods of a class that upstream constructs itself.
 * Gone when: HDFS locates parity groups.
 */
aspect NamenodeFsckAspect {

  // ops: fsck looks at parity groups, too
  pointcut locate(NamenodeFsck fsck, String path, HdfsFileStatus file) :
      execution(private LocatedBlocks NamenodeFsck.getBlockLocations(String, HdfsFileStatus))
      && this(fsck) && args(path, file);

  LocatedBlocks around(NamenodeFsck fsck, String path, HdfsFileStatus file) throws IOException :
      locate(fsck, path, file) {
    return FsckParity.append(fsck, path, file, proceed(fsck, path, file));
  }

  /** Of all files of a check. */
  private final FsckGroups NamenodeFsck.Result.okapiGroups = new FsckGroups();

  // ops: fsck tells policy, width and tolerance
  pointcut summarise(
      NamenodeFsck fsck, String parent, HdfsFileStatus file, NamenodeFsck.Result result,
      LocatedBlocks blocks) :
      execution(private void NamenodeFsck.collectBlocksSummary(String, HdfsFileStatus,
          NamenodeFsck.Result, LocatedBlocks))
      && this(fsck)
      && args(parent, file, result, blocks);

  after(
      NamenodeFsck fsck, String parent, HdfsFileStatus file, NamenodeFsck.Result result,
      LocatedBlocks blocks) returning :
      summarise(fsck, parent, file, result, blocks) {
    // HDFS judges parity groups as block groups, and so its sum of those has them.
    result.totalBlocks +=
        FsckSummary.print(fsck, file.getFullName(parent), file, blocks, result.okapiGroups);
  }

  // ops: fsck tells how many losses parity groups survive
  pointcut report(NamenodeFsck.Result result) :
      execution(public String NamenodeFsck.ErasureCodingResult.toString()) && this(result);

  String around(NamenodeFsck.Result result) : report(result) {
    return result.okapiGroups.behind(proceed(result));
  }

  /** Of a check: the block group that it looks at. */
  private BlockInfo NamenodeFsck.okapiBlock;

  // ops: fsck never takes a stripe that can be rebuilt
  pointcut presentAtLeast(NamenodeFsck fsck, BlockManager blocks, BlockInfo block) :
      call(public short BlockManager.getMinStorageNum(BlockInfo))
      && withincode(private void NamenodeFsck.collectBlocksSummary(String, HdfsFileStatus,
          NamenodeFsck.Result, LocatedBlocks))
      && this(fsck)
      && target(blocks)
      && args(block);

  short around(NamenodeFsck fsck, BlockManager blocks, BlockInfo block) :
      presentAtLeast(fsck, blocks, block) {
    fsck.okapiBlock = block;
    return BlockInfoDecoupled.isDecoupled(block)
        ? StorageMinimums.minPresent(blocks, block)
        : proceed(fsck, blocks, block);
  }

  // ops: fsck judges places as groups do
  pointcut liesWell(NamenodeFsck fsck) :
      call(public BlockPlacementStatus BlockPlacementPolicy.verifyBlockPlacement(
          DatanodeInfo[], int))
      && withincode(private void NamenodeFsck.collectBlocksSummary(String, HdfsFileStatus,
          NamenodeFsck.Result, LocatedBlocks))
      && this(fsck);

  BlockPlacementStatus around(NamenodeFsck fsck) : liesWell(fsck) {
    return BlockInfoDecoupled.isDecoupled(fsck.okapiBlock)
        ? FsckPlaces.status(fsck, fsck.okapiBlock)
        : proceed(fsck);
  }
}
