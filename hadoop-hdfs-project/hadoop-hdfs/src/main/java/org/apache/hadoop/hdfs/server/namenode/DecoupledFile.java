package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.layout.FileLayout;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockCollection;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;

/**
 * A decoupled file as the NameNode holds it: its layout, its data stripes (index j) and its parity
 * groups (index g). A short-lived view; the namesystem's lock guards what it shows.
 */
public final class DecoupledFile {

  private final INodeFile inode;
  private final FileLayout layout;

  private DecoupledFile(INodeFile inode, int stripeWidth) {
    this.inode = inode;
    this.layout =
        DecoupledPolicies.viewOfFile(inode, stripeWidth).layout(inode.getPreferredBlockSize());
  }

  /** Whether a file has a stripe width of its own. */
  public static boolean isDecoupled(INodeFile file) {
    return INodeFileAccess.stripeWidth(file.getHeaderLong()) != 0;
  }

  /**
   * @return null where the collection is not a decoupled file
   */
  public static DecoupledFile of(BlockCollection collection) {
    if (!(collection instanceof INodeFile file)) {
      return null;
    }
    int stripeWidth = INodeFileAccess.stripeWidth(file.getHeaderLong());
    return stripeWidth == 0 ? null : new DecoupledFile(file, stripeWidth);
  }

  public INodeFile inode() {
    return inode;
  }

  public FileLayout layout() {
    return layout;
  }

  public int k() {
    return layout.policy().k();
  }

  public int r() {
    return layout.policy().r();
  }

  public BlockInfo[] stripes() {
    return inode.getBlocks();
  }

  public BlockInfoStripedParity[] parityGroups() {
    return ParityGroupsFeature.groupsOf(inode);
  }

  /** Bytes in all data stripes, of the open one those the NameNode knows of. */
  public long length() {
    BlockInfo[] stripes = stripes();
    return stripes.length == 0
        ? 0
        : (stripes.length - 1) * layout.stripeSize() + stripes[stripes.length - 1].getNumBytes();
  }

  void appendParityGroup(BlockInfoStripedParity group) {
    ParityGroupsFeature.append(inode, group);
  }

  void replaceParityGroups(BlockInfoStripedParity[] groups) {
    ParityGroupsFeature.replace(inode, groups);
  }
}
