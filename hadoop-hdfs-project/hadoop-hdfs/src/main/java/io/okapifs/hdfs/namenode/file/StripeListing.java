package io.okapifs.hdfs.namenode.file;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.StripeView;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.security.token.Token;

/**
 * How data stripes are listed. A stock DataNode that is asked for the checksum of a stripe looks at
 * as many blocks as the listing has locations: where just the last blocks of a stripe are lost it
 * would leave them out, and answer with a wrong checksum. One location that is listed twice makes
 * it look for the next block, and fail. Readers take what a listing repeats for one.
 */
public final class StripeListing {

  private StripeListing() {}

  /** Repeats a location in each data stripe of a closed file whose last blocks alone are lost. */
  @Woven
  public static LocatedBlocks guarded(LocatedBlocks listed) {
    ErasureCodingPolicy policy = listed.getErasureCodingPolicy();
    if (listed.isUnderConstruction() || !StripeView.isView(policy)) {
      return listed;
    }
    List<LocatedBlock> blocks = listed.getLocatedBlocks();
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i) instanceof LocatedStripedBlock stripe && isCutShort(stripe, policy)) {
        blocks.set(i, repeatingFirst(stripe));
      }
    }
    return listed;
  }

  private static boolean isCutShort(LocatedStripedBlock stripe, ErasureCodingPolicy policy) {
    long cells = (stripe.getBlockSize() + policy.getCellSize() - 1) / policy.getCellSize();
    byte[] indices = stripe.getBlockIndices().clone();
    Arrays.sort(indices);
    int count = indices.length;
    return count > 0
        && count < Math.min(policy.getNumDataUnits(), cells)
        && indices[count - 1] == count - 1;
  }

  private static LocatedStripedBlock repeatingFirst(LocatedStripedBlock stripe) {
    int count = stripe.getLocations().length;
    DatanodeInfo[] nodes = Arrays.copyOf(stripe.getLocations(), count + 1, DatanodeInfo[].class);
    String[] storages = Arrays.copyOf(stripe.getStorageIDs(), count + 1);
    StorageType[] types = Arrays.copyOf(stripe.getStorageTypes(), count + 1);
    byte[] indices = Arrays.copyOf(stripe.getBlockIndices(), count + 1);
    nodes[count] = nodes[0];
    storages[count] = storages[0];
    types[count] = types[0];
    indices[count] = indices[0];
    LocatedStripedBlock guarded =
        new LocatedStripedBlock(
            stripe.getBlock(), nodes, storages, types, indices, stripe.getStartOffset(),
            stripe.isCorrupt(), stripe.getCachedLocations());
    guarded.setBlockToken(stripe.getBlockToken());
    guarded.setBlockTokens(repeatingFirst(stripe.getBlockTokens(), count));
    return guarded;
  }

  private static Token<BlockTokenIdentifier>[] repeatingFirst(
      Token<BlockTokenIdentifier>[] tokens, int count) {
    Token<BlockTokenIdentifier>[] longer = Arrays.copyOf(tokens, count + 1);
    longer[count] = longer[0];
    return longer;
  }
}
