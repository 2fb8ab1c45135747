package io.okapifs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.io.IOException;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Writes files in a healthy cluster and compares every block file with an oracle. */
class DecoupledWriteTest {

  @Cluster(dataNodes = 9)
  private static BlockFileCluster cluster;

  static Stream<Arguments> policiesAndWidths() {
    return Stream.of("RS-3-2-64k", "RS-6-3-64k")
        .flatMap(policy -> Stream.of(1, 2, 3, 5, 6, 8).map(s -> Arguments.of(policy, s)));
  }

  @ParameterizedTest
  @MethodSource("policiesAndWidths")
  void filesOfEveryShapeAreReadBackAndHaveTheParitiesOfTheOracle(String policy, int s)
      throws Exception {
    Path directory = cluster.directory(policy, s);
    long row = (long) s * BlockFileCluster.CELL;
    long stripe = (long) s * BlockFileCluster.BLOCK;
    long[] lengths = {
      0, 100, BlockFileCluster.CELL, row, row + 7, stripe - 1, stripe,
      stripe + BlockFileCluster.CELL + 13, 2 * stripe + row + 1, 3 * stripe
    };
    for (long length : lengths) {
      byte[] bytes = randomBytes((int) length);
      Path path = new Path(directory, "length-" + length);
      write(path, bytes);
      cluster.checkBlocks(path, bytes);
      assertThat(read(path)).as("content of %s", path).isEqualTo(bytes);
      cluster.fs().delete(path, false);
    }
  }

  @Test
  void severalGroupsInOneStripeAreEncodedBesideEachOther() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 9), "wide");
    byte[] bytes = randomBytes(2 * 9 * BlockFileCluster.BLOCK + 3 * BlockFileCluster.CELL + 5);
    write(path, bytes);
    cluster.checkBlocks(path, bytes);
    assertThat(read(path)).isEqualTo(bytes);
  }

  @Test
  void manySmallWritesAndFlushesMakeTheSameFile() throws Exception {
    Path path = new Path(cluster.directory("RS-3-2-64k", 2), "small-writes");
    byte[] bytes = randomBytes(BlockFileCluster.BLOCK + 12345);
    try (FSDataOutputStream out = cluster.create(path)) {
      for (int offset = 0; offset < bytes.length; offset += 777) {
        out.write(bytes, offset, Math.min(777, bytes.length - offset));
        out.hflush();
      }
      assertThat(out.hasCapability("hflush")).isFalse();
      assertThat(out.hasCapability("hsync")).isFalse();
    }
    cluster.checkBlocks(path, bytes);
    assertThat(read(path)).isEqualTo(bytes);
  }

  private static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static void write(Path path, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = cluster.create(path)) {
      out.write(bytes);
    }
  }

  private static byte[] read(Path path) throws IOException {
    byte[] bytes = new byte[(int) cluster.fs().getFileStatus(path).getLen()];
    try (FSDataInputStream in = cluster.fs().open(path)) {
      in.readFully(bytes);
      assertThat(in.read()).isEqualTo(-1);
    }
    return bytes;
  }
}
