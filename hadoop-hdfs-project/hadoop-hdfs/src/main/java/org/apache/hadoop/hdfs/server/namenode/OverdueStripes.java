package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DecoupledBlocks;
import org.apache.hadoop.hdfs.server.namenode.NameNode.OperationCategory;

/**
 * Completes the stripes of a file whose missing reports are forgone. Upstream completes a committed
 * block when a report arrives, and here none will.
 *
 * <p>It looks only where upstream has answered "not yet", so every other call costs what it costs
 * in HDFS.
 */
public final class OverdueStripes {

  /** A call of upstream. */
  @FunctionalInterface
  public interface Attempt<T> {
    T run() throws IOException;
  }

  private OverdueStripes() {}

  /** Allocates the next stripe. */
  public static LocatedBlock addBlock(
      FSNamesystem namesystem, long fileId, Attempt<LocatedBlock> attempt) throws IOException {
    try {
      return attempt.run();
    } catch (NotReplicatedYetException e) {
      if (!complete(namesystem, fileId)) {
        throw e;
      }
      return attempt.run();
    }
  }

  /** Closes a file; false where it is to be asked again. */
  public static boolean completeFile(
      FSNamesystem namesystem, long fileId, Attempt<Boolean> attempt) throws IOException {
    return attempt.run() || complete(namesystem, fileId) && attempt.run();
  }

  /** Returns whether a stripe was completed. */
  private static boolean complete(FSNamesystem namesystem, long fileId) throws IOException {
    namesystem.readLock();
    try {
      if (overdue(namesystem, fileId).isEmpty()) {
        return false;
      }
    } finally {
      namesystem.readUnlock("completeOverdue");
    }
    namesystem.writeLock();
    try {
      namesystem.checkOperation(OperationCategory.WRITE);
      List<BlockInfo> overdue = overdue(namesystem, fileId);
      for (BlockInfo stripe : overdue) {
        namesystem.getBlockManager().forceCompleteBlock(stripe);
      }
      return !overdue.isEmpty();
    } finally {
      namesystem.writeUnlock("completeOverdue");
    }
  }

  /** Only the last two stripes of an open file can be incomplete. */
  private static List<BlockInfo> overdue(FSNamesystem namesystem, long fileId) {
    List<BlockInfo> overdue = new ArrayList<>();
    INode inode = namesystem.getFSDirectory().getInode(fileId);
    if (inode == null || !inode.isFile() || !inode.asFile().isUnderConstruction()) {
      return overdue;
    }
    DecoupledFile file = DecoupledFile.of(inode.asFile());
    if (file == null) {
      return overdue;
    }
    for (int j = Math.max(0, file.stripes().length - 2); j < file.stripes().length; j++) {
      if (DecoupledBlocks.isCompletable(namesystem.getBlockManager(), file.stripes()[j])) {
        overdue.add(file.stripes()[j]);
      }
    }
    return overdue;
  }
}
