package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A positional read of eight cells, one block of its group lost, opens k blocks and not one more. */
class DegradedOpensTest {

  private static final int K = 6;
  private static final int ROWS = 8;

  /** A new one for each case: nodes that come back are counted apart. */
  @Cluster(dataNodes = 10)
  private BlockFileCluster cluster;

  @BeforeEach
  void stopRepairs() throws Exception {
    // Repairs open blocks, too.
    BlockManagerTestUtil.stopRedundancyThread(cluster.mini().getNamesystem().getBlockManager());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void anAlignedReadThatMeetsALossOpensEachHelperOnce(int stripeWidth) throws Exception {
    Path file = new Path(cluster.directory("RS-6-3-64k", stripeWidth), "file");
    byte[] bytes = BlockFileCluster.bytes((long) K * ROWS * CELL, stripeWidth);
    try (FSDataOutputStream out =
        cluster.fs().create(file, true, 4096, (short) 1, (long) ROWS * CELL)) {
      out.write(bytes);
    }
    HealthChecks.awaitWhole(cluster, file, bytes);
    cluster.kill(cluster.member(file, 0, 0).node());
    BlockFileCluster.await(
        "the loss is known",
        () -> cluster.dataStripes(file).get(0).getLocations().length == stripeWidth - 1);
    int length = ROWS * CELL;
    byte[] read = new byte[length];
    try (FSDataInputStream in = cluster.fs().open(file)) {
      long before = settledOpens();
      in.readFully(0, read);
      assertThat(settledOpens()).isEqualTo(before + K);
    }
    assertThat(read).isEqualTo(Arrays.copyOf(bytes, length));
  }

  /** What was read before has been told. */
  private long settledOpens() throws Exception {
    AtomicLong last = new AtomicLong();
    BlockFileCluster.await(
        "no node reads",
        () -> {
          long now = cluster.opens();
          Thread.sleep(200);
          return last.getAndSet(now) == now && cluster.opens() == now;
        });
    return last.get();
  }
}
