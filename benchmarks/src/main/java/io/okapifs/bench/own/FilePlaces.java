package io.okapifs.bench.own;

import io.okapifs.bench.sim.Placement;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.ParityRequests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/** On which disks the blocks of files lie, by what the NameNode says. For one thread. */
final class FilePlaces {

  private static final int NOWHERE = -1;

  private final DistributedFileSystem fs;
  private final int disks;
  private final Map<String, Integer> numbers = new HashMap<>();

  /**
   * @param disks one of each DataNode
   */
  FilePlaces(DistributedFileSystem fs, int disks) {
    this.fs = fs;
    this.disks = disks;
  }

  /** The number of a DataNode's disk, by the address that it sends blocks from. */
  int number(String transferAddress) {
    return numbers.computeIfAbsent(transferAddress, address -> numbers.size());
  }

  /**
   * A closed file none of whose blocks is lost.
   *
   * @param coupled whether it is in HDFS's own layout, with parity in its data stripes
   * @throws UncheckedIOException also where a block has no place
   */
  Placement of(Path path, FileLayout layout, long length, boolean coupled) {
    try {
      return found(path, layout, length, coupled);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Placement found(Path path, FileLayout layout, long length, boolean coupled)
      throws IOException {
    int k = layout.policy().k();
    int r = layout.policy().r();
    int groups = (int) layout.groupCount(length);
    int[] data = new int[(int) layout.blockCount(length)];
    int[] parity = new int[groups * r];
    Arrays.fill(data, NOWHERE);
    Arrays.fill(parity, NOWHERE);
    String name = path.toUri().getPath();
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
    if (Arrays.stream(data).anyMatch(disk -> disk == NOWHERE)
        || Arrays.stream(parity).anyMatch(disk -> disk == NOWHERE)) {
      throw new IOException("blocks without a place: file=" + path);
    }
    return new Placement(data, parity, disks);
  }

  /** Takes the blocks of a group with indices from a first one on. */
  private void put(LocatedBlock group, int firstIndex, int[] places, int first, int count) {
    byte[] indices = ((LocatedStripedBlock) group).getBlockIndices();
    for (int i = 0; i < indices.length; i++) {
      int at = indices[i] - firstIndex;
      if (at >= 0 && at < count) {
        places[first + at] = number(group.getLocations()[i].getXferAddr());
      }
    }
  }
}
