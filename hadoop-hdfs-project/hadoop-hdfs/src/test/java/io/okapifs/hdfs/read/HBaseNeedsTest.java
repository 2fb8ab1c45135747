package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What HBase asks of a file system, in a decoupled directory: by what it calls, not by running it. */
class HBaseNeedsTest {

  private static final byte[] BYTES = BlockFileCluster.bytes(5L * BLOCK + 77, 1);

  @Cluster(dataNodes = 6)
  private static BlockFileCluster cluster;
  private static Path root;

  @BeforeAll
  static void makeDirectory() throws Exception {
    root = cluster.directory("RS-3-2-64k", 2);
  }

  /** A log of a region server is replicated wherever it is, because it must be flushed. */
  @Test
  void aLogIsReplicatedFlushedAndRecovered() throws Exception {
    DistributedFileSystem fs = cluster.fs();
    Path log = new Path(root, "WALs/log");
    FSDataOutputStream out = fs.createFile(log).recursive().replicate().build();
    assertThat(out.hasCapability(StreamCapabilities.HFLUSH)).isTrue();
    assertThat(out.hasCapability(StreamCapabilities.HSYNC)).isTrue();
    out.write(BYTES, 0, 1000);
    out.hflush();
    out.hsync();
    assertThat(cluster.read(log)).isEqualTo(Arrays.copyOf(BYTES, 1000));
    assertThat(fs.getErasureCodingPolicy(log)).isNull();
    BlockFileCluster.await("recovery of the log", () -> fs.recoverLease(log));
    assertThat(cluster.read(log)).isEqualTo(Arrays.copyOf(BYTES, 1000));
  }

  /** HBase refuses to start with its logs there, and may do so: nothing is promised. */
  @Test
  void aStreamOfADecoupledFileSaysThatItCannotBeFlushed() throws Exception {
    try (FSDataOutputStream out = cluster.create(new Path(root, "decoupled-log"))) {
      assertThat(out.hasCapability(StreamCapabilities.HFLUSH)).isFalse();
      assertThat(out.hasCapability(StreamCapabilities.HSYNC)).isFalse();
      out.write(1);
      out.hflush();
    }
    assertThat(cluster.read(new Path(root, "decoupled-log"))).containsExactly(1);
  }

  @Test
  void aStoreFileIsReadInEveryWay() throws Exception {
    Path file = new Path(root, "store-file");
    cluster.write(file, BYTES);
    try (FSDataInputStream in = cluster.fs().open(file)) {
      assertThat(in.hasCapability(StreamCapabilities.PREADBYTEBUFFER)).isTrue();
      assertThat(in.hasCapability(StreamCapabilities.UNBUFFER)).isTrue();
      int from = 2 * BLOCK - 100;
      byte[] expected = Arrays.copyOfRange(BYTES, from, from + 1000);
      byte[] bytes = new byte[1000];
      in.readFully(from, bytes);
      assertThat(bytes).isEqualTo(expected);
      ByteBuffer direct = ByteBuffer.allocateDirect(1000);
      in.readFully(from, direct);
      direct.flip().get(bytes);
      assertThat(bytes).isEqualTo(expected);
      in.unbuffer();
      in.seek(from);
      in.readFully(bytes);
      assertThat(bytes).isEqualTo(expected);
    }
  }

  /** As a flush does from its temporary folder, and a compaction into the archive. */
  @Test
  void aStoreFileMovesBetweenFoldersOfOtherPolicies() throws Exception {
    DistributedFileSystem fs = cluster.fs();
    Path archive = new Path(cluster.directory("RS-3-2-64k", 3), "archive");
    Path file = new Path(root, "moving");
    cluster.write(file, BYTES);
    assertThat(fs.mkdirs(archive)).isTrue();
    assertThat(fs.rename(file, archive)).isTrue();
    Path moved = new Path(archive, "moving");
    assertThat(cluster.layout(moved).stripeWidth()).isEqualTo(2);
    cluster.checkBlocks(moved, BYTES);
  }
}
