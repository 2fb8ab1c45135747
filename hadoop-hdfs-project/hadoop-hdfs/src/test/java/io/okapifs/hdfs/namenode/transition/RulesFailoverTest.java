package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RuleStatusProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleRequestProto;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterEnd;
import io.okapifs.hdfs.testing.NameNodePair;
import io.okapifs.hdfs.transition.TransitionClient;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A rule goes on at the other NameNode, in the middle of a pass. */
class RulesFailoverTest {

  private static final int FILES = 120;
  private static final String TO = "RS-3-2-1024k";
  private static final Path TREE = new Path("/tree");
  private static final long AGE = TimeUnit.DAYS.toMillis(90);

  @Test
  @Timeout(300)
  void itGoesOnInTheMiddleAndLeavesNoFileOut() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(TransitionService.MAX_CONCURRENT_KEY, 2);
    conf.setInt(TransitionService.RULES_INTERVAL_KEY, 300);
    MiniDFSCluster cluster = NameNodePair.start(conf, 5);
    try (DistributedFileSystem fs = NameNodePair.client(cluster, conf)) {
      write(fs);
      failOver(cluster, fs);
    } finally {
      ClusterEnd.of(cluster);
    }
  }

  private static Path file(int number) {
    return new Path(TREE, "d" + number % 4 + "/f" + number);
  }

  /** The last one is young. */
  private static void write(DistributedFileSystem fs) throws Exception {
    fs.enableErasureCodingPolicy(TO);
    fs.enableErasureCodingPolicy("XOR-2-1-1024k");
    fs.mkdirs(TREE);
    fs.setErasureCodingPolicy(TREE, "XOR-2-1-1024k@2");
    for (int i = 0; i <= FILES; i++) {
      fs.create(file(i)).close();
      fs.setTimes(file(i), System.currentTimeMillis() - (i < FILES ? AGE + 60_000 : 0), -1);
    }
  }

  private static void failOver(MiniDFSCluster cluster, DistributedFileSystem fs)
      throws Exception {
    try (TransitionClient client = new TransitionClient(fs)) {
      long id =
          client.setRule(
                  SetRuleRequestProto.newBuilder()
                      .setPath(TREE.toString()).setPolicy(TO).setAgeMs(AGE).build())
              .getId();
      BlockFileCluster.await("some of them", () -> status(client).getDone() > 10);
      NameNodePair.change(cluster, 0, false);
      assertThat(status(client).getId()).isEqualTo(id);
      BlockFileCluster.await(
          "the rest", () -> status(client).getPass().getAlreadySo() == FILES);
      assertThat(status(client).getDone()).as("counts begin anew").isLessThan(FILES);
      assertThat(status(client).getPass().getTooYoung()).isEqualTo(1);
      assertThat(status(client).getPass().getRefused()).isZero();
    }
    for (int i = 0; i < FILES; i++) {
      assertThat(fs.getErasureCodingPolicy(file(i)).getName()).startsWith(TO);
    }
    assertThat(fs.getErasureCodingPolicy(file(FILES)).getName()).startsWith("XOR");
  }

  private static RuleStatusProto status(TransitionClient client) throws Exception {
    return client.rules(TREE).get(0);
  }
}
