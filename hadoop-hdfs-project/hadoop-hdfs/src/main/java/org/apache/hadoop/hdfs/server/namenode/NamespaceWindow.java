package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/**
 * What HDFS keeps private of its namespace. No decision is taken here. Callers hold the
 * namesystem's lock as HDFS does: to change anything the write lock.
 */
public final class NamespaceWindow {

  private NamespaceWindow() {}

  public static FSNamesystem namesystem(FSDirectory directory) {
    return directory.getFSNamesystem();
  }

  /** Null where nobody knows the block. */
  public static BlockInfo stored(FSNamesystem namesystem, Block block) {
    return namesystem.getStoredBlock(block);
  }

  /** A file that is there, also in snapshots alone; without the lock of the directory tree. */
  public static INodeFile file(FSNamesystem namesystem, long inodeId) {
    return namesystem.getFSDirectory().getINodeMap().get(inodeId).asFile();
  }

  /** The file of a block; null where it has none. */
  public static INodeFile fileOf(FSNamesystem namesystem, BlockInfo block) {
    return namesystem.getBlockCollection(block);
  }

  /** The block before the last one; null where there is none. */
  public static BlockInfo penultimate(INodeFile file) {
    return file.getPenultimateBlock();
  }

  /** A block group with an id and a stamp that nobody had; both are journaled. */
  public static Block newBlockGroup(FSNamesystem namesystem) throws IOException {
    return namesystem.createNewBlock(BlockType.STRIPED);
  }

  /** The path of a file that a client names by path, id, or both. */
  public static INodesInPath resolve(
      FSNamesystem namesystem, FSPermissionChecker permissions, String path, long fileId)
      throws IOException {
    return namesystem.getFSDirectory().resolvePath(permissions, path, fileId);
  }

  /** Of the caller; taken without a lock. */
  public static FSPermissionChecker permissions(FSNamesystem namesystem) throws IOException {
    return namesystem.getPermissionChecker();
  }

  /** Whether permissions are checked and the caller is not the superuser. */
  public static boolean isBounded(FSDirectory directory) throws IOException {
    return directory.isPermissionEnabled()
        && isBounded(directory, directory.getPermissionChecker());
  }

  /** Refuses an access that the caller has no permission for, where permissions are checked. */
  public static void checkAccess(
      FSDirectory directory, FSPermissionChecker permissions, INodesInPath path, FsAction access)
      throws IOException {
    if (directory.isPermissionEnabled()) {
      directory.checkPathAccess(permissions, path, access);
    }
  }

  /** Whether permissions are checked and somebody is not the superuser. */
  public static boolean isBounded(FSDirectory directory, FSPermissionChecker permissions) {
    return directory.isPermissionEnabled() && !permissions.isSuperUser();
  }

  /** Refuses whoever is not the superuser. */
  public static void checkSuperuser(FSNamesystem namesystem, FSPermissionChecker permissions)
      throws IOException {
    namesystem.checkSuperuserPrivilege(permissions);
  }

  /**
   * Adds a line to the audit log, without a lock.
   *
   * @param path null where it is about none
   */
  public static void audit(
      FSNamesystem namesystem, boolean allowed, String operation, String path)
      throws IOException {
    namesystem.logAuditEvent(allowed, operation, path);
  }

  /** How many entries a listing has at most. */
  public static int listingLimit(FSDirectory directory) {
    return directory.getLsLimit();
  }

  /** Refuses what is more than the quota of a file's folders. */
  public static void verifyQuota(INodesInPath path, QuotaCounts more)
      throws QuotaExceededException {
    FSDirectory.verifyQuota(path, path.length() - 1, more, null);
  }

  /** The file that a client writes, or an error that says why it may not. */
  public static INodeFile leased(
      FSNamesystem namesystem, INodesInPath path, String client, long fileId) throws IOException {
    return namesystem.checkLease(path, client, fileId);
  }

  /** Files that are being written, by id. */
  public static Collection<Long> openFiles(FSNamesystem namesystem) {
    return namesystem.getLeaseManager().getINodeIdWithLeases();
  }

  /** Refuses what would be one object too many. */
  public static void checkObjectLimit(FSNamesystem namesystem) throws IOException {
    namesystem.checkFsObjectLimit();
  }

  /** Refuses a change in safe mode. */
  public static void checkSafeMode(FSNamesystem namesystem, String what) throws IOException {
    namesystem.checkNameNodeSafeMode(what);
  }

  public static void enterSafeMode(FSNamesystem namesystem) throws IOException {
    namesystem.enterSafeMode(false);
  }

  /** The policy of a new file: the named one, else that of its folder; null for replication. */
  public static ErasureCodingPolicy policyOfNew(
      FSNamesystem namesystem, String name, INodesInPath parent) throws IOException {
    return FSDirErasureCodingOp.getErasureCodingPolicy(namesystem, name, parent);
  }

  /** The place of a writer that runs on no DataNode; null where it is not known. */
  public static Node placeOf(BlockManager blocks, String clientMachine) {
    return FSDirWriteFileOp.getClientNode(blocks, clientMachine);
  }

  /** A new block as its writer is told of it. */
  public static LocatedBlock located(
      FSNamesystem namesystem, BlockInfo block, DatanodeStorageInfo[] targets, long offset)
      throws IOException {
    return FSDirWriteFileOp.makeLocatedBlock(namesystem, block, targets, offset);
  }

  /** What a client is told that asks for all blocks from an offset on. */
  public static List<LocatedBlock> listing(
      FSNamesystem namesystem, FSPermissionChecker permissions, String path, long offset)
      throws IOException {
    return FSDirStatAndListingOp.getBlockLocations(
        namesystem.getFSDirectory(), permissions, path, offset, Integer.MAX_VALUE, false)
        .blocks.getLocatedBlocks();
  }

  /** Takes the lock of the directory tree, for changes. */
  public static void lock(FSDirectory directory) {
    directory.writeLock();
  }

  public static void unlock(FSDirectory directory) {
    directory.writeUnlock();
  }

  /**
   * Adds to the space in use.
   *
   * @param bytes counted as of one replica
   * @throws QuotaExceededException where the quota does not suffice; nothing was changed then
   */
  public static void addSpace(FSDirectory directory, INodeFile file, long bytes)
      throws QuotaExceededException {
    directory.writeLock();
    try {
      directory.updateCount(INodesInPath.fromINode(file), 0, bytes, (short) 1, true);
    } finally {
      directory.writeUnlock();
    }
  }

  /** Adds to the space in use, whatever the quota says. */
  public static void addSpace(FSDirectory directory, INodeFile file, QuotaCounts counts) {
    INodesInPath path = INodesInPath.fromINode(file);
    directory.writeLock();
    try {
      directory.updateCountNoQuotaCheck(path, path.length() - 1, counts);
    } finally {
      directory.writeUnlock();
    }
  }
}
