package io.okapifs.hdfs.write;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.io.PreferredCoders;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.io.erasurecode.rawcoder.OkapiRawDecoder;
import org.apache.hadoop.io.erasurecode.rawcoder.OkapiRawEncoder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files in HDFS's own layout are coded by ours unless a switch says otherwise; bytes are the same. */
class CoupledCodersTest {

  private static final int K = 3;
  private static final int N = 5;
  private static final byte[] BYTES = BlockFileCluster.bytes((long) K * BLOCK + CELL + 7, 1);

  @Cluster(dataNodes = 7, settings = ClusterSettings.RETRY_SOON)
  private static BlockFileCluster cluster;
  private static Path directory;

  /** DataNodes rebuild with ours. */
  @BeforeAll
  static void makeDirectory() throws Exception {
    directory = cluster.coupledDirectory("RS-3-2-64k");
  }

  private static DistributedFileSystem client(boolean enabled) throws IOException {
    Configuration conf = new Configuration(cluster.fs().getConf());
    conf.setBoolean(PreferredCoders.CLIENT_KEY, enabled);
    return (DistributedFileSystem) FileSystem.newInstance(conf);
  }

  private static Object coder(Object stream, String name) throws ReflectiveOperationException {
    Field field = stream.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(stream);
  }

  /** Where a switch is off these are Hadoop's in Java: its own native ones are in no jar. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theSwitchChoosesTheCodersOfStreams(boolean enabled) throws Exception {
    Path file = new Path(directory, "coders-" + enabled);
    try (DistributedFileSystem fs = client(enabled)) {
      try (FSDataOutputStream out = create(fs, file)) {
        OutputStream stream = out.getWrappedStream();
        assertThat(coder(stream, "encoder") instanceof OkapiRawEncoder).isEqualTo(enabled);
        out.write(BYTES);
      }
      try (FSDataInputStream in = fs.open(file)) {
        assertThat(coder(in.getWrappedStream(), "decoder") instanceof OkapiRawDecoder)
            .isEqualTo(enabled);
      }
    }
  }

  @Test
  void blocksAreTheSameBytesWhoeverEncodesThem() throws Exception {
    List<List<byte[]>> written = new ArrayList<>();
    for (boolean enabled : new boolean[] {true, false}) {
      Path file = new Path(directory, "written-" + enabled);
      try (DistributedFileSystem fs = client(enabled)) {
        write(fs, file);
      }
      written.add(blocks(file));
    }
    assertThat(written.get(0)).hasSize(2 * N - 1);
    for (int i = 0; i < written.get(0).size(); i++) {
      assertThat(written.get(0).get(i)).as("block %s", i).isEqualTo(written.get(1).get(i));
    }
  }

  private static FSDataOutputStream create(DistributedFileSystem fs, Path file)
      throws IOException {
    return fs.create(file, true, 4096, (short) 1, BLOCK);
  }

  private static void write(DistributedFileSystem fs, Path file) throws Exception {
    try (FSDataOutputStream out = create(fs, file)) {
      out.write(BYTES);
    }
    cluster.awaitCoupled(file);
  }

  /** In the order of groups and of the blocks in them. */
  private static List<byte[]> blocks(Path file) throws IOException {
    List<byte[]> blocks = new ArrayList<>();
    for (LocatedStripedBlock group : cluster.dataStripes(file)) {
      DatanodeInfo[] nodes = BlockFileCluster.nodesByIndex(group, N);
      for (int index = 0; index < N; index++) {
        if (nodes[index] != null) {
          blocks.add(cluster.replica(group, index, nodes[index]));
        }
      }
    }
    return blocks;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lostBlocksAreDecodedAndRebuilt(boolean enabled) throws Exception {
    Path file = new Path(directory, "lost-" + enabled);
    try (DistributedFileSystem fs = client(enabled)) {
      write(fs, file);
      List<byte[]> before = blocks(file);
      cluster.kill(cluster.dataStripes(file).get(0).getLocations()[1]);
      byte[] read = new byte[BYTES.length];
      try (FSDataInputStream in = fs.open(file)) {
        in.readFully(read);
      }
      assertThat(read).isEqualTo(BYTES);
      cluster.awaitCoupled(file);
      List<byte[]> after = blocks(file);
      assertThat(after).hasSameSizeAs(before);
      for (int i = 0; i < before.size(); i++) {
        assertThat(after.get(i)).as("block %s", i).isEqualTo(before.get(i));
      }
      cluster.restartStopped();
    }
  }
}
