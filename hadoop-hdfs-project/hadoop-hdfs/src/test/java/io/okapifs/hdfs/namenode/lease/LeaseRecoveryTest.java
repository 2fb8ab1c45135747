package io.okapifs.hdfs.namenode.lease;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.AbandonedFiles;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A file whose writer died is closed with a prefix of what was written, and stays so. */
class LeaseRecoveryTest {

  private record Case(String code, int stripeWidth, int wholeBlocks) {}

  private static final List<Case> CASES =
      List.of(
          new Case("RS-3-2", 1, 7), new Case("RS-3-2", 2, 9), new Case("RS-3-2", 3, 3),
          new Case("RS-3-2", 5, 11), new Case("LESS2-4-2", 1, 7), new Case("LESS2-4-2", 4, 4),
          new Case("CLAY-4-2", 3, 9));

  @Cluster(dataNodes = 6)
  private static BlockFileCluster cluster;
  private static AbandonedFiles files;

  @BeforeAll
  static void prepare() throws Exception {
    files = new AbandonedFiles(cluster);
  }

  private record Recovered(Path file, byte[] written, long length) {}

  @Test
  void recoveredFilesAreTheSameAfterRestartsFromJournalAndImage() throws Exception {
    List<Recovered> all = new ArrayList<>();
    for (Case each : CASES) {
      all.add(recovered(each));
    }
    check(all);
    cluster.restartNameNode();
    check(all);
    cluster.saveNamespace();
    cluster.restartNameNode();
    check(all);
  }

  private static Recovered recovered(Case abandoned) throws Exception {
    int stripeWidth = abandoned.stripeWidth();
    int blocks = abandoned.wholeBlocks();
    Path directory = cluster.directory(cluster.addPolicy(abandoned.code()), stripeWidth);
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
