package io.okapifs.hdfs.namenode.lease;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.health.StorageMinimums;
import io.okapifs.hdfs.namenode.health.UnreportedMembers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode.OperationCategory;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;

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
  @Woven
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
  @Woven
  public static boolean completeFile(
      FSNamesystem namesystem, long fileId, Attempt<Boolean> attempt) throws IOException {
    return attempt.run() || complete(namesystem, fileId) && attempt.run();
  }

  /** Returns whether a stripe was completed. */
  private static boolean complete(FSNamesystem namesystem, long fileId) throws IOException {
    namesystem.readLock();
    try {
      Optional<DecoupledFile> file = openFile(namesystem, fileId);
      if (file.isEmpty() || overdue(namesystem, file.get()).isEmpty()) {
        return false;
      }
    } finally {
      namesystem.readUnlock("completeOverdue");
    }
    namesystem.writeLock();
    try {
      namesystem.checkOperation(OperationCategory.WRITE);
      Optional<DecoupledFile> file = openFile(namesystem, fileId);
      return file.isPresent() && complete(namesystem, file.get());
    } finally {
      namesystem.writeUnlock("completeOverdue");
    }
  }

  /**
   * Completes what is overdue of an open file, under the write lock.
   *
   * @return whether a stripe was completed
   */
  static boolean complete(FSNamesystem namesystem, DecoupledFile file) throws IOException {
    List<BlockInfo> overdue = overdue(namesystem, file);
    for (BlockInfo stripe : overdue) {
      UnreportedMembers.remember(namesystem.getBlockManager(), (BlockInfoStriped) stripe);
      namesystem.getBlockManager().forceCompleteBlock(stripe);
    }
    return !overdue.isEmpty();
  }

  private static Optional<DecoupledFile> openFile(FSNamesystem namesystem, long fileId) {
    return Optional.ofNullable(namesystem.getFSDirectory().getInode(fileId))
        .filter(inode -> inode.isFile() && inode.asFile().isUnderConstruction())
        .flatMap(inode -> DecoupledFile.find(inode.asFile()));
  }

  /** Only the last two stripes of an open file can be incomplete. */
  private static List<BlockInfo> overdue(FSNamesystem namesystem, DecoupledFile file) {
    List<BlockInfo> overdue = new ArrayList<>();
    BlockInfo[] stripes = file.stripes();
    for (int j = Math.max(0, stripes.length - 2); j < stripes.length; j++) {
      if (StorageMinimums.isCompletable(namesystem.getBlockManager(), stripes[j])) {
        overdue.add(stripes[j]);
      }
    }
    return overdue;
  }
}
