package io.okapifs.hdfs.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ReadChecks;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.SecurityTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.Test;

/** A stream that outlives its block tokens. */
class ExpiredTokenReadTest {

  private static final int K = 3;
  private static final int R = 2;
  private static final int LENGTH = 6 * BlockFileCluster.BLOCK;
  private static final long LIFETIME_MILLIS = 1000;

  @Test
  void expiredTokensOfDataAndParityBlocksAreRenewedAndNoBlockIsGivenUp() throws Exception {
    try (BlockFileCluster cluster = new BlockFileCluster(6, ExpiredTokenReadTest::useTokens)) {
      Path path = new Path(cluster.directory("RS-3-2-64k", K), "file");
      byte[] content = new byte[LENGTH];
      new Random(LENGTH).nextBytes(content);
      try (FSDataOutputStream out = cluster.create(path)) {
        out.write(content);
      }
      cluster.awaitParityGroups(path, 2, R);
      deleteFirstBlock(cluster, path);
      BlockManager blocks = cluster.mini().getNamesystem().getBlockManager();
      SecurityTestUtil.setBlockTokenLifetime(
          blocks.getBlockTokenSecretManager(), LIFETIME_MILLIS);
      Token<BlockTokenIdentifier> last = cluster.dataStripes(path).get(0).getBlockTokens()[0];
      try (DFSInputStream in = cluster.fs().getClient().open(path.toString())) {
        ReadChecks.assertPositional(in, content, 0, LENGTH / 2);
        Token<BlockTokenIdentifier> newest =
            cluster.parityGroups(path, 1).get(0).getBlockTokens()[0];
        BlockFileCluster.await("tokens have expired", () ->
            SecurityTestUtil.isBlockTokenExpired(last)
                && SecurityTestUtil.isBlockTokenExpired(newest));
        in.clearReadStatistics();
        ReadChecks.assertSequential(in, content, LENGTH);
        assertThat(in.getReadStatistics().getTotalBytesRead()).isEqualTo(LENGTH);
      }
    }
  }

  private static void useTokens(Configuration conf) {
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
  }

  private static void deleteFirstBlock(BlockFileCluster cluster, Path path) throws Exception {
    LocatedStripedBlock stripe = cluster.dataStripes(path).get(0);
    DatanodeInfo node = BlockFileCluster.nodesByIndex(stripe, K)[0];
    ExtendedBlock block = new ExtendedBlock(stripe.getBlock());
    cluster.mini().getMaterializedReplica(cluster.nodeNumber(node), block).deleteData();
  }
}
