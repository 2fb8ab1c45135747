package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.file.Superseded;
import io.okapifs.hdfs.namenode.health.SafeModeGroups;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedData;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * Makes data stripes of the block groups of a file in HDFS's own layout. Data blocks keep their ids
 * and places; parity blocks are left without a file. Under the namesystem's write lock.
 *
 * @param stripes in file order
 * @param superseded the parity
 */
public record StripeAdoption(BlockInfo[] stripes, Superseded superseded) {

  /**
   * Whether nothing is to be done, or being done, for a block group of HDFS's own layout: its data
   * blocks can be taken as they lie.
   */
  public static boolean isAtRest(BlockManager blocks, BlockInfoStriped group) {
    boolean idle =
        group.isComplete()
            && !RepairQueueWindow.isQueued(blocks, group)
            && RepairQueueWindow.pending(blocks, group) == 0
            && BlockManagerWindow.corruptReplicas(blocks, group) == 0;
    for (BlockInfoStriped.StorageAndBlockIndex at : group.getStorageAndIndexInfos()) {
      idle &= !blocks.isExcess(at.getStorage().getDatanodeDescriptor(), group);
    }
    return idle;
  }

  /** Puts data stripes in the place of a file's block groups; the file itself is not changed. */
  public static StripeAdoption adopt(BlockManager blocks, INodeFile file, int stripeWidth) {
    BlockInfo[] groups = file.getBlocks();
    BlockInfo[] stripes = new BlockInfo[groups.length];
    List<Superseded.Replica> parity = new ArrayList<>();
    long space = 0;
    for (int j = 0; j < groups.length; j++) {
      BlockInfoStriped group = (BlockInfoStriped) groups[j];
      space += group.spaceConsumed();
      stripes[j] = adopt(blocks, file, group, stripeWidth, parity);
      space -= ((BlockInfoStriped) stripes[j]).spaceConsumed();
    }
    return new StripeAdoption(stripes, Superseded.replicas(parity, space));
  }

  private static BlockInfoStripedData adopt(
      BlockManager blocks, INodeFile file, BlockInfoStriped group, int stripeWidth,
      List<Superseded.Replica> parity) {
    BlockInfoStripedData stripe =
        BlockInfoStripedData.adopted(group, stripeWidth, group.getCellSize());
    List<BlockInfoStriped.StorageAndBlockIndex> held = new ArrayList<>();
    group.getStorageAndIndexInfos().forEach(held::add);
    forget(blocks, group);
    blocks.addBlockCollection(stripe, file);
    for (BlockInfoStriped.StorageAndBlockIndex at : held) {
      Block replica =
          new Block(
              stripe.getBlockId() + at.getBlockIndex(), stripe.getNumBytes(),
              stripe.getGenerationStamp());
      if (at.getBlockIndex() < stripeWidth) {
        at.getStorage().addBlock(stripe, replica);
      } else {
        parity.add(new Superseded.Replica(replica, at.getStorage().getDatanodeDescriptor()));
      }
    }
    return stripe;
  }

  /** Whoever still holds the object takes it for deleted. */
  private static void forget(BlockManager blocks, BlockInfoStriped group) {
    SafeModeGroups.uncount(blocks, group);
    RepairQueueWindow.remove(blocks, group);
    RepairQueueWindow.removePending(blocks, group);
    group.delete();
    blocks.removeBlockFromMap(group);
  }

  /** Has safe mode count what was adopted, once the file is what it will be. */
  public static void countSafe(BlockManager blocks, BlockInfo[] stripes) {
    for (BlockInfo stripe : stripes) {
      SafeModeGroups.count(blocks, (BlockInfoDecoupled) stripe);
    }
  }
}
