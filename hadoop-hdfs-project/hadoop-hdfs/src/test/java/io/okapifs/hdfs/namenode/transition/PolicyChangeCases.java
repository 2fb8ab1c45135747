package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.Transitions;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.junit.jupiter.api.BeforeAll;

/** Stored files get another policy; their data blocks stay what they are. */
public abstract class PolicyChangeCases {

  @Cluster(
      dataNodes = 12,
      codes = {"LESS2-4-2", "CLAY-4-2", "AZURE-LRC2-4-3", "RS-VAND-6-3"},
      settings = ClusterSettings.RETRY_SOON)
  public static BlockFileCluster cluster;
  public static Transitions transitions;

  @BeforeAll
  static void makeDirectories() throws Exception {
    for (String name : List.of("RS-3-2-64k", "RS-6-3-64k")) {
      cluster.directory(name, 2);
    }
    transitions = new Transitions(cluster, "LESS2-4-2-64k", () -> {});
  }

  /** Writes a file, and waits until all its blocks are right. */
  static void write(Path file, byte[] bytes) throws Exception {
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
  }

  static Set<String> parityBlocks(Path file, long length) throws IOException {
    int groups = (int) cluster.layout(file).groupCount(length);
    return cluster.parityGroups(file, Math.max(1, groups)).stream()
        .flatMap(PolicyChangeCases::names)
        .collect(Collectors.toSet());
  }

  private static Stream<String> names(LocatedStripedBlock group) {
    return Stream.iterate(0, i -> i + 1)
        .limit(group.getLocations().length)
        .map(i -> "blk_" + (group.getBlock().getBlockId() + group.getBlockIndices()[i]));
  }

  /** Replicas that moved, and old parity, go with the next heartbeats. */
  static void check(Path file, byte[] bytes) throws Exception {
    BlockManager blocks = cluster.mini().getNamesystem().getBlockManager();
    BlockFileCluster.await(
        "nothing to delete",
        () -> blocks.getExcessBlocksCount() + blocks.getPendingDeletionBlocksCount() == 0);
    cluster.checkBlocks(file, bytes);
  }
}
