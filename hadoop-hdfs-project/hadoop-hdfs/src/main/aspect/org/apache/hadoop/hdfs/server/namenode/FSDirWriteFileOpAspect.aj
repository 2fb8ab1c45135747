package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.allocate.DecoupledAllocation;
import io.okapifs.hdfs.namenode.file.DecoupledCreate;
import io.okapifs.hdfs.namenode.file.DecoupledPolicies;
import io.okapifs.hdfs.namenode.placement.DecoupledPlacement;
import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileEncryptionInfo;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * Why: the stripe width enters the inode, and data stripes get ids, places and quota of their own.
 * Ladder: static methods that nothing else can reach.
 * Gone when: HDFS knows stripe widths.
 */
aspect FSDirWriteFileOpAspect {

  private DecoupledPlacement FSDirWriteFileOp.ValidateAddBlockResult.okapiPlan;

  // file: what a new file shall have is judged before anything is changed
  pointcut startFile(FSNamesystem namesystem, INodesInPath path, String client,
      EnumSet<CreateFlag> flags, long blockSize, String policy) :
      execution(static HdfsFileStatus FSDirWriteFileOp.startFile(FSNamesystem, INodesInPath,
          PermissionStatus, String, String, EnumSet, boolean, short, long, FileEncryptionInfo,
          INode.BlocksMapUpdateInfo, boolean, String, String, boolean))
      && args(namesystem, path, PermissionStatus, client, String, flags, boolean, short, blockSize,
          FileEncryptionInfo, INode.BlocksMapUpdateInfo, boolean, policy, String, boolean);

  before(FSNamesystem namesystem, INodesInPath path, String client, EnumSet<CreateFlag> flags,
      long blockSize, String policy) throws IOException :
      startFile(namesystem, path, client, flags, blockSize, policy) {
    DecoupledCreate.check(namesystem, path, flags, blockSize, policy, client);
  }

  // file: the stripe width enters the inode
  pointcut addFile(FSDirectory directory, INodesInPath parent, boolean replicate, String policy) :
      execution(private static INodesInPath FSDirWriteFileOp.addFile(FSDirectory, INodesInPath,
          byte[], PermissionStatus, short, long, String, String, boolean, String, String))
      && args(directory, parent, byte[], PermissionStatus, short, long, String, String, replicate,
          policy, String);

  after(FSDirectory directory, INodesInPath parent, boolean replicate,
      String policy) returning(INodesInPath added) throws IOException :
      addFile(directory, parent, replicate, policy) {
    DecoupledCreate.stamp(directory.getFSNamesystem(), parent, replicate, policy, added);
  }

  // file: the inode gets a policy id that Apache's NameNode refuses
  pointcut policyIdOfAddedFile(ErasureCodingPolicy policy) :
      call(public byte ErasureCodingPolicy.getId())
      && withincode(private static INodesInPath FSDirWriteFileOp.addFile(FSDirectory, INodesInPath,
          byte[], PermissionStatus, short, long, String, String, boolean, String, String))
      && target(policy);

  byte around(ErasureCodingPolicy policy) : policyIdOfAddedFile(policy) {
    return DecoupledPolicies.storedId(policy);
  }

  // allocate: the places of a data stripe are planned by group
  pointcut validateAddBlock(FSNamesystem namesystem, FSPermissionChecker permissions, String path,
      long fileId, ExtendedBlock previous) :
      execution(static FSDirWriteFileOp.ValidateAddBlockResult FSDirWriteFileOp.validateAddBlock(
          FSNamesystem, FSPermissionChecker, String, long, String, ExtendedBlock, LocatedBlock[]))
      && args(namesystem, permissions, path, fileId, String, previous, LocatedBlock[]);

  after(FSNamesystem namesystem, FSPermissionChecker permissions, String path, long fileId,
      ExtendedBlock previous) returning(FSDirWriteFileOp.ValidateAddBlockResult result)
      throws IOException :
      validateAddBlock(namesystem, permissions, path, fileId, previous) {
    if (result != null) {
      result.okapiPlan = DecoupledAllocation.plan(namesystem, permissions, path, fileId, previous);
    }
  }

  // allocate: a data stripe gets its places by that plan
  pointcut chooseTargets(BlockManager blocks, DatanodeInfo[] excluded, EnumSet<AddBlockFlag> flags,
      FSDirWriteFileOp.ValidateAddBlockResult result) :
      execution(static DatanodeStorageInfo[] FSDirWriteFileOp.chooseTargetForNewBlock(BlockManager,
          String, DatanodeInfo[], String[], EnumSet, FSDirWriteFileOp.ValidateAddBlockResult))
      && args(blocks, String, excluded, String[], flags, result);

  DatanodeStorageInfo[] around(BlockManager blocks, DatanodeInfo[] excluded,
      EnumSet<AddBlockFlag> flags,
      FSDirWriteFileOp.ValidateAddBlockResult result) throws IOException :
      chooseTargets(blocks, excluded, flags, result) {
    return result.okapiPlan == null
        ? proceed(blocks, excluded, flags, result)
        : DecoupledAllocation.choose(result.okapiPlan, blocks, excluded, flags);
  }

  // allocate: a data stripe gets an id of its group
  pointcut saveBlock(FSNamesystem namesystem, INodesInPath path, Block block,
      DatanodeStorageInfo[] targets) :
      execution(static void FSDirWriteFileOp.saveAllocatedBlock(FSNamesystem, String, INodesInPath,
          Block, DatanodeStorageInfo[], BlockType))
      && args(namesystem, String, path, block, targets, BlockType);

  before(FSNamesystem namesystem, INodesInPath path, Block block,
      DatanodeStorageInfo[] targets) throws IOException :
      saveBlock(namesystem, path, block, targets) {
    DecoupledAllocation.beforeSave(namesystem, path, block, targets);
  }

  // allocate: a data stripe is charged no parity
  pointcut parityOfAddedBlock(ErasureCodingPolicy policy) :
      call(public int ErasureCodingPolicy.getNumParityUnits())
      && withincode(private static BlockInfo FSDirWriteFileOp.addBlock(FSDirectory, String,
          INodesInPath, Block, DatanodeStorageInfo[], BlockType))
      && target(policy);

  int around(ErasureCodingPolicy policy) : parityOfAddedBlock(policy) {
    return DecoupledPolicies.parityInBlockGroup(policy, proceed(policy));
  }
}
