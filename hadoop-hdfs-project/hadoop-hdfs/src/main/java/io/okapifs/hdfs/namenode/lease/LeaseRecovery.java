package io.okapifs.hdfs.namenode.lease;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.file.ParityQuota;
import io.okapifs.hdfs.namenode.health.RecoveryClock;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedData;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NameNode.OperationCategory;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;

/**
 * One step of closing a decoupled file whose writer is gone, around upstream's step: what the file
 * had before, and from that what upstream leaves undone behind it.
 *
 * <p>Used under the namesystem's write lock, except where a method says otherwise.
 */
public final class LeaseRecovery {

  private final FSNamesystem namesystem;
  private final DecoupledFile file;
  private final BlockInfo[] stripes;
  private final ExpectedReplicas expected;
  private final long recoveryId;

  private LeaseRecovery(FSNamesystem namesystem, DecoupledFile file) {
    this.namesystem = namesystem;
    this.file = file;
    this.stripes = file.stripes();
    BlockInfo last = stripes.length == 0 ? null : stripes[stripes.length - 1];
    this.expected = last == null ? null : ExpectedReplicas.of(last);
    this.recoveryId = recoveryId(last);
  }

  private static long recoveryId(BlockInfo stripe) {
    BlockUnderConstructionFeature open =
        stripe == null ? null : stripe.getUnderConstructionFeature();
    return open == null ? 0 : open.getBlockRecoveryId();
  }

  /**
   * Before upstream tries to release the lease of a file.
   *
   * @return null where the file is not decoupled
   */
  @Woven
  public static LeaseRecovery beforeRelease(FSNamesystem namesystem, INodesInPath iip)
      throws IOException {
    Optional<DecoupledFile> file = DecoupledFile.find(iip.getLastINode().asFile());
    if (file.isEmpty()) {
      return null;
    }
    for (BlockInfo stripe : lastTwo(file.get())) {
      if (!stripe.isComplete()) {
        RecoveryClock.start(namesystem.getBlockManager(), stripe);
      }
    }
    OverdueStripes.complete(namesystem, file.get());
    return new LeaseRecovery(namesystem, file.get());
  }

  private static BlockInfo[] lastTwo(DecoupledFile file) {
    BlockInfo[] stripes = file.stripes();
    return Arrays.copyOfRange(stripes, Math.max(0, stripes.length - 2), stripes.length);
  }

  /** After upstream closed the file, or gave its last stripe to a DataNode. */
  @Woven
  public static void afterRelease(LeaseRecovery before) {
    if (before == null) {
      return;
    }
    before.settleRemoved();
    BlockInfo last = before.file.inode().getLastBlock();
    long now = recoveryId(last);
    if (now != 0 && now != before.recoveryId) {
      RecoveryOrders.assignOrphan(before.namesystem.getBlockManager(), last);
    }
  }

  /**
   * Before a DataNode's answer is taken; called without a lock.
   *
   * @return null where the answer is not about a decoupled file, or comes too late
   * @throws IOException where the stripe before the last one still waits for reports; the answer
   *     to the next attempt will find it complete
   */
  @Woven
  public static LeaseRecovery beforeCommit(FSNamesystem namesystem, ExtendedBlock block)
      throws IOException {
    if (!GroupIds.isDecoupled(block.getBlockId())) {
      return null;
    }
    namesystem.writeLock();
    try {
      namesystem.checkOperation(OperationCategory.WRITE);
      Block local = block.getLocalBlock();
      BlockInfo stripe = NamespaceWindow.stored(namesystem, local);
      if (!(stripe instanceof BlockInfoStripedData) || stripe.isDeleted() || stripe.isComplete()) {
        return null;
      }
      Optional<DecoupledFile> file =
          DecoupledFile.find(NamespaceWindow.fileOf(namesystem, stripe));
      if (file.isEmpty()) {
        return null;
      }
      OverdueStripes.complete(namesystem, file.get());
      BlockInfo before = NamespaceWindow.penultimate(file.get().inode());
      if (before != null && !before.isComplete()) {
        throw new IOException(
            "The stripe before the last one waits for reports: path="
                + file.get().inode().getFullPathName() + ", stripe=" + before + ", last="
                + stripe);
      }
      return new LeaseRecovery(namesystem, file.get());
    } finally {
      namesystem.writeUnlock("beforeCommitBlockSynchronization");
    }
  }

  /** While an answer is taken, before the file is closed; its last stripe may just be removed. */
  @Woven
  public static void beforeClose(FSNamesystem namesystem, INodeFile inode, BlockInfo stripe) {
    if (stripe.isDeleted()) {
      DecoupledFile.find(inode).ifPresent(file -> refund(namesystem, file));
    }
  }

  /**
   * After the answer was taken; called without a lock.
   *
   * @param kept nodes of the stripe by index, none where it was removed
   */
  @Woven
  public static void afterCommit(LeaseRecovery before, DatanodeID[] kept) {
    if (before == null) {
      return;
    }
    before.namesystem.writeLock();
    try {
      before.expected.delete(before.namesystem.getBlockManager(), kept);
    } finally {
      before.namesystem.writeUnlock("afterCommitBlockSynchronization");
    }
  }

  /** Upstream forgets the quota of an empty stripe that it removes, and leaves it in the map. */
  private void settleRemoved() {
    for (int j = file.stripes().length; j < stripes.length; j++) {
      refund(namesystem, file);
      namesystem.getBlockManager().removeBlock(stripes[j]);
    }
  }

  /** What was reserved when a stripe was allocated. */
  private static void refund(FSNamesystem namesystem, DecoupledFile file) {
    ParityQuota.charge(namesystem, file.inode(), -file.layout().stripeSize());
  }
}
