package io.okapifs.hdfs.namenode.health;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * Members of a data stripe that counts as stored before all of its nodes have reported. They lie
 * where they were written, most likely: other members of their groups shall not be put there.
 */
public final class UnreportedMembers {

  private UnreportedMembers() {}

  /** Before a data stripe is completed without all reports, under the write lock. */
  public static void remember(BlockManager blocks, BlockInfoStriped stripe) {
    Set<DatanodeStorageInfo> reported = new HashSet<>();
    stripe.getStorageInfos().forEachRemaining(reported::add);
    List<DatanodeStorageInfo> unreported = new ArrayList<>();
    for (DatanodeStorageInfo expected :
        stripe.getUnderConstructionFeature().getExpectedStorageLocations()) {
      if (!reported.contains(expected)) {
        unreported.add(expected);
      }
    }
    EarlierTargets.add(blocks, stripe, unreported);
  }

  /** Storages that may have blocks of a block group that they have not reported yet. */
  public static List<DatanodeStorageInfo> of(BlockManager blocks, BlockInfo group) {
    return EarlierTargets.of(blocks, group);
  }
}
