package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.tools.EcRun;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;

/** Files in HDFS's own striped layout get a stripe width where they are: only parity changes. */
abstract class AdoptionCases extends LayoutChangeCases {

  static final String COUPLED = "RS-3-2-64k";

  static Path write(String policy, String name, byte[] bytes) throws Exception {
    Path file = new Path(cluster.coupledDirectory(policy), name);
    cluster.write(file, bytes);
    // A block that was reported late is repaired, and then may have two places for a while.
    BlockFileCluster.await("no repair of " + file, () -> !isRepaired(file));
    cluster.awaitCoupled(file);
    return file;
  }

  /** Of this file: those of others may be made to fail. */
  private static boolean isRepaired(Path file) throws IOException {
    BlockManager blocks = cluster.mini().getNamesystem().getBlockManager();
    for (LocatedStripedBlock group : cluster.dataStripes(file)) {
      BlockInfo stored = blocks.getStoredBlock(group.getBlock().getLocalBlock());
      if (RepairQueueWindow.pending(blocks, stored) > 0) {
        return true;
      }
    }
    return false;
  }

  static Set<String> parityBlocks(Path file) throws IOException {
    int width = cluster.fs().getErasureCodingPolicy(file).getNumDataUnits();
    Set<String> blocks = new TreeSet<>();
    for (LocatedStripedBlock group : cluster.dataStripes(file)) {
      for (byte index : group.getBlockIndices()) {
        if (index >= width) {
          blocks.add("blk_" + (group.getBlock().getBlockId() + index));
        }
      }
    }
    return blocks;
  }

  static void awaitGone(Set<String> blocks) throws Exception {
    BlockFileCluster.await(
        "old parity gone from the disks",
        () -> cluster.blocksOnDisk().stream().noneMatch(blocks::contains));
  }

  /** Every block on disk, every byte, every parity, and nothing counted as missing. */
  static void check(Path file, byte[] bytes) throws Exception {
    settle();
    cluster.checkBlocks(file, bytes);
    assertThat(cluster.read(file)).isEqualTo(bytes);
    assertThat(EcRun.run(cluster.fs().getConf(), "-verify", "-path", file.toString()).exitCode())
        .isZero();
  }
}
