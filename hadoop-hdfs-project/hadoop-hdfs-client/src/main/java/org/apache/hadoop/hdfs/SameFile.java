package org.apache.hadoop.hdfs;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.layout.StripeView;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Whether what a NameNode says of a path is still about the file that a stream has open. Another
 * file may have been renamed over it: its blocks, in another form, would be read as if they were
 * the first one's.
 */
final class SameFile {

  private SameFile() {}

  /**
   * Checks what a stream is told about where its blocks are. The switch is for HDFS's own streams.
   *
   * @param told what the NameNode says now, may be null
   * @throws IOException where it is about another file
   */
  @Woven
  static void check(DFSInputStream stream, LocatedBlocks told) throws IOException {
    if (stream instanceof DecoupledInputStream
        || UpstreamFix.REPLACED_FILE.isOn(stream.getDFSClient().getConfiguration())) {
      synchronized (stream.infoLock) {
        check(stream.getSrc(), stream.locatedBlocks, told);
      }
    }
  }

  /**
   * Compares what no change of a file can change: how it is striped, that a closed one never gets
   * shorter, and the ids of its blocks. Of replicated files only the form is looked at, since they
   * can be truncated.
   *
   * @param known what the stream knew of the file
   * @param told what the NameNode says now, may be null
   * @throws IOException where it is another file
   */
  private static void check(String path, LocatedBlocks known, LocatedBlocks told)
      throws IOException {
    if (told == null) {
      return;
    }
    ErasureCodingPolicy before = known.getErasureCodingPolicy();
    ErasureCodingPolicy now = told.getErasureCodingPolicy();
    if (!isStripedAlike(before, now)) {
      throw replaced(path, nameOf(before), nameOf(now));
    }
    if (before == null) {
      return;
    }
    boolean open = known.isUnderConstruction();
    if (!open && told.getFileLength() < known.getFileLength()) {
      throw replaced(path, known.getFileLength() + " bytes", told.getFileLength() + " bytes");
    }
    for (LocatedBlock block : told.getLocatedBlocks()) {
      int at = known.findBlock(block.getStartOffset());
      // The last block of an open file may have been given up, and be another one now.
      if (at >= 0 && !(open && at == known.locatedBlockCount() - 1)) {
        checkBlock(path, known.get(at), block);
      }
    }
  }

  private static void checkBlock(String path, LocatedBlock known, LocatedBlock told)
      throws IOException {
    if (known.getBlock().getBlockId() != told.getBlock().getBlockId()) {
      throw replaced(path, known.getBlock().toString(), told.getBlock().toString());
    }
  }

  /** A transition changes the groups of a file, not its stripes. */
  private static boolean isStripedAlike(ErasureCodingPolicy before, ErasureCodingPolicy now) {
    if (before == null || now == null) {
      return before == now;
    }
    return before.getCellSize() == now.getCellSize()
        && before.getNumDataUnits() == now.getNumDataUnits()
        && StripeView.isView(before) == StripeView.isView(now)
        && (StripeView.isView(before) || before.getName().equals(now.getName()));
  }

  private static String nameOf(ErasureCodingPolicy policy) {
    return policy == null ? "replicated" : policy.getName();
  }

  private static IOException replaced(String path, String known, String told) {
    return new IOException(
        "the file was replaced by another one while it was read, open it again: path=" + path
            + ", was=" + known + ", is=" + told);
  }
}
