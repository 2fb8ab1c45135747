package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A file whose writer died is closed with a prefix of what was written, and stays so. */
class LeaseRecoveryTest {

  /** Stripe width to whole blocks written. */
  private static final Map<Integer, Integer> CASES = Map.of(1, 7, 2, 9, 3, 3, 5, 11);

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

  private record Recovered(Path file, byte[] written, long length) {}

  @Test
  void recoveredFilesAreTheSameAfterRestartsFromJournalAndImage() throws Exception {
    List<Recovered> all = new ArrayList<>();
    for (Map.Entry<Integer, Integer> each : CASES.entrySet()) {
      all.add(recovered(each.getKey(), each.getValue()));
    }
    check(all);
    cluster.restartNameNode();
    check(all);
    cluster.saveNamespace();
    cluster.restartNameNode();
    check(all);
  }

  private static Recovered recovered(int stripeWidth, int blocks) throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", stripeWidth);
    cluster.fs().setQuota(directory, Long.MAX_VALUE - 1, 1L << 40);
    Path file = new Path(directory, "abandoned");
    byte[] written =
        BlockFileCluster.bytes((long) blocks * BLOCK + 2L * stripeWidth * CELL, stripeWidth);
    files.abandon(file, written);
    files.recover(file);
    long length = cluster.fs().getFileStatus(file).getLen();
    assertThat(length).as("length of %s", file)
        .isGreaterThanOrEqualTo((long) blocks / stripeWidth * stripeWidth * BLOCK);
    return new Recovered(file, written, length);
  }

  private static void check(List<Recovered> all) throws Exception {
    for (Recovered each : all) {
      files.check(each.file, each.written, each.length);
      files.checkSpace(each.file.getParent());
    }
  }
}
