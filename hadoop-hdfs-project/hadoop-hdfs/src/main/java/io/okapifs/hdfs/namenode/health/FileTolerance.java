package io.okapifs.hdfs.namenode.health;

import io.okapifs.hdfs.layout.GroupTolerance;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * What a closed decoupled file has left to lose.
 *
 * @param groups its parity groups
 * @param unprotected groups without any parity block that can be read
 * @param worst what each of its groups surely survives; meaningless without groups
 * @param waiting groups without any parity whose data is all there: DataNodes will encode them
 * @param byTolerance how many groups surely survive so many more losses of blocks
 */
public record FileTolerance(
    long groups, long unprotected, GroupTolerance worst, long waiting,
    SortedMap<Integer, Long> byTolerance) {

  private static final GroupTolerance ANYTHING =
      new GroupTolerance(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  public static FileTolerance ofEmptyFile() {
    return new FileTolerance(0, 0, ANYTHING, 0, new TreeMap<>());
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
    GroupTolerance worst = ANYTHING;
    SortedMap<Integer, Long> byTolerance = new TreeMap<>();
    for (long group = 0; group < groups; group++) {
      BitSet live = health.live(group);
      if (live.nextSetBit(file.k()) < 0) {
        unprotected++;
        waiting += live.nextClearBit(0) >= file.k() ? 1 : 0;
      }
      GroupTolerance tolerance = tolerance(health, group, live);
      worst = worst.and(tolerance);
      byTolerance.merge(tolerance.blocks(), 1L, Long::sum);
    }
    return new FileTolerance(groups, unprotected, worst, waiting, byTolerance);
  }

  private static GroupTolerance tolerance(GroupHealth health, long group, BitSet live) {
    List<Set<DatanodeDescriptor>> nodes =
        Stream.<Set<DatanodeDescriptor>>generate(HashSet::new).limit(health.code().n()).toList();
    health.forEachReplica(
        group,
        (member, block, index, storage) -> {
          if (health.isReadable(block, storage)) {
            nodes.get(member).add(storage.getDatanodeDescriptor());
          }
        });
    return GroupTolerance.of(
        health.code(), live, nodes, DatanodeDescriptor::getNetworkLocation);
  }

  @Override
  public String toString() {
    return groups == 0
        ? "groups=0"
        : "groups=" + groups + ", unprotected groups=" + unprotected
            + ", worst remaining tolerance=" + worst.blocks() + ", of nodes=" + worst.nodes()
            + ", of racks=" + worst.racks() + ", waiting for encoding=" + waiting;
  }
}
