package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.tools.EcRun;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.impl.BlockReaderFactory;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.InvalidBlockTokenException;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of a file where DataNodes ask for tokens, and where all they send is encrypted. */
class SecuredTransferTest {

  private static final byte[] BYTES = BlockFileCluster.bytes(5L * BLOCK + CELL + 9, 1);
  private static final int WIDTH = 2;

  @ParameterizedTest(name = "encrypted {0}")
  @ValueSource(booleans = {false, true})
  void aFileIsWrittenReadDecodedSummedVerifiedAndHealed(boolean encrypted) throws Exception {
    try (BlockFileCluster cluster = new BlockFileCluster(7, conf -> secure(conf, encrypted))) {
      Path file = new Path(cluster.directory("RS-3-2-64k", WIDTH), "file");
      cluster.write(file, BYTES);
      cluster.checkBlocks(file, BYTES);
      FileChecksum sum = cluster.fs().getFileChecksum(file);
      assertThat(verify(cluster, file)).isZero();
      refusesWithoutToken(cluster, file);

      BlockFileCluster.failRepairs();
      List<Replica> lost = List.of(cluster.member(file, 0, 1), cluster.member(file, 1, 4));
      lost.forEach(cluster::delete);
      assertThat(cluster.read(file)).isEqualTo(BYTES);
      assertThat(cluster.fs().getFileChecksum(file)).isEqualTo(sum);
      assertThat(verify(cluster, file)).as("nodes have not got their replicas").isEqualTo(3);
      cluster.reportCorrupt(lost);
      BlockFileCluster.allowRepairs();
      HealthChecks.awaitWhole(cluster, file, BYTES);
      assertThat(verify(cluster, file)).isZero();
    } finally {
      BlockFileCluster.allowRepairs();
    }
  }

  private static void secure(Configuration conf, boolean encrypted) {
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.setBoolean(DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_KEY, encrypted);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 3);
  }

  private static int verify(BlockFileCluster cluster, Path file) throws Exception {
    return EcRun.run(cluster.fs().getConf(), "-verify", "-path", file.toString()).exitCode();
  }

  /** Data and parity blocks, with no token, with another block's, and with the right one. */
  private static void refusesWithoutToken(BlockFileCluster cluster, Path file) throws Exception {
    LocatedStripedBlock stripe = cluster.dataStripes(file).get(0);
    LocatedStripedBlock parities = cluster.parityGroups(file, 1).get(0);
    Token<BlockTokenIdentifier> none = new Token<>();
    for (LocatedStripedBlock group : List.of(stripe, parities)) {
      LocatedStripedBlock other = group == stripe ? parities : stripe;
      int index = group.getBlockIndices()[0];
      LocatedBlock block =
          StripedBlockUtil.constructInternalBlock(group, 0, CELL, 1, index);
      for (Token<BlockTokenIdentifier> token : List.of(none, other.getBlockTokens()[0])) {
        assertThatThrownBy(() -> firstByte(cluster, block, token))
            .isInstanceOf(InvalidBlockTokenException.class);
      }
      assertThat(firstByte(cluster, block, block.getBlockToken())).isOne();
    }
  }

  private static int firstByte(
      BlockFileCluster cluster, LocatedBlock block, Token<BlockTokenIdentifier> token)
      throws Exception {
    DFSClient client = cluster.fs().getClient();
    BlockReader reader =
        new BlockReaderFactory(client.getConf())
            .setInetSocketAddress(
                NetUtils.createSocketAddr(block.getLocations()[0].getXferAddr()))
            .setRemotePeerFactory(client).setDatanodeInfo(block.getLocations()[0])
            .setFileName("block").setBlock(block.getBlock()).setBlockToken(token)
            .setStartOffset(0).setLength(1).setVerifyChecksum(true)
            .setClientName(client.getClientName())
            .setCachingStrategy(CachingStrategy.newDefaultStrategy())
            .setClientCacheContext(client.getClientContext())
            .setConfiguration(cluster.fs().getConf())
            .build();
    try {
      return reader.read(new byte[1], 0, 1);
    } finally {
      reader.close();
    }
  }
}
