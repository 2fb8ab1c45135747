package org.apache.hadoop.hdfs;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.StripeView;
import java.io.IOException;
import org.apache.hadoop.fs.Options.ChecksumCombineMode;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** Where the advice of this package finds our streams. */
public final class DecoupledStreams {

  /** Opens a striped file the way HDFS does. */
  @FunctionalInterface
  public interface StockOpen {
    DFSStripedInputStream open() throws IOException;
  }

  private DecoupledStreams() {}

  /** The stream for a striped file, ours where the file is decoupled. */
  @Woven
  public static DFSStripedInputStream open(
      DFSClient client,
      String src,
      boolean verifyChecksum,
      ErasureCodingPolicy policy,
      LocatedBlocks blocks,
      StockOpen stock)
      throws IOException {
    return StripeView.isView(policy)
        ? new DecoupledInputStream(client, src, verifyChecksum, policy, blocks)
        : stock.open();
  }

  @Woven
  public static boolean isDecoupled(ErasureCodingPolicy policy) {
    return StripeView.isView(policy);
  }

  /** What computes the checksum of a decoupled file. */
  @Woven
  public static FileChecksumHelper.StripedFileNonStripedChecksumComputer newChecksum(
      String src, long length, LocatedBlocks blocks, ClientProtocol namenode, DFSClient client,
      ErasureCodingPolicy policy, ChecksumCombineMode mode)
      throws IOException {
    return new DecoupledChecksumComputer(src, length, blocks, namenode, client, policy, mode);
  }
}
