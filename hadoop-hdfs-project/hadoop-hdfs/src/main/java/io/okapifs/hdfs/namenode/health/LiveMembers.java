package io.okapifs.hdfs.namenode.health;

import io.okapifs.hdfs.layout.FileLayout;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;

/**
 * How many members of a group live. Asked for every replica that comes or goes, so nothing is made
 * per member. Under the namesystem's lock.
 */
final class LiveMembers {

  private LiveMembers() {}

  /** As many as {@link GroupHealth#live(long)} has. */
  static int count(GroupHealth health, long group) {
    FileLayout layout = health.layout();
    int data = layout.dataMembers(group, health.length());
    int live = health.file().k() - data;
    BlockInfo[] stripes = health.file().stripes();
    long first = group * health.file().k();
    int stripe = (int) layout.stripeOf(first);
    int index = layout.indexInStripe(first);
    for (int member = 0; member < data; member++) {
      live += isLive(health, (BlockInfoStriped) stripes[stripe], index) ? 1 : 0;
      if (++index == layout.stripeWidth()) {
        index = 0;
        stripe++;
      }
    }
    BlockInfoDecoupled[] parityGroups = health.file().parityGroups();
    for (int i = 0; group < parityGroups.length && i < health.file().r(); i++) {
      live += isLive(health, parityGroups[(int) group], i) ? 1 : 0;
    }
    return live;
  }

  private static boolean isLive(GroupHealth health, BlockInfoStriped block, int index) {
    BlockUnderConstructionFeature open = block.getUnderConstructionFeature();
    return open != null && isExpected(open, index) || hasReadable(health, block, index);
  }

  private static boolean isExpected(BlockUnderConstructionFeature open, int index) {
    for (byte each : open.getBlockIndices()) {
      if (each == index) {
        return true;
      }
    }
    return false;
  }

  /** Block i is in slot i; second replicas have slots behind those of the block group. */
  private static boolean hasReadable(GroupHealth health, BlockInfoStriped block, int index) {
    int slots = block.getCapacity();
    if (index < slots && isReadable(health, block, index, index)) {
      return true;
    }
    for (int slot = block.getTotalBlockNum(); slot < slots; slot++) {
      if (isReadable(health, block, index, slot)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isReadable(
      GroupHealth health, BlockInfoStriped block, int index, int slot) {
    DatanodeStorageInfo storage = StripedBlockWindow.storageAt(block, slot);
    return storage != null
        && StripedBlockWindow.indexAt(block, slot) == index
        && health.isReadable(block, storage);
  }
}
