package io.okapifs.hdfs.namenode.health;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * Where a decoupled block group is read from. HDFS takes a located block without locations for one
 * that nobody can read; here it may be decoded from blocks of its file's other block groups.
 */
public final class ReadSources {

  private static final DatanodeInfoWithStorage[] NONE = {};

  private ReadSources() {}

  /**
   * The locations of a block; where it has none and can be decoded, those of what it is decoded
   * from.
   *
   * @param own locations as listed
   */
  @Woven
  public static DatanodeInfoWithStorage[] of(
      BlockManager blocks, LocatedBlock block, DatanodeInfoWithStorage[] own) {
    if (own == null || own.length > 0 || !block.isStriped()) {
      return own;
    }
    return BlockManagerWindow.read(
        blocks,
        () ->
            blocks.getStoredBlock(block.getBlock().getLocalBlock())
                    instanceof BlockInfoDecoupled stored
                ? decodable(blocks, stored, own)
                : own);
  }

  /**
   * As above, where the NameNode may not have heard of every replica: in safe mode, or as an
   * observer. None for a block group of which some block can be neither read nor decoded by what is
   * known: a reader would take for lost what is not reported yet.
   */
  @Woven
  public static DatanodeInfoWithStorage[] known(
      BlockManager blocks, LocatedBlock block, DatanodeInfoWithStorage[] own) {
    if (own == null || !block.isStriped()) {
      return own;
    }
    return BlockManagerWindow.read(
        blocks,
        () -> {
          BlockInfo stored = blocks.getStoredBlock(block.getBlock().getLocalBlock());
          if (stored instanceof BlockInfoDecoupled decoupled) {
            return decodable(blocks, decoupled, own);
          }
          return stored instanceof BlockInfoStriped group
                  && !isReadable(blocks, group, (LocatedStripedBlock) block)
              ? NONE
              : own;
        });
  }

  /** Whether a block group of HDFS's own layout is, by what is listed of it. */
  private static boolean isReadable(
      BlockManager blocks, BlockInfoStriped group, LocatedStripedBlock listed) {
    BitSet indices = new BitSet();
    for (byte index : listed.getBlockIndices()) {
      indices.set(index);
    }
    return indices.cardinality() >= group.getRealDataBlockNum()
        || !group.isComplete()
        || !UpstreamFix.HDFS_17800.isOn(BlockManagerWindow.conf(blocks));
  }

  /** None where a block of the group can be neither read nor decoded. */
  private static DatanodeInfoWithStorage[] decodable(
      BlockManager blocks, BlockInfoDecoupled block, DatanodeInfoWithStorage[] own) {
    return GroupHealth.of(blocks, block)
        .filter(health -> health.isReadable(block))
        .map(health -> own.length > 0 ? own : helpers(health, block))
        .orElse(NONE);
  }

  private static DatanodeInfoWithStorage[] helpers(GroupHealth health, BlockInfoDecoupled block) {
    Map<DatanodeDescriptor, DatanodeInfoWithStorage> found = new LinkedHashMap<>();
    health.forEachGroup(
        block,
        group ->
            health.forEachReplica(
                group,
                (member, owner, index, storage) -> {
                  if (health.isReadable(owner, storage)) {
                    found.putIfAbsent(storage.getDatanodeDescriptor(), located(storage));
                  }
                }));
    return found.values().toArray(NONE);
  }

  private static DatanodeInfoWithStorage located(DatanodeStorageInfo storage) {
    return new DatanodeInfoWithStorage(
        storage.getDatanodeDescriptor(), storage.getStorageID(), storage.getStorageType());
  }
}
