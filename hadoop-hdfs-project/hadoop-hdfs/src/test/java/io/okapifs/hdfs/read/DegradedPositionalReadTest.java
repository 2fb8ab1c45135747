package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Positional reads that meet a bad cell behind the first row of what they ask for: HDFS-16970, in
 * files of HDFS's own layout and in decoupled ones.
 */
class DegradedPositionalReadTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final int K = 3;
  private static final int N = 5;
  private static final int ROWS = BLOCK / CELL;
  private static final int GROUP = K * BLOCK;

  @Cluster(dataNodes = 6, failRepairs = true)
  private static BlockFileCluster cluster;
  private static int files;

  /** A read that asks for more than one row. */
  private record Range(int from, int to) {}

  @BeforeAll
  static void makeDirectory() throws Exception {
    cluster.fs().mkdirs(new Path("/coupled"));
    cluster.fs().setErasureCodingPolicy(new Path("/coupled"), POLICY);
  }

  /** The cells of the rows that were read already come back in place of those that failed. */
  @Test
  void withoutTheFixAReadReturnsCellsOfOtherRowsAndNoError() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(GROUP, 1);
    Path file = writeCoupled(bytes, 1, 2);
    byte[] read = read(file, new Range(0, GROUP), false);
    assertThat(cell(read, 2, 1)).isEqualTo(cell(bytes, 0, 1)).isNotEqualTo(cell(bytes, 2, 1));
    assertThat(cell(read, 3, 1)).isEqualTo(cell(bytes, 1, 1)).isNotEqualTo(cell(bytes, 3, 1));
    assertThat(cluster.read(file)).as("read from begin to end").isEqualTo(bytes);
  }

  private static byte[] cell(byte[] file, int row, int block) {
    int from = (row * K + block) * CELL;
    return Arrays.copyOfRange(file, from, from + CELL);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void withTheFixEveryBadCellOfEveryRowIsReadAround(int block) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(GROUP, 2);
    for (int row = 0; row < ROWS; row++) {
      for (Range range : rangesAround(row * K + block)) {
        Path file = writeCoupled(bytes, block, row);
        assertExact(read(file, range, true), bytes, range, "block " + block + ", row " + row);
      }
    }
  }

  /** From the begin, out of the middle of a cell, to the end. */
  private static List<Range> rangesAround(int cell) {
    int from = cell * CELL;
    return List.of(
        new Range(0, GROUP),
        new Range(Math.max(0, from - 4 * CELL - 77), Math.min(GROUP, from + 3 * CELL + 5)),
        new Range(Math.min(from, CELL / 2), from + CELL));
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 1, 3", "0, 3, 2, 2", "1, 2, 2, 2"})
  void withTheFixTwoBadCellsInDifferentRowsAreReadAround(
      int block, int row, int otherBlock, int otherRow) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(GROUP, 3);
    Path file = writeCoupled(bytes, block, row);
    LocatedStripedBlock group = group(file);
    cluster.corruptByte(cluster.blockOf(group, otherBlock), otherRow * CELL + 9);
    Range all = new Range(0, GROUP);
    assertExact(read(file, all, true), bytes, all, "two bad cells");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 6})
  void decoupledFilesNeverHadTheBug(int stripeWidth) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(2 * GROUP, 4);
    for (int member = 0; member < K; member++) {
      for (int row = 0; row < ROWS; row++) {
        Path file =
            new Path(cluster.directory(POLICY, stripeWidth), "file" + files++);
        cluster.write(file, bytes);
        cluster.awaitParityGroups(file, 2, N - K);
        Replica bad = cluster.member(file, 1, member);
        cluster.corruptByte(bad, row * CELL + 5);
        Range range = new Range(row * 777, 2 * GROUP - member * 555);
        assertExact(
            read(file, range, false), bytes, range, "member " + member + ", row " + row);
      }
    }
  }

  /** A file of one block group with a bad cell. */
  private static Path writeCoupled(byte[] bytes, int block, int row) throws Exception {
    Path file = new Path("/coupled/file" + files++);
    cluster.write(file, bytes);
    BlockFileCluster.await("all blocks", () -> group(file).getLocations().length == N);
    cluster.corruptByte(cluster.blockOf(group(file), block), row * CELL + 5);
    return file;
  }

  private static LocatedStripedBlock group(Path file) throws IOException {
    return cluster.dataStripes(file).get(0);
  }

  private static byte[] read(Path file, Range range, boolean fixed) throws IOException {
    Configuration conf = new Configuration(cluster.fs().getConf());
    conf.setBoolean(UpstreamFix.HDFS_16970.key(), fixed);
    byte[] read = new byte[range.to - range.from];
    try (FileSystem fs = FileSystem.newInstance(cluster.fs().getUri(), conf);
        FSDataInputStream in = fs.open(file)) {
      in.readFully(range.from, read);
    }
    return read;
  }

  private static void assertExact(byte[] read, byte[] bytes, Range range, String what) {
    int mismatch = Arrays.mismatch(read, Arrays.copyOfRange(bytes, range.from, range.to));
    assertThat(mismatch).as("first wrong byte, %s, %s", what, range).isEqualTo(-1);
  }
}
