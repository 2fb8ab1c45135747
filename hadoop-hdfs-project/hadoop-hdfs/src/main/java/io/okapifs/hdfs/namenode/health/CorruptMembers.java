package io.okapifs.hdfs.namenode.health;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** Replicas of block groups that somebody found to be corrupt, and that are not deleted yet. */
public final class CorruptMembers {

  private CorruptMembers() {}

  /** How many a block has. Called under the lock of the namesystem. */
  public static int count(BlockManager blocks, BlockInfo block) {
    return storages(blocks, block).size();
  }

  /**
   * A block group located at its corrupt replicas alone, for who wants to know of them and not to
   * read: it has no tokens. One of a parity group whose members contradict each other is flagged.
   * Called under the lock of the namesystem.
   *
   * @return null where there is nothing of both, or the block is no block group
   */
  public static LocatedStripedBlock locate(BlockManager blocks, String pool, BlockInfo block) {
    List<DatanodeStorageInfo> storages = storages(blocks, block);
    boolean contradictory = ContradictoryGroups.of(blocks).contains(block);
    if (storages.isEmpty() && !contradictory || !(block instanceof BlockInfoStriped striped)) {
      return null;
    }
    byte[] indices = new byte[storages.size()];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = striped.getStorageBlockIndex(storages.get(i));
    }
    DatanodeStorageInfo[] locations = storages.toArray(DatanodeStorageInfo[]::new);
    return new LocatedStripedBlock(
        new ExtendedBlock(pool, block), DatanodeStorageInfo.toDatanodeInfos(locations),
        DatanodeStorageInfo.toStorageIDs(locations),
        DatanodeStorageInfo.toStorageTypes(locations), indices, 0, contradictory, null);
  }

  private static List<DatanodeStorageInfo> storages(BlockManager blocks, BlockInfo block) {
    Collection<DatanodeDescriptor> nodes = blocks.getCorruptReplicas(block);
    List<DatanodeStorageInfo> found = new ArrayList<>();
    if (nodes != null) {
      for (Iterator<DatanodeStorageInfo> all = block.getStorageInfos(); all.hasNext(); ) {
        DatanodeStorageInfo storage = all.next();
        if (storage != null && nodes.contains(storage.getDatanodeDescriptor())) {
          found.add(storage);
        }
      }
    }
    return found;
  }
}
