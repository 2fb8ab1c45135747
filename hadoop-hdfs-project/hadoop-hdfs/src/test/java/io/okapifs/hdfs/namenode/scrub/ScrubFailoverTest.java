package io.okapifs.hdfs.namenode.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.repair.NodeStates;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.GetScrubStatusResponseProto;
import io.okapifs.hdfs.repair.ScrubBandwidth;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterEnd;
import io.okapifs.hdfs.testing.NameNodePair;
import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pass goes on at the other NameNode. */
class ScrubFailoverTest {

  private static final int FILES = 40;
  private static final Path DIRECTORY = new Path("/scrubbed");

  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 5);
    conf.set(ScrubBandwidth.KEY, "100m");
    conf.set(ScrubService.PERIOD_KEY, "365d");
    cluster = NameNodePair.start(conf, 5);
    // Before files are there: the first pass of either has all of them.
    busy(0, true);
    busy(1, true);
    fs = NameNodePair.client(cluster, conf);
    fs.enableErasureCodingPolicy("XOR-2-1-1024k");
    fs.mkdirs(DIRECTORY);
    fs.setErasureCodingPolicy(DIRECTORY, "XOR-2-1-1024k@2");
  }

  /** Has a NameNode believe that all DataNodes repair something, or none. */
  private void busy(int nameNode, boolean isBusy) throws Exception {
    NodeStates states = NodeStates.of(cluster.getNamesystem(nameNode));
    for (DataNode node : cluster.getDataNodes()) {
      String uuid = node.getDatanodeUuid();
      BlockFileCluster.await("a node told of itself", () -> states.get(uuid).isPresent());
      states.put(
          uuid, states.get(uuid).orElseThrow().doing(isBusy ? 1 : 0, 0, 0), any -> true);
    }
  }

  @AfterEach
  void stop() throws IOException {
    fs.close();
    ClusterEnd.of(cluster);
  }

  @Test
  @Timeout(300)
  void itGoesOnInTheMiddleAndCountsEachGroupOnce() throws Exception {
    try (TransitionClient client = new TransitionClient(fs)) {
      BlockFileCluster.await(
          "the pass without files", () -> client.scrubStatus().getEnded().getNumber() == 1);
      for (int i = 0; i < FILES; i++) {
        try (FSDataOutputStream out = fs.create(new Path(DIRECTORY, "f" + i))) {
          out.write(new byte[1000 + i]);
        }
      }
      ScrubService.of(cluster.getNamesystem(0)).noteEvery(0);
      cluster.getNameNode(0).reconfigureProperty(ScrubService.PERIOD_KEY, "1ms");
      busy(0, false);
      BlockFileCluster.await(
          "some groups", () -> client.scrubStatus().getRunning().getVerified() > 3);
      busy(0, true);
      BlockFileCluster.await(
          "what is under way to end", () -> client.scrubStatus().getUnderWay() == 0);
      GetScrubStatusResponseProto before = client.scrubStatus();
      assertThat(before.getRunning().getVerified()).isLessThan(FILES);
      BlockFileCluster.await("its journal", () -> isNoted(before));

      NameNodePair.change(cluster, 0, false);
      busy(1, true);
      BlockFileCluster.await("what it found", () -> client.scrubStatus().hasRunning());
      assertThat(client.scrubStatus().getRunning().getVerified())
          .isBetween(before.getRunning().getVerified(), (long) FILES);
      busy(1, false);
      BlockFileCluster.await(
          "the end",
          () ->
              client.scrubStatus().getEnded().getNumber() == before.getRunning().getNumber());
      GetScrubStatusResponseProto ended = client.scrubStatus();
      assertThat(ended.getEnded().getVerified()).isEqualTo(FILES);
      assertThat(ended.getEnded().getSinceMs()).isEqualTo(before.getRunning().getSinceMs());
    }
  }

  private boolean isNoted(GetScrubStatusResponseProto shown) {
    ScrubState noted = ScrubState.read(cluster.getNamesystem(0).getFSDirectory());
    return noted.running()
        .filter(pass -> pass.verified() == shown.getRunning().getVerified())
        .isPresent();
  }
}
