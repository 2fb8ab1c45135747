package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.layout.StripeView;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.blockmanagement.FileTolerance;

/** The line of a decoupled file in the report of the file system check. */
public final class FsckSummary {

  private FsckSummary() {}

  /**
   * Prints the line, where the check has a line for every file and the file is closed.
   *
   * @param blocks data stripes and parity groups
   */
  public static void print(NamenodeFsck fsck, HdfsFileStatus file, LocatedBlocks blocks) {
    if (!NamenodeFsckAccess.showsFiles(fsck)
        || blocks.isUnderConstruction()
        || !StripeView.isView(file.getErasureCodingPolicy())) {
      return;
    }
    StripeView view = StripeView.of(file.getErasureCodingPolicy());
    FileTolerance tolerance =
        blocks.getLocatedBlocks().isEmpty()
            ? FileTolerance.ofEmptyFile()
            : FileTolerance.of(
                NamenodeFsckAccess.nameNode(fsck).getNamesystem().getBlockManager(),
                blocks.get(0).getBlock().getLocalBlock());
    NamenodeFsckAccess.out(fsck)
        .println(
            " Decoupled: policy=" + view.group().name() + ", stripe width=" + view.stripeWidth()
                + ", " + tolerance);
  }
}
