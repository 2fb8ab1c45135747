package io.okapifs.hdfs.namenode.allocate;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.placement.DecoupledPlacement;
import io.okapifs.hdfs.namenode.placement.EvenPlacement;
import io.okapifs.hdfs.namenode.placement.Lookahead;
import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;

/** Allocation of the next data stripe, on upstream's path for a new block. */
public final class DecoupledAllocation {

  private DecoupledAllocation() {}

  /**
   * Plans the placement of the next data stripe; called under the read lock.
   *
   * @param previous the stripe before it with its final length
   * @return null where the file is not decoupled
   */
  @Woven
  public static DecoupledPlacement plan(
      FSNamesystem namesystem,
      FSPermissionChecker permissions,
      String path,
      long fileId,
      ExtendedBlock previous)
      throws IOException {
    INodesInPath iip = NamespaceWindow.resolve(namesystem, permissions, path, fileId);
    if (!DecoupledFile.isDecoupled(iip.getLastINode().asFile())) {
      return null;
    }
    DecoupledFile file = DecoupledFile.of(iip.getLastINode().asFile());
    // Whoever belongs to which group follows from position alone, so only the last may be short.
    long stripeSize = file.layout().stripeSize();
    if (previous != null && previous.getNumBytes() != stripeSize) {
      throw new IOException(
          "Only the last data stripe of a file may be short: path=" + path + ", previous="
              + previous + ", bytes=" + previous.getNumBytes() + ", stripeSize=" + stripeSize);
    }
    return DecoupledPlacement.ofStripe(
        namesystem.getBlockManager(), iip.getPath(), file, stripeBehind(previous, file),
        Lookahead.of(namesystem).groups());
  }

  /**
   * The stripe that is asked for. It may be in the file already, without places: another NameNode
   * allocated it, and its answer was lost.
   */
  private static int stripeBehind(ExtendedBlock previous, DecoupledFile file) {
    int last = file.stripes().length - 1;
    boolean isAgain =
        last >= 0
            && (previous == null || file.stripes()[last].getBlockId() != previous.getBlockId());
    return isAgain ? last : last + 1;
  }

  /** Carries out a plan; called without a lock. */
  @Woven
  public static DatanodeStorageInfo[] choose(
      DecoupledPlacement plan,
      BlockManager blocks,
      DatanodeInfo[] excluded,
      EnumSet<AddBlockFlag> flags)
      throws IOException {
    return plan.choose(blocks, excluded, flags);
  }

  /**
   * Gives a new data stripe its id and settles the parity groups that can no longer change; called
   * under the write lock, with the stripe before it committed and the new one not yet in the file.
   */
  @Woven
  public static void beforeSave(
      FSNamesystem namesystem, INodesInPath iip, Block newBlock, DatanodeStorageInfo[] targets)
      throws IOException {
    if (!DecoupledFile.isDecoupled(iip.getLastINode().asFile())) {
      return;
    }
    DecoupledFile file = DecoupledFile.of(iip.getLastINode().asFile());
    ParitySettlement.beforeNextStripe(namesystem, file);
    newBlock.setBlockId(
        GroupIds.dataStripe(newBlock.getBlockId(), file.layout().stripeWidth()));
    // What is as wide as its groups takes as many nodes as parity does, and needs no dealing.
    if (file.isNarrow()) {
      EvenPlacement.of(namesystem).note(file.inode().getParent().getId(), targets);
    }
  }
}
