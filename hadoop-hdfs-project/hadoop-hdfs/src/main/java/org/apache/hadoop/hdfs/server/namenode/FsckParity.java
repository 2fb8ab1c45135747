package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.layout.StripeView;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** Shows parity groups to the file system check, which would call a file without parity healthy. */
public final class FsckParity {

  private static final VarHandle NAME_NODE;
  private static final VarHandle MOVES;

  static {
    try {
      MethodHandles.Lookup lookup =
          MethodHandles.privateLookupIn(NamenodeFsck.class, MethodHandles.lookup());
      NAME_NODE = lookup.findVarHandle(NamenodeFsck.class, "namenode", NameNode.class);
      MOVES = lookup.findVarHandle(NamenodeFsck.class, "doMove", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private FsckParity() {}

  /**
   * The blocks of a file with its parity groups behind them. Without, where the file is open and
   * its parity unfinished, or where the check copies what it is shown as data.
   *
   * @param stripes the data stripes, null where the file is gone
   */
  public static LocatedBlocks append(
      NamenodeFsck fsck, String path, HdfsFileStatus file, LocatedBlocks stripes)
      throws IOException {
    if (stripes == null
        || stripes.isUnderConstruction()
        || !StripeView.isView(file.getErasureCodingPolicy())
        || (boolean) MOVES.get(fsck)) {
      return stripes;
    }
    List<LocatedBlock> all = new ArrayList<>(stripes.getLocatedBlocks());
    all.addAll(parity((NameNode) NAME_NODE.get(fsck), path));
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
