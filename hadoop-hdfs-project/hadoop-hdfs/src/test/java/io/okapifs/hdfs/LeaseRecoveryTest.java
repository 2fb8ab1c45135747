package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file whose writer died is closed with a prefix of what was written, and stays so. */
class LeaseRecoveryTest {

  private static BlockFileCluster cluster;
  private static AbandonedFiles files;

  @BeforeAll
  static void start() throws Exception {
    cluster = new BlockFileCluster(6);
    files = new AbandonedFiles(cluster);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @CsvSource({"1, 7", "2, 9", "3, 3", "5, 11"})
  void recoveredFileIsTheSameAfterRestartsFromJournalAndImage(int stripeWidth, int blocks)
      throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", stripeWidth);
    cluster.fs().setQuota(directory, Long.MAX_VALUE - 1, 1L << 40);
    Path file = new Path(directory, "abandoned");
    byte[] written =
        BlockFileCluster.bytes((long) blocks * BLOCK + 2L * stripeWidth * CELL, stripeWidth);
    files.abandon(file, written);
    files.recover(file);
    long length = cluster.fs().getFileStatus(file).getLen();
    assertThat(length).isGreaterThanOrEqualTo((long) blocks / stripeWidth * stripeWidth * BLOCK);
    check(file, written, length);
    cluster.restartNameNode();
    check(file, written, length);
    cluster.saveNamespace();
    cluster.restartNameNode();
    check(file, written, length);
  }

  private static void check(Path file, byte[] written, long length) throws Exception {
    files.check(file, written, length);
    files.checkSpace(file.getParent());
  }
}
