package io.okapifs.hdfs.namenode.allocate;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.file.ParityBlocks;
import io.okapifs.hdfs.namenode.file.ParityQuota;
import io.okapifs.hdfs.namenode.journal.BlockListCheck;
import io.okapifs.hdfs.namenode.transition.FileTransitions;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodeFileWindow;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;

/** What the namespace's aspects ask for, as far as it is too small for a class of its own. */
public final class DecoupledNamespace {

  private DecoupledNamespace() {}

  /** Whether an id asks for a decoupled block group. */
  @Woven
  public static boolean isDecoupled(Block block) {
    return GroupIds.isDecoupled(block.getBlockId());
  }

  /** The block that an update names, where upstream means the last block of the file. */
  @Woven
  public static BlockInfo updated(FSNamesystem namesystem, ExtendedBlock block, BlockInfo last) {
    if (!GroupIds.isParityGroup(block.getBlockId())) {
      return last;
    }
    BlockInfo parity = NamespaceWindow.stored(namesystem, block.getLocalBlock());
    return parity == null ? last : parity;
  }

  /**
   * Refuses a length that a block group of a decoupled file cannot have: once journaled, no
   * NameNode would start from it.
   *
   * @param claimed null where none is claimed
   */
  @Woven
  public static void refuseLength(FSNamesystem namesystem, ExtendedBlock claimed)
      throws IOException {
    if (claimed == null || !GroupIds.isDecoupled(claimed.getBlockId())) {
      return;
    }
    namesystem.readLock();
    try {
      BlockInfo stored = NamespaceWindow.stored(namesystem, claimed.getLocalBlock());
      Optional<DecoupledFile> file =
          isDecoupled(stored)
              ? DecoupledFile.find(NamespaceWindow.fileOf(namesystem, stored))
              : Optional.empty();
      if (file.isEmpty()) {
        return;
      }
      boolean parity = stored instanceof BlockInfoStripedParity;
      String wrong = BlockListCheck.ofEntry(file.get().layout(), claimed.getLocalBlock(), parity);
      if (wrong == null && parity && claimed.getNumBytes() != stored.getNumBytes()) {
        wrong = "parity was allocated with another length: allocated=" + stored.getNumBytes();
      }
      if (wrong != null) {
        throw new IOException(
            "Cannot change a block group: path=" + file.get().inode().getFullPathName()
                + ", block=" + claimed + ", bytes=" + claimed.getNumBytes() + ": " + wrong);
      }
    } finally {
      namesystem.readUnlock("refuseLength");
    }
  }

  /**
   * Refuses a length that a lease recovery gives a block group, as
   * {@link #refuseLength(FSNamesystem, ExtendedBlock)}.
   *
   * @param deletes whether the block group is dropped, so that the length does not matter
   */
  @Woven
  public static void refuseLength(
      FSNamesystem namesystem, ExtendedBlock recovered, long newLength, boolean deletes)
      throws IOException {
    if (!deletes) {
      ExtendedBlock claimed = new ExtendedBlock(recovered);
      claimed.setNumBytes(newLength);
      refuseLength(namesystem, claimed);
    }
  }

  /** Refuses a length that the last data stripe of an open file cannot have, before it gets it. */
  @Woven
  public static void refuseLengthOfLast(INodeFile file, long claimed) throws IOException {
    if (!DecoupledFile.isDecoupled(file)) {
      return;
    }
    BlockInfo last = file.getLastBlock();
    long most = DecoupledFile.of(file).layout().stripeSize();
    if (last == null || last.isComplete() || claimed > most) {
      throw new IOException(
          "Cannot change the length of the last data stripe: path=" + file.getFullPathName()
              + ", stripe=" + last + ", length=" + claimed + ", most=" + most
              + (last != null && last.isComplete() ? ", the stripe is complete" : ""));
    }
  }

  /** Refuses an operation that would break the layout of a decoupled file. */
  @Woven
  public static void refuse(String operation, INode inode) {
    if (inode != null && inode.isFile() && ParityGroupsFeature.nextOf(inode.asFile()).isPresent()) {
      throw new UnsupportedOperationException(
          "Cannot " + operation + " a file while its redundancy changes: path="
              + inode.getFullPathName() + "; hdfs ec -cancelTransition ends that");
    }
    if (inode != null && inode.isFile() && DecoupledFile.isDecoupled(inode.asFile())) {
      throw new UnsupportedOperationException(
          "Cannot " + operation + " a file with a stripe width of its own: path="
              + inode.getFullPathName() + ", stripeWidth="
              + INodeFileWindow.stripeWidth(inode.asFile().getHeaderLong()));
    }
  }

  /** As {@link #refuse}, for several files. */
  @Woven
  public static void refuseAny(String operation, INodeFile[] files) {
    for (INodeFile file : files) {
      refuse(operation, file);
    }
  }

  /** Adds the parity groups of a file that is being deleted to the blocks to remove. */
  @Woven
  public static void collectParity(INodeFile file, INode.BlocksMapUpdateInfo collected) {
    FileTransitions.drop(file, collected);
    dropParityFrom(file, 0, collected);
  }

  /** Adds the open parity groups of a file that lives on only in a snapshot. */
  @Woven
  public static void collectOpenParity(INodeFile file, INode.BlocksMapUpdateInfo collected) {
    BlockInfoStripedParity[] groups = ParityGroupsFeature.groupsOf(file);
    int complete = groups.length;
    while (complete > 0 && !groups[complete - 1].isComplete()) {
      complete--;
    }
    dropParityFrom(file, complete, collected);
  }

  /** Space that the parity groups of a file take, or have reserved while they are open. */
  @Woven
  public static long paritySpace(INodeFile file) {
    long space = FileTransitions.space(file);
    if (DecoupledFile.isDecoupled(file)) {
      DecoupledFile decoupled = DecoupledFile.of(file);
      for (BlockInfoStripedParity group : decoupled.parityGroups()) {
        space +=
            group.isComplete() ? group.spaceConsumed() : ParityQuota.reserved(decoupled.layout());
      }
    }
    return space;
  }

  /** Settles the quota of a decoupled block group that was just completed. */
  @Woven
  public static void settleSpace(
      FSDirectory directory, BlockInfo complete, INodesInPath path) {
    FSNamesystem namesystem = NamespaceWindow.namesystem(directory);
    INodeFile file =
        path == null
            ? NamespaceWindow.fileOf(namesystem, complete)
            : path.getLastINode().asFile();
    DecoupledFile decoupled =
        DecoupledFile.find(file, (BlockInfoDecoupled) complete).orElseThrow();
    if (decoupled.isNext()) {
      // Charged when the transition started, with what it takes.
      return;
    }
    long reserved =
        complete instanceof BlockInfoStripedParity
            ? ParityQuota.reserved(decoupled.layout())
            : decoupled.layout().stripeSize();
    ParityQuota.settle(
        namesystem, file, reserved, ((BlockInfoStriped) complete).spaceConsumed());
  }

  @Woven
  public static boolean isDecoupled(BlockInfo block) {
    return block instanceof BlockInfoDecoupled;
  }

  /**
   * The parity groups that a listing asks for, or null where nothing such is asked.
   *
   * @param fileLength what the reader takes for the length of the file
   * @param snapshot whether the file is read as a snapshot has it
   */
  @Woven
  public static BlockInfo[] listed(
      FSDirectory directory, BlockInfo[] stripes, long fileLength, long offset, long count,
      boolean snapshot) {
    if (!ParityRequests.isListing(offset) || stripes == null || stripes.length == 0) {
      return null;
    }
    INodeFile file = NamespaceWindow.fileOf(NamespaceWindow.namesystem(directory), stripes[0]);
    BlockInfoStripedParity[] groups = ParityGroupsFeature.groupsOf(file);
    int end = snapshot ? (int) groupsAsIn(file, fileLength, groups.length) : groups.length;
    int from = (int) Math.min(ParityRequests.firstGroup(offset), end);
    // A read through a snapshot has cut the count to the file's length.
    int to = count <= 0 ? end : from + (int) Math.min(end - from, count);
    return Arrays.copyOfRange(groups, from, to);
  }

  /**
   * Groups whose parity covers just the data that a snapshot shows. A file may have grown since: a
   * reader would take what the parity covers beyond for zeros and decode wrong bytes.
   */
  private static long groupsAsIn(INodeFile file, long snapshotLength, int groups) {
    if (!DecoupledFile.isDecoupled(file)) {
      return groups;
    }
    DecoupledFile decoupled = DecoupledFile.of(file);
    if (!file.isUnderConstruction() && snapshotLength == decoupled.length()) {
      return groups;
    }
    FileLayout layout = decoupled.layout();
    long fullStripes = snapshotLength / layout.stripeSize();
    return Math.min(groups, layout.groupsFinishedBy(fullStripes - 1));
  }

  /**
   * Whether a snapshot's record of a file keeps a copy of the block list. Upstream's does where a
   * file is renamed, and then refuses to delete it if it is striped. Stripes are only ever added:
   * the length that is recorded is enough.
   */
  @Woven
  public static boolean recordsBlocks(INodeFile file, boolean asked) {
    return asked && !DecoupledFile.isDecoupled(file);
  }

  /** Number of data stripes; what {@link #collectParityBeyond} compares with. */
  @Woven
  public static int stripeCount(INodeFile file) {
    return file.numBlocks();
  }

  /**
   * Adds the parity of all groups that have lost data to the blocks to remove. Where a deleted file
   * lives on in snapshots of shorter versions, HDFS drops the stripes behind the longest of them;
   * parity over dropped data would decode to wrong bytes.
   *
   * @param stripesBefore data stripes before some of them were dropped
   */
  @Woven
  public static void collectParityBeyond(
      INodeFile file, int stripesBefore, INode.BlocksMapUpdateInfo collected) {
    int stripes = file.numBlocks();
    if (stripes < stripesBefore && DecoupledFile.isDecoupled(file)) {
      FileLayout layout = DecoupledFile.of(file).layout();
      dropParityFrom(file, layout.groupsFinishedBy(stripes - 1L), collected);
    }
  }

  private static void dropParityFrom(
      INodeFile file, long first, INode.BlocksMapUpdateInfo collected) {
    BlockInfoStripedParity[] groups = ParityGroupsFeature.groupsOf(file);
    if (first >= groups.length) {
      return;
    }
    for (int g = (int) first; g < groups.length && collected != null; g++) {
      collected.addDeleteBlock(groups[g]);
    }
    ParityGroupsFeature.replace(file, Arrays.copyOf(groups, (int) first));
  }

  /** Settles the parity groups of a file that is about to be closed. */
  @Woven
  public static void beforeClose(FSNamesystem namesystem, INodeFile file, boolean byWriter)
      throws IOException {
    if (DecoupledFile.isDecoupled(file)) {
      ParitySettlement.beforeClose(namesystem, DecoupledFile.of(file), byWriter);
    }
  }

  /** Looks for deficits in the parity groups of a file that was closed. */
  @Woven
  public static void afterClose(FSNamesystem namesystem, INodeFile file) {
    if (ParityGroupsFeature.groupsOf(file).length > 0) {
      namesystem.getBlockManager().checkRedundancy(new ParityBlocks(file));
    }
  }
}
