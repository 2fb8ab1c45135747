package io.okapifs.bench.own;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.ParityRequests;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/**
 * Where the blocks of a closed striped file lie, by what the NameNode says: addresses from which
 * blocks are sent, null of a block that has no place. A value.
 *
 * @param data by their numbers in the file
 * @param parity r of each group
 */
record StripedPlaces(List<String> data, List<String> parity) {

  /**
   * Asks for the places.
   *
   * @param coupled whether the file is in HDFS's own layout, with parity in its data stripes
   */
  static StripedPlaces of(
      DistributedFileSystem fs, Path file, FileLayout layout, long length, boolean coupled)
      throws IOException {
    int k = layout.policy().k();
    int r = layout.policy().r();
    int groups = (int) layout.groupCount(length);
    String[] data = new String[(int) layout.blockCount(length)];
    String[] parity = new String[groups * r];
    String name = file.toUri().getPath();
    List<LocatedBlock> stripes =
        fs.getClient().getLocatedBlocks(name, 0, Long.MAX_VALUE).getLocatedBlocks();
    for (int i = 0; i < stripes.size(); i++) {
      put(stripes.get(i), 0, data, i * layout.stripeWidth(), layout.stripeWidth());
      if (coupled) {
        put(stripes.get(i), k, parity, i * r, r);
      }
    }
    if (!coupled) {
      List<LocatedBlock> parities =
          fs.getClient().getNamenode()
              .getBlockLocations(name, ParityRequests.listingOffset(0), groups)
              .getLocatedBlocks();
      for (int i = 0; i < parities.size(); i++) {
        put(parities.get(i), 0, parity, i * r, r);
      }
    }
    return new StripedPlaces(Arrays.asList(data), Arrays.asList(parity));
  }

  /** Takes the blocks of a group with indices from a first one on. */
  private static void put(
      LocatedBlock group, int firstIndex, String[] places, int first, int count) {
    byte[] indices = ((LocatedStripedBlock) group).getBlockIndices();
    for (int i = 0; i < indices.length; i++) {
      int at = indices[i] - firstIndex;
      if (at >= 0 && at < count) {
        places[first + at] = group.getLocations()[i].getXferAddr();
      }
    }
  }
}
