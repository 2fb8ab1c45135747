package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterEnd;
import io.okapifs.hdfs.testing.ExpectedSpace;
import io.okapifs.hdfs.testing.NameNodePair;
import io.okapifs.testing.Seed;
import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A writer and its files survive the end of one NameNode after the other. */
class FailoverTest {

  private static final long SEED = Seed.get();
  private static final int POINTS = 5;
  private static final int[] STRIPE_WIDTHS = {1, 2, 3, 5};

  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;
  private int active;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 0);
    cluster = NameNodePair.start(conf, 6);
    fs = NameNodePair.client(cluster, conf);
    String policy = NameNodePair.addPolicy(fs);
    for (int stripeWidth : STRIPE_WIDTHS) {
      fs.mkdirs(directory(stripeWidth));
      fs.setErasureCodingPolicy(directory(stripeWidth), policy + "@" + stripeWidth);
      fs.setQuota(directory(stripeWidth), 1000, 1L << 40);
    }
  }

  @AfterEach
  void stop() throws IOException {
    fs.close();
    // A NameNode whose journal is gone ends its process.
    ClusterEnd.of(cluster);
  }

  private static Path directory(int stripeWidth) {
    return new Path("/width-" + stripeWidth);
  }

  @Test
  void writerGoesOnThroughKillsAndFailoversAtSeededPoints() throws Exception {
    Random random = new Random(SEED);
    for (int point = 0; point < POINTS; point++) {
      int stripeWidth = STRIPE_WIDTHS[random.nextInt(STRIPE_WIDTHS.length)];
      byte[] bytes = BlockFileCluster.bytes((7L + random.nextInt(4)) * BLOCK + random.nextInt(CELL),
          point);
      int at = random.nextInt(bytes.length);
      boolean kill = point % 2 == 0;
      String what = "seed " + SEED + ", point " + point + ", width " + stripeWidth + ", length "
          + bytes.length + ", at " + at + (kill ? ", kill" : ", failover");
      Path file = new Path(directory(stripeWidth), "file" + point);
      try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK)) {
        out.write(bytes, 0, at);
        active = NameNodePair.change(cluster, active, kill);
        out.write(bytes, at, bytes.length - at);
      }
      check(what, file, stripeWidth, bytes);
      NameNodePair.assertStandbyFollows(cluster, active, kill, what);
    }
  }

  private void check(String what, Path file, int stripeWidth, byte[] bytes) throws Exception {
    // A NameNode that took over may not have heard of all blocks yet.
    BlockFileCluster.await("blocks of " + what, () -> {
      try (FSDataInputStream in = fs.open(file)) {
        assertThat(in.readAllBytes()).as(what).isEqualTo(bytes);
        return true;
      } catch (BlockMissingException unreported) {
        return false;
      }
    });
    assertThat(fs.getContentSummary(file).getSpaceConsumed()).as(what)
        .isEqualTo(ExpectedSpace.RS_3_2.of(stripeWidth, BLOCK, bytes.length));
    assertThat(fs.getQuotaUsage(directory(stripeWidth)).getSpaceConsumed()).as(what)
        .isEqualTo(fs.getContentSummary(directory(stripeWidth)).getSpaceConsumed());
  }
}
