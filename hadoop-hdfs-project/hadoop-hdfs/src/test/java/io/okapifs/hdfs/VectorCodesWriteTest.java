package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.tools.EcRun;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of codes with sub-blocks in a healthy cluster: every block file against the oracle. Another
 * sample of stripe widths with -Dio.okapifs.seed=N, all with -Dio.okapifs.exhaustive=true.
 */
class VectorCodesWriteTest {

  private static final long SEED = Long.getLong("io.okapifs.seed", 6);
  private static final boolean EXHAUSTIVE = Boolean.getBoolean("io.okapifs.exhaustive");

  private static BlockFileCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = new BlockFileCluster(16);
    // What the writer stores is looked at, not what a repair made of it.
    BlockFileCluster.failRepairs();
  }

  @AfterAll
  static void stopCluster() {
    BlockFileCluster.allowRepairs();
    cluster.close();
  }

  @AfterEach
  void deleteFiles() throws Exception {
    for (FileStatus entry : cluster.fs().listStatus(new Path("/"))) {
      cluster.fs().delete(entry.getPath(), true);
    }
  }

  private static String policy(String name) throws Exception {
    ErasureCode code = CodeRegistry.byName(name);
    String codec = name.replaceAll("-\\d+-\\d+$", "").toLowerCase(Locale.ROOT);
    return cluster.addPolicy(codec, code.k(), code.r());
  }

  /** LESS2-10-5 has symbols of two bytes; alpha is 3 where P is not the block size. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "LESS2-10-4", "LESS3-6-3", "LESS4-10-4", "LESS2-10-5", "HASHTAG4-10-4", "ET4-10-4",
        "HHXORPLUS-10-4", "BUTTERFLY-5-2", "PMRBT-5-4", "CLAY-6-3", "HASHTAGPLUS8-10-4"
      })
  void filesAreExactOnEveryDiskAtEveryEdge(String name) throws Exception {
    String policy = policy(name);
    for (int s : widths(name)) {
      Path directory = cluster.directory(policy, s);
      for (long length : lengths(CodeRegistry.byName(name).k(), s)) {
        Path file = new Path(directory, "length-" + length);
        byte[] bytes = BlockFileCluster.bytes(length, length);
        cluster.write(file, bytes);
        cluster.checkBlocks(file, bytes);
        assertThat(cluster.read(file)).as("content of %s", file).isEqualTo(bytes);
      }
      assertThat(EcRun.run(cluster.fs().getConf(), "-verify", "-path", directory.toString()))
          .satisfies(outcome -> assertThat(outcome.exitCode()).as("%s", outcome).isZero());
      cluster.fs().delete(directory, true);
    }
  }

  /** k, where groups are stripes, and another one. */
  private static Set<Integer> widths(String name) {
    int k = CodeRegistry.byName(name).k();
    Set<Integer> widths = new TreeSet<>(Set.of(k));
    int other = 1 + new Random(SEED + name.hashCode()).nextInt(15);
    widths.add(other == k ? 16 : other);
    for (int s = 1; EXHAUSTIVE && s <= 16; s++) {
      widths.add(s);
    }
    return widths;
  }

  private static Set<Long> lengths(int k, int s) {
    long group = (long) k * BLOCK;
    return new TreeSet<>(
        Set.of(
            0L, 1L, (long) CELL, (long) s * CELL + 3, group - 1, group, group + CELL,
            (long) s * BLOCK + 7, 2 * group + (long) s * CELL + 1));
  }
}
