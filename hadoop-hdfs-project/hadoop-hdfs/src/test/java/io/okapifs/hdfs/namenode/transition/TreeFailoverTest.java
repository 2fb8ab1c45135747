package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterEnd;
import io.okapifs.hdfs.testing.NameNodePair;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A request for a tree goes on at the other NameNode. */
class TreeFailoverTest {

  private static final int FOLDERS = 4;
  private static final int FILES = 60;
  private static final Path TREE = new Path("/tree");

  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(TransitionService.MAX_CONCURRENT_KEY, 2);
    cluster = NameNodePair.start(conf, 5);
    fs = NameNodePair.client(cluster, conf);
    fs.enableErasureCodingPolicy("RS-3-2-1024k");
    fs.enableErasureCodingPolicy("XOR-2-1-1024k");
    fs.mkdirs(TREE);
    fs.setErasureCodingPolicy(TREE, "XOR-2-1-1024k@2");
    for (int i = 0; i < FOLDERS * FILES; i++) {
      fs.create(file(i)).close();
    }
  }

  private static Path file(int number) {
    return new Path(TREE, "d" + number % FOLDERS + "/f" + number);
  }

  @AfterEach
  void stop() throws IOException {
    fs.close();
    ClusterEnd.of(cluster);
  }

  @Test
  @Timeout(300)
  void itGoesOnInTheMiddleAndLeavesNoFileOut() throws Exception {
    try (TransitionClient client = new TransitionClient(fs)) {
      long id =
          client.beginTree(
              TREE, TransitionGoal.of("RS-3-2-1024k", TransitionRecord.NORMAL), 0);
      BlockFileCluster.await("some of them", () -> client.tree(id).orElseThrow().getDone() > 20);
      NameNodePair.change(cluster, 0, false);
      BlockFileCluster.await("the end", () -> client.tree(id).orElseThrow().hasEndedMs());
      TreeTransitionStatusProto ended = client.tree(id).orElseThrow();
      assertThat(ended.getRefused()).as("%s", ended).isZero();
      assertThat(ended.getDone() + ended.getAlreadySo()).isEqualTo(FOLDERS * FILES);
      assertThat(ended.getAlreadySo()).as("done before").isPositive();
      assertThat(client.status(new Path("/"))).isEmpty();
    }
    for (int i = 0; i < FOLDERS * FILES; i++) {
      assertThat(fs.getErasureCodingPolicy(file(i)).getName()).startsWith("RS-3-2-1024k");
    }
  }
}
