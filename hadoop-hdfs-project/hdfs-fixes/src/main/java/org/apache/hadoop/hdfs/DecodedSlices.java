package org.apache.hadoop.hdfs;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import java.nio.Buffer;
import org.apache.hadoop.hdfs.util.StripedBlockUtil.ChunkByteBuffer;

/**
 * The parts of a caller's buffer that the decoded cells of a lost block go to. HDFS fills what room
 * each has left, so that the cells that were read before the loss showed push the decoded ones into
 * the wrong parts (HDFS-16970).
 */
public final class DecodedSlices {

  private DecodedSlices() {}

  /** Makes all of them empty, unless the correction is switched off. */
  @Woven
  public static void rewind(StripeReader reader, ChunkByteBuffer slices) {
    DFSClient client = reader.dfsStripedInputStream.getDFSClient();
    if (UpstreamFix.HDFS_16970.isOn(client.getConfiguration())) {
      slices.getSlices().forEach(Buffer::clear);
    }
  }
}
