package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.NameNodePair;
import io.okapifs.hdfs.testing.ShortWaits;
import io.okapifs.hdfs.tools.EcRun;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.qjournal.MiniQJMHACluster;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.server.namenode.ha.ObserverReadProxyProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clients that ask an observer where the blocks of a file are. */
class ObserverReadTest {

  private static final int OBSERVER = 2;

  private static MiniQJMHACluster nameNodes;
  private static MiniDFSCluster cluster;
  private static DistributedFileSystem fs;
  private static Configuration conf;

  @BeforeAll
  static void start() throws Exception {
    conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_STATE_CONTEXT_ENABLED_KEY, true);
    conf.setTimeDuration(
        "dfs.client.failover.observer.probe.retry.period", 0, TimeUnit.MILLISECONDS);
    ShortWaits.settings(conf);
    nameNodes = HATestUtil.setUpObserverCluster(conf, 1, 8, true);
    cluster = nameNodes.getDfsCluster();
    fs = HATestUtil.configureObserverReadFs(cluster, conf, ObserverReadProxyProvider.class, true);
    BlockFileCluster.failRepairs();
    NameNodePair.addPolicy(fs);
  }

  @AfterAll
  static void stop() throws Exception {
    BlockFileCluster.allowRepairs();
    fs.close();
    nameNodes.shutdown();
  }

  @Test
  void filesAreReadWholeAndDecodedByWhatAnObserverKnows() throws Exception {
    for (int width : new int[] {1, 3, 5}) {
      Path directory = new Path("/width-" + width);
      fs.mkdirs(directory);
      fs.setErasureCodingPolicy(directory, "RS-3-2-64k@" + width);
      Path file = new Path(directory, "file");
      byte[] bytes = BlockFileCluster.bytes(15L * BLOCK, width);
      try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK)) {
        out.write(bytes);
      }
      awaitObserved(file, 15 + 5 * 2);
      assertRead(file, bytes);
      EcRun.Outcome verified = EcRun.run(conf, "-verify", "-path", file.toString());
      assertThat(verified.exitCode()).as("%s", verified).isZero();
      DatanodeInfo lost = stripes(file).get(0).getLocations()[0];
      MiniDFSCluster.DataNodeProperties stopped = cluster.stopDataNode(lost.getXferAddr());
      assertRead(file, bytes);
      for (int nameNode = 0; nameNode <= OBSERVER; nameNode++) {
        BlockManagerTestUtil.noticeDeadDatanode(
            cluster.getNameNode(nameNode), lost.getXferAddr());
      }
      assertRead(file, bytes);
      cluster.restartDataNode(stopped, true);
      cluster.waitActive(0);
    }
  }

  private static void assertRead(Path file, byte[] bytes) throws Exception {
    try (FSDataInputStream in = fs.open(file)) {
      assertThat(HATestUtil.isSentToAnyOfNameNodes(fs, cluster, OBSERVER)).isTrue();
      assertThat(in.readAllBytes()).isEqualTo(bytes);
      assertThat(HATestUtil.isSentToAnyOfNameNodes(fs, cluster, OBSERVER)).isTrue();
    }
  }

  private static void awaitObserved(Path file, int blocks) throws Exception {
    BlockFileCluster.await(
        "all blocks of " + file + " known to the observer",
        () -> {
          int known = 0;
          for (LocatedBlock group : stripes(file)) {
            known += group.getLocations().length;
          }
          for (LocatedBlock group : parity(file)) {
            known += group.getLocations().length;
          }
          return known == blocks && HATestUtil.isSentToAnyOfNameNodes(fs, cluster, OBSERVER);
        });
  }

  private static List<LocatedBlock> stripes(Path file) throws Exception {
    return fs.getClient().getLocatedBlocks(file.toString(), 0, Long.MAX_VALUE).getLocatedBlocks();
  }

  private static List<LocatedBlock> parity(Path file) throws Exception {
    return fs.getClient().getNamenode()
        .getBlockLocations(file.toString(), ParityRequests.listingOffset(0), 100)
        .getLocatedBlocks();
  }
}
