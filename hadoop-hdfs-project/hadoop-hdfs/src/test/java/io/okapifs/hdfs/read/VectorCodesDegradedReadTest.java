package io.okapifs.hdfs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ReadChecks;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads files of codes with sub-blocks of which blocks are deleted behind the NameNode's back. */
class VectorCodesDegradedReadTest {

  private static final long SEED = 5;

  @Cluster(
      dataNodes = 9,
      codes = {"LESS2-6-3", "LESS3-6-3", "CLAY-6-3", "HASHTAG3-6-3"},
      failRepairs = true)
  private static BlockFileCluster cluster;

  private static void awaitParities(Path path, int length) throws Exception {
    cluster.awaitParityGroups(path, cluster.layout(path).groupCount(length), 3);
  }

  /** A full group and a tail group, each without as many members as the code survives. */
  @ParameterizedTest
  @CsvSource({
    "LESS2-6-3, 1", "LESS2-6-3, 6", "LESS3-6-3, 4", "LESS3-6-3, 6", "HASHTAG3-6-3, 3",
    "CLAY-6-3, 6"
  })
  void everyWayOfReadingIsExact(String code, int stripeWidth) throws Exception {
    Path path = new Path(cluster.directory(code + "-64k", stripeWidth), "file");
    int length = 8 * BlockFileCluster.BLOCK + BlockFileCluster.CELL + 1234;
    byte[] bytes = BlockFileCluster.bytes(length, SEED);
    cluster.write(path, bytes);
    awaitParities(path, length);
    FileLayout layout = cluster.layout(path);
    Random random = new Random(SEED);
    for (int group = 0; group < 2; group++) {
      int present = layout.dataMembers(group, length);
      for (int member : random.ints(0, present).distinct().limit(2).toArray()) {
        cluster.delete(cluster.member(path, group, member));
      }
      cluster.delete(cluster.member(path, group, 6 + random.nextInt(3)));
    }
    try (DFSInputStream in = cluster.fs().getClient().open(path.toString())) {
      ReadChecks.assertAll(in, bytes, SEED);
    }
  }

  @Test
  void aRangeIsReadFromTheSubBlocksThatItDependsOn() throws Exception {
    Path path = new Path(cluster.directory("LESS3-6-3-64k", 6), "range");
    int length = 6 * BlockFileCluster.BLOCK;
    byte[] bytes = BlockFileCluster.bytes(length, SEED);
    cluster.write(path, bytes);
    awaitParities(path, length);
    cluster.delete(cluster.member(path, 0, 1));
    int cost = CodeRegistry.byName("LESS3-6-3").repair(
        MemberSets.of(1), MemberSets.others(MemberSets.of(1), 9)).cost();
    try (DFSInputStream in = cluster.fs().getClient().open(path.toString())) {
      ReadChecks.assertPositional(
          in, bytes, BlockFileCluster.CELL + 100, BlockFileCluster.CELL + 1100);
      in.clearReadStatistics();
      in.readFully(BlockFileCluster.CELL + 2000, new byte[1000]);
      assertThat(in.getReadStatistics().getTotalBytesRead())
          .isBetween(6 * 1000L, cost * 1000L);
    }
  }

  @Test
  void oneLossTooManyIsAnErrorAndNotAWrongByte() throws Exception {
    Path path = new Path(cluster.directory("LESS3-6-3-64k", 6), "lost");
    int length = 6 * BlockFileCluster.BLOCK;
    cluster.write(path, BlockFileCluster.bytes(length, SEED));
    awaitParities(path, length);
    for (int member = 0; member < 4; member++) {
      cluster.delete(cluster.member(path, 0, member));
    }
    try (DFSInputStream in = cluster.fs().getClient().open(path.toString())) {
      assertThatThrownBy(() -> in.readFully(0, new byte[length]))
          .isInstanceOf(BlockMissingException.class);
    }
  }
}
