package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.HealthChecks;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.ForgottenGroups;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A block group that misses blocks and is in no queue is found by a slow look at all of them. */
class RedundancySweepTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final byte[] BYTES = BlockFileCluster.bytes(3L * BLOCK, 39);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itIsQueuedAndCounted(boolean decoupled) throws Exception {
    try (BlockFileCluster cluster = start()) {
      Path directory =
          decoupled ? cluster.directory(POLICY, 3) : cluster.coupledDirectory(POLICY);
      Path file = new Path(directory, "file");
      cluster.write(file, BYTES);
      if (decoupled) {
        HealthChecks.awaitWhole(cluster, file, BYTES);
      } else {
        cluster.awaitCoupled(file);
      }
      // Nodes that have just come are a reason of their own to look at all block groups.
      cluster.awaitRounds(2);
      Replica replica = cluster.blockOf(cluster.dataStripes(file).get(0), 1);
      Block block = replica.block().getLocalBlock();
      ForgottenGroups.forget(cluster.mini().getNamesystem(), block);
      cluster.invalidate(replica);
      BlockFileCluster.await(
          "the block to be there again",
          () -> cluster.blockOf(cluster.dataStripes(file).get(0), 1).node() != null);
      assertThat(BlockFileCluster.stateOf("GroupsFoundUnqueued")).isOne();
      assertThat(cluster.read(file)).isEqualTo(BYTES);
      cluster.expectUnqueued(1);
    }
  }

  private static BlockFileCluster start() throws Exception {
    return new BlockFileCluster(
        6,
        conf -> {
          conf.setInt(RedundancySweep.RATE_KEY, 100);
          conf.set(RedundancySweep.CONFIRM_KEY, "1s");
        });
  }
}
