package io.okapifs.hdfs.datanode.read;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.StripeView;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.StripedBlockInfo;

/** Checksums of data stripes, which have no parity to stand in for a block that is missing. */
public final class DecoupledChecksums {

  private DecoupledChecksums() {}

  /** Refuses a data stripe of which a block that holds data is not located. */
  @Woven
  public static void requireWhole(StripedBlockInfo stripe) throws IOException {
    ErasureCodingPolicy policy = stripe.getErasureCodingPolicy();
    if (!StripeView.isView(policy)) {
      return;
    }
    long bytes = stripe.getBlock().getNumBytes();
    long cells = (bytes + policy.getCellSize() - 1) / policy.getCellSize();
    int holding = (int) Math.min(policy.getNumDataUnits(), cells);
    boolean[] located = new boolean[policy.getNumDataUnits()];
    for (byte index : stripe.getBlockIndices()) {
      located[index] = true;
    }
    for (int index = 0; index < holding; index++) {
      if (!located[index]) {
        throw new IOException(
            "No checksum of a data stripe without all its blocks: stripe=" + stripe.getBlock()
                + ", policy=" + policy.getName() + ", missingIndex=" + index);
      }
    }
  }
}
