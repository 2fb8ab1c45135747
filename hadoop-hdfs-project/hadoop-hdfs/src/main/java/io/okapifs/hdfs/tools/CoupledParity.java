package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.FileLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/** The parity of files in HDFS's own layout, as that of a decoupled one is listed. */
final class CoupledParity {

  private CoupledParity() {}

  /**
   * A listing for each block group, whose first block is the first parity block.
   *
   * @param groups have data and parity in one listing
   * @param layout with stripes of k blocks
   */
  static List<LocatedBlock> of(LocatedBlocks groups, FileLayout layout) {
    return IntStream.range(0, groups.locatedBlockCount())
        .mapToObj(
            index ->
                parityOf(
                    (LocatedStripedBlock) groups.get(index), layout.policy().k(),
                    layout.parityLength(index, groups.getFileLength())))
        .toList();
  }

  private static LocatedBlock parityOf(LocatedStripedBlock group, int k, long length) {
    List<DatanodeInfo> nodes = new ArrayList<>();
    List<String> storages = new ArrayList<>();
    List<StorageType> types = new ArrayList<>();
    List<Byte> indices = new ArrayList<>();
    for (int i = 0; i < group.getBlockIndices().length; i++) {
      int parity = group.getBlockIndices()[i] - k;
      if (parity >= 0) {
        nodes.add(group.getLocations()[i]);
        storages.add(group.getStorageIDs()[i]);
        types.add(group.getStorageTypes()[i]);
        indices.add((byte) parity);
      }
    }
    byte[] places = new byte[indices.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = indices.get(i);
    }
    ExtendedBlock block = new ExtendedBlock(group.getBlock());
    block.setBlockId(group.getBlock().getBlockId() + k);
    block.setNumBytes(length);
    return new LocatedStripedBlock(
        block, nodes.toArray(DatanodeInfo[]::new), storages.toArray(String[]::new),
        types.toArray(StorageType[]::new), places, group.getStartOffset(), group.isCorrupt(),
        null);
  }
}
