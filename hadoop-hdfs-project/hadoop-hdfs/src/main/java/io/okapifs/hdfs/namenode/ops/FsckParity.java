package io.okapifs.hdfs.namenode.ops;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.layout.StripeView;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.FSPermissionChecker;
import org.apache.hadoop.hdfs.server.namenode.FsckWindow;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NamenodeFsck;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;

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
        || FsckWindow.moves(fsck)) {
      return stripes;
    }
    try {
      return new FsckBlocks(stripes, parity(FsckWindow.nameNode(fsck), path));
    } catch (FileNotFoundException e) {
      // Deleted since its stripes were listed.
      return null;
    }
  }

  private static List<LocatedBlock> parity(NameNode nameNode, String path) throws IOException {
    FSNamesystem namesystem = nameNode.getNamesystem();
    FSPermissionChecker permissions = NamespaceWindow.permissions(namesystem);
    namesystem.readLock();
    try {
      return NamespaceWindow.listing(
          namesystem, permissions, path, ParityRequests.listingOffset(0));
    } finally {
      namesystem.readUnlock("fsckGetParity");
    }
  }
}
