package io.okapifs.hdfs.namenode.ops;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.health.ContradictoryGroups;
import io.okapifs.hdfs.namenode.health.DeletionOrders;
import io.okapifs.hdfs.namenode.health.EarlierTargets;
import io.okapifs.hdfs.namenode.health.OpenBlocks;
import io.okapifs.hdfs.namenode.health.OverdueReports;
import io.okapifs.hdfs.namenode.health.RecoveryClock;
import io.okapifs.hdfs.namenode.health.UnprotectedGroups;
import io.okapifs.hdfs.namenode.placement.DeferredPlacement;
import io.okapifs.hdfs.namenode.placement.KnownRacks;
import io.okapifs.hdfs.namenode.placement.PlacementCounters;
import io.okapifs.hdfs.namenode.repair.ChangedGroups;
import io.okapifs.hdfs.namenode.repair.EncodingSlots;
import io.okapifs.hdfs.namenode.repair.LostStripes;
import io.okapifs.hdfs.namenode.repair.NodeWatch;
import io.okapifs.hdfs.namenode.repair.PlacementSweep;
import io.okapifs.hdfs.namenode.repair.RedundancySweep;
import io.okapifs.hdfs.namenode.repair.RepairLoads;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;

/**
 * Everything that this software adds to one block manager. What an active NameNode alone may know
 * is forgotten when it becomes standby: in the meantime another one has repaired, placed and closed
 * what this one knows nothing of.
 */
public final class OkapiBlocks {

  private OkapiBlocks() {}

  /** Of a new block manager. */
  @Woven
  public static OkapiParts newParts() {
    // Kept on a standby, too: DataNodes do what they were told, and tell standbys as well.
    OkapiParts parts =
        new OkapiParts()
            .put(new DeletionOrders())
            .put(new PlacementCounters())
            .put(new UnprotectedGroups())
            .put(new ContradictoryGroups())
            .put(new ChangedGroups())
            .put(new DeferredPlacement());
    beginTerm(parts);
    return parts;
  }

  /** Forgets what only an active NameNode may know. */
  public static void becomeStandby(BlockManager blocks) {
    ChangedGroups.forget(blocks);
    beginTerm(OkapiParts.of(blocks));
  }

  private static void beginTerm(OkapiParts parts) {
    parts
        .put(new EncodingSlots())
        .put(new EarlierTargets())
        .put(new RepairLoads())
        .put(new OverdueReports())
        .put(new RecoveryClock())
        .put(new OpenBlocks())
        .put(new NodeWatch())
        .put(new KnownRacks(List.of()))
        .put(new PlacementSweep())
        .put(new RedundancySweep())
        .put(new LostStripes());
  }
}
