package io.okapifs.hdfs.write;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.Test;

/** What a close waits for and what it sets off. */
class CloseTest {

  private static final int R = 2;

  /** Less than the grace that a committed stripe waits for reports that may never come. */
  private static final Duration GRACE = Duration.ofMillis(1400);

  @Cluster(dataNodes = 6)
  private static BlockFileCluster cluster;

  @Test
  void closeWaitsForTheReportOfANodeThatLives() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "waits");
    byte[] bytes = BlockFileCluster.bytes(2L * 3 * BLOCK, 1);
    FSDataOutputStream out = cluster.create(file);
    out.write(bytes, 0, 4 * BLOCK);
    BlockFileCluster.await("second stripe", () -> cluster.dataStripes(file).size() == 2);
    LocatedStripedBlock last = cluster.dataStripes(file).get(1);
    DatanodeInfo quiet = BlockFileCluster.nodesByIndex(last, 3)[0];
    DataNode node = cluster.mini().getDataNodes().get(cluster.nodeNumber(quiet));
    DataNodeTestUtils.pauseIBR(node);
    out.write(bytes, 4 * BLOCK, bytes.length - 4 * BLOCK);
    BlockFileCluster.failRepairs();
    long begin = System.nanoTime();
    out.close();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(GRACE);
    assertThat(cluster.dataStripes(file).get(1).getLocations()).hasSize(2);
    BlockFileCluster.allowRepairs();
    DataNodeTestUtils.resumeIBR(node);
    DataNodeTestUtils.triggerBlockReport(node);
    cluster.checkBlocks(file, bytes);
  }

  /** No node dies and no replica is lost: only the close can ask for these parities. */
  @Test
  void groupsThatALeaseRecoveryRecordsAreEncoded() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 2), "recovered");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK + 4 * CELL, 2);
    FSDataOutputStream out = cluster.create(file);
    out.write(bytes);
    BlockFileCluster.await("last stripe begun", () -> cluster.isLastStripeBegun(file));
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
    BlockFileCluster.await("file closed", () -> cluster.fs().recoverLease(file));
    int length = (int) cluster.fs().getFileStatus(file).getLen();
    assertThat(length).isGreaterThan(6 * BLOCK);
    List<LocatedStripedBlock> groups =
        cluster.awaitParityGroups(file, cluster.layout(file).groupCount(length), R);
    assertThat(groups).hasSize(3);
    cluster.checkBlocks(file, Arrays.copyOf(bytes, length));
  }
}
