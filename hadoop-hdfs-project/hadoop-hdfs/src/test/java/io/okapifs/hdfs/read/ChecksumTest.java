package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.testing.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checksums of decoupled files, whole and degraded, beside those of replicated files. */
class ChecksumTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final int K = 3;
  private static final long SEED = Seed.get();

  @Cluster(dataNodes = 10, failRepairs = true)
  private static BlockFileCluster cluster;
  private static DistributedFileSystem composite;
  private static Path replicated;
  private static Path coupled;

  @BeforeAll
  static void makeClientAndDirectory() throws Exception {
    composite = client("COMPOSITE_CRC");
    replicated = new Path("/replicated");
    coupled = new Path("/coupled");
    cluster.fs().mkdirs(coupled);
    cluster.fs().setErasureCodingPolicy(coupled, POLICY);
  }

  @AfterAll
  static void closeClient() throws Exception {
    composite.close();
  }

  private static DistributedFileSystem client(String mode) throws IOException {
    Configuration conf = new Configuration(cluster.fs().getConf());
    conf.set(HdfsClientConfigKeys.DFS_CHECKSUM_COMBINE_MODE_KEY, mode);
    return (DistributedFileSystem)
        DistributedFileSystem.newInstance(cluster.fs().getUri(), conf);
  }

  private static Set<Long> lengths(int stripeWidth) {
    long row = (long) stripeWidth * CELL;
    long stripe = (long) stripeWidth * BLOCK;
    return new TreeSet<>(
        List.of(0L, 1L, 511L, CELL - 1L, CELL + 1L, row, row + CELL + 7, stripe, stripe + 1,
            2 * stripe + CELL + 5));
  }

  @ParameterizedTest
  @CsvSource({"RS-3-2, 1", "RS-3-2, 2", "RS-3-2, 3", "RS-3-2, 5", "RS-3-2, 8", "LESS2-4-2, 4"})
  void compositeChecksumsAreThoseOfReplicatedFilesAndOfRangesTheirCrc(
      String code, int stripeWidth) throws Exception {
    Path directory = cluster.directory(cluster.addPolicy(code), stripeWidth);
    for (long length : lengths(stripeWidth)) {
      byte[] bytes = BlockFileCluster.bytes(length, length);
      Path file = new Path(directory, "length-" + length);
      Path twin = new Path(replicated, code + "-" + stripeWidth + "-" + length);
      cluster.write(file, bytes);
      cluster.write(twin, bytes);
      assertThat(composite.getFileChecksum(file)).as("%s bytes", length)
          .isEqualTo(composite.getFileChecksum(twin));
      if (length > 0) {
        assertRanges(file, bytes);
      }
    }
  }

  /** Composite checksums of first bytes of a file are their CRC. */
  private static void assertRanges(Path file, byte[] bytes) throws Exception {
    Random random = new Random(SEED);
    List<Integer> ranges =
        IntStream.concat(
                IntStream.of(1, 511, 512, 513, CELL, CELL + 1, BLOCK, bytes.length),
                random.ints(4, 1, bytes.length + 2))
            .filter(range -> range <= bytes.length)
            .boxed()
            .toList();
    for (int range : ranges) {
      CRC32C expected = new CRC32C();
      expected.update(bytes, 0, range);
      assertThat(composite.getFileChecksum(file, range).getBytes())
          .as("first %s bytes of %s, seed %s", range, file, SEED)
          .isEqualTo(ByteBuffer.allocate(4).putInt((int) expected.getValue()).array());
    }
  }

  @Test
  void md5ChecksumsDependOnTheWidthAndAtKAreThoseOfACoupledFile() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + CELL + 9, 5);
    Path twin = new Path(coupled, "md5");
    cluster.write(twin, bytes);
    for (int stripeWidth : new int[] {2, K, 4}) {
      Path directory = cluster.directory(POLICY, stripeWidth);
      Path file = new Path(directory, "md5");
      Path other = new Path(directory, "md5-again");
      cluster.write(file, bytes);
      cluster.write(other, bytes);
      FileChecksum sum = cluster.fs().getFileChecksum(file);
      assertThat(sum).isEqualTo(cluster.fs().getFileChecksum(other));
      assertThat(sum.equals(cluster.fs().getFileChecksum(twin))).as("width %s", stripeWidth)
          .isEqualTo(stripeWidth == K);
      assertThat(composite.getFileChecksum(file)).isEqualTo(composite.getFileChecksum(twin));
    }
  }

  static Stream<Arguments> losses() {
    Stream<Arguments> sameCode =
        Stream.of(1, 2, 3, 5, 8)
            .flatMap(
                s -> Stream.of(List.of(0, 1), List.of(2), List.of(1, 2))
                    .map(lost -> Arguments.of("RS-3-2", s, lost)));
    return Stream.concat(
        sameCode,
        Stream.of(
            Arguments.of("LESS2-4-2", 4, List.of(0, 1)), Arguments.of("LESS2-4-2", 3, List.of(2)),
            Arguments.of("CLAY-4-2", 2, List.of(1, 3))));
  }

  /** Two data members of every group at most, also all of a stripe. */
  @ParameterizedTest
  @MethodSource("losses")
  void checksumsOfDegradedFilesAreThoseOfWholeOnes(
      String code, int stripeWidth, List<Integer> lost) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(2L * stripeWidth * BLOCK + 3 * CELL + 100, stripeWidth);
    String name = "degraded-" + lost.get(0) + "-" + lost.size();
    Path file = new Path(cluster.directory(cluster.addPolicy(code), stripeWidth), name);
    Path twin = new Path(replicated, code + stripeWidth + name);
    cluster.write(file, bytes);
    cluster.write(twin, bytes);
    FileLayout layout = cluster.layout(file);
    long groups = layout.groupCount(bytes.length);
    cluster.awaitParityGroups(file, groups, layout.policy().r());
    FileChecksum whole = cluster.fs().getFileChecksum(file);
    for (int group = 0; group < groups; group++) {
      for (int member : lost) {
        if (member < layout.dataMembers(group, bytes.length)) {
          cluster.delete(cluster.member(file, group, member));
        }
      }
    }
    assertThat(composite.getFileChecksum(file)).isEqualTo(composite.getFileChecksum(twin));
    assertThat(cluster.fs().getFileChecksum(file)).isEqualTo(whole);
    assertRanges(file, bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5})
  void nodesThatDoNotAnswerAreDecodedAroundBeforeAndAfterTheNameNodeKnows(int stripeWidth)
      throws Exception {
    byte[] bytes = BlockFileCluster.bytes(2L * stripeWidth * BLOCK + 11, stripeWidth);
    Path file = new Path(cluster.directory(POLICY, stripeWidth), "stopped");
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    FileChecksum md5 = cluster.fs().getFileChecksum(file);
    FileChecksum crc = composite.getFileChecksum(file);
    int last = stripeWidth - 1;
    DatanodeInfo node = cluster.member(file, last / K, last % K).node();
    cluster.stop(node);
    try {
      assertThat(cluster.fs().getFileChecksum(file)).isEqualTo(md5);
      assertThat(composite.getFileChecksum(file)).isEqualTo(crc);
      cluster.mini().setDataNodeDead(node);
      BlockFileCluster.await("lost block hidden", () ->
          cluster.dataStripes(file).get(0).getBlockIndices().length == stripeWidth - 1);
      assertThat(cluster.fs().getFileChecksum(file)).isEqualTo(md5);
      assertThat(composite.getFileChecksum(file)).isEqualTo(crc);
    } finally {
      cluster.restartStopped();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4})
  void aFileThatCannotBeReadHasNoChecksum(int stripeWidth) throws Exception {
    byte[] bytes = BlockFileCluster.bytes((long) K * BLOCK, stripeWidth);
    Path file = new Path(cluster.directory(POLICY, stripeWidth), "lost");
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    FileChecksum begin = composite.getFileChecksum(file, stripeWidth == 1 ? BLOCK : CELL);
    for (int member : new int[] {K - 1, K, K + 1}) {
      cluster.delete(cluster.member(file, 0, member));
    }
    for (DistributedFileSystem fs : List.of(cluster.fs(), composite)) {
      assertThatThrownBy(() -> fs.getFileChecksum(file))
          .isInstanceOf(BlockMissingException.class).hasMessageContaining("data block 2");
    }
    assertThat(composite.getFileChecksum(file, stripeWidth == 1 ? BLOCK : CELL))
        .as("a range that needs no lost block").isEqualTo(begin);
  }

  @Test
  void aFileThatIsBeingWrittenHasNoChecksum() throws Exception {
    Path file = new Path(cluster.directory(POLICY, 2), "open");
    try (FSDataOutputStream out = cluster.create(file)) {
      out.write(BlockFileCluster.bytes(5L * BLOCK, 1));
      assertThatThrownBy(() -> composite.getFileChecksum(file))
          .isInstanceOf(IOException.class).hasMessageContaining("under construction");
    }
  }

  @Test
  void aSnapshotHasTheChecksumOfItsFile() throws Exception {
    Path directory = cluster.directory(POLICY, 4);
    Path file = new Path(directory, "snapshotted");
    cluster.write(file, BlockFileCluster.bytes(6L * BLOCK + 3, 1));
    FileChecksum sum = composite.getFileChecksum(file);
    cluster.fs().allowSnapshot(directory);
    cluster.fs().createSnapshot(directory, "s");
    cluster.delete(cluster.member(file, 0, 1));
    cluster.write(file, BlockFileCluster.bytes(BLOCK, 2));
    assertThat(composite.getFileChecksum(new Path(directory, ".snapshot/s/snapshotted")))
        .isEqualTo(sum);
    assertThat(composite.getFileChecksum(file)).isNotEqualTo(sum);
  }
}
