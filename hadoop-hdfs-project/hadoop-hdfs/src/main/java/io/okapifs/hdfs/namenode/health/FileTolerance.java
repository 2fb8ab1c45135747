package io.okapifs.hdfs.namenode.health;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import java.util.BitSet;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * What a closed decoupled file has left to lose.
 *
 * @param groups its parity groups
 * @param unprotected groups without any parity block that can be read
 * @param worst further losses that the worst group surely survives; -1 where one has lost more than
 *     its parity can make good; meaningless without groups
 * @param waiting groups without any parity whose data is all there: DataNodes will encode them
 */
public record FileTolerance(long groups, long unprotected, int worst, long waiting) {

  public static FileTolerance ofEmptyFile() {
    return new FileTolerance(0, 0, 0, 0);
  }

  /**
   * Looks at every group of the file that a block group belongs to.
   *
   * @return as of an empty file where the file is gone
   */
  public static FileTolerance of(BlockManager blocks, Block anyGroup) {
    Namesystem namesystem = BlockManagerWindow.namesystem(blocks);
    namesystem.readLock();
    try {
      return blocks.getStoredBlock(anyGroup) instanceof BlockInfoDecoupled stored
          ? GroupHealth.of(blocks, stored)
              .map(FileTolerance::of)
              .orElseGet(FileTolerance::ofEmptyFile)
          : ofEmptyFile();
    } finally {
      namesystem.readUnlock();
    }
  }

  public static FileTolerance of(GroupHealth health) {
    DecoupledFile file = health.file();
    long groups = health.layout().groupCount(health.length());
    long unprotected = 0;
    long waiting = 0;
    int worst = Integer.MAX_VALUE;
    for (long group = 0; group < groups; group++) {
      BitSet live = health.live(group);
      if (live.nextSetBit(file.k()) < 0) {
        unprotected++;
        waiting += live.nextClearBit(0) >= file.k() ? 1 : 0;
      }
      worst = Math.min(worst, health.margin(group));
    }
    return new FileTolerance(groups, unprotected, Math.max(worst, -1), waiting);
  }

  @Override
  public String toString() {
    return groups == 0
        ? "groups=0"
        : "groups=" + groups + ", unprotected groups=" + unprotected
            + ", worst remaining tolerance=" + worst + ", waiting for encoding=" + waiting;
  }
}
