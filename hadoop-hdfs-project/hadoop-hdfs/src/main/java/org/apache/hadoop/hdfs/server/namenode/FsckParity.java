package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.layout.StripeView;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** Shows parity groups to the file system check, which would call a file without parity healthy. */
public final class FsckParity {

  private FsckParity() {}

  /**
   * The blocks of a file with its parity groups behind them. Without, where the file is open and
   * its parity unfinished, or where the check copies what it is shown as data.
   *
   * @param stripes the data stripes, null where the file is gone
   * @return null where the file is gone
   */
  @Woven
  public static LocatedBlocks append(
      NamenodeFsck fsck, String path, HdfsFileStatus file, LocatedBlocks stripes)
      throws IOException {
    if (stripes == null
        || stripes.isUnderConstruction()
        || !StripeView.isView(file.getErasureCodingPolicy())
        || NamenodeFsckAccess.moves(fsck)) {
      return stripes;
    }
    List<LocatedBlock> all = new ArrayList<>(stripes.getLocatedBlocks());
    try {
      all.addAll(parity(NamenodeFsckAccess.nameNode(fsck), path));
    } catch (FileNotFoundException e) {
      // Deleted since its stripes were listed.
      return null;
    }
    return new LocatedBlocks(
        stripes.getFileLength(), false, all, stripes.getLastLocatedBlock(),
        stripes.isLastBlockComplete(), stripes.getFileEncryptionInfo(),
        stripes.getErasureCodingPolicy());
  }

  private static List<LocatedBlock> parity(NameNode nameNode, String path) throws IOException {
    FSNamesystem namesystem = nameNode.getNamesystem();
    FSPermissionChecker permissions = namesystem.getPermissionChecker();
    namesystem.readLock();
    try {
      return FSDirStatAndListingOp.getBlockLocations(
          namesystem.getFSDirectory(), permissions, path, ParityRequests.listingOffset(0),
          Integer.MAX_VALUE, false).blocks.getLocatedBlocks();
    } finally {
      namesystem.readUnlock("fsckGetParity");
    }
  }
}
