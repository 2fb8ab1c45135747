package io.okapifs.hdfs.namenode.lease;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.AbandonedFiles;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.testing.Seed;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Writers are killed everywhere in their files. Each file is closed with all that is there up to
 * the first gap, gets its parity, and nothing else is left.
 */
class KilledWriterTest {

  private static final long SEED = Seed.get();
  private static final int SAMPLES = 3;

  @Cluster(dataNodes = 9)
  private static BlockFileCluster cluster;
  private static AbandonedFiles files;

  @BeforeAll
  static void prepare() throws Exception {
    files = new AbandonedFiles(cluster);
  }

  @ParameterizedTest
  @CsvSource({
    "RS-3-2, 1", "RS-3-2, 2", "RS-3-2, 3", "RS-3-2, 5", "RS-3-2, 8", "LESS2-4-2, 4", "CLAY-4-2, 3"
  })
  void eachFileIsClosedWithWhatIsThereUpToTheFirstGap(String code, int s) throws Exception {
    Path directory = cluster.directory(cluster.addPolicy(code), s);
    cluster.fs().setQuota(directory, Long.MAX_VALUE - 1, 1L << 40);
    Map<Path, byte[]> written = new LinkedHashMap<>();
    for (long length : lengths(s)) {
      Path file = new Path(directory, "abandoned-" + length);
      written.put(file, BlockFileCluster.bytes(length, length));
      files.abandon(file, written.get(file));
    }
    files.awaitSilence();
    Map<Path, Long> expected = new LinkedHashMap<>();
    for (Path file : written.keySet()) {
      expected.put(file, files.prefix(file));
    }
    for (Path file : written.keySet()) {
      cluster.fs().recoverLease(file);
    }
    for (Path file : written.keySet()) {
      files.recover(file);
      assertThat(cluster.fs().getFileStatus(file).getLen()).as("%s, seed=%s", file, SEED)
          .isEqualTo(expected.get(file));
    }
    for (Path file : written.keySet()) {
      files.check(file, written.get(file), expected.get(file));
    }
    files.checkSpace(directory);
    files.checkNothingElse(false);
  }

  /** Ends at and around cells, rows, blocks, stripes and groups of two stripes and a bit. */
  private static TreeSet<Long> lengths(int s) {
    TreeSet<Long> lengths = new TreeSet<>();
    int[] extras = {0, 1, 600, CELL / 2 + 13, CELL - 1};
    int[] cells = {
      0, 1, s - 1, s, s + 1, 2 * s + 1, 3 * s, 4 * s - 1, 4 * s, 4 * s + 1, 5 * s + s / 2,
      8 * s - 1, 8 * s, 8 * s + 1,
    };
    for (int i = 0; i < cells.length; i++) {
      lengths.add((long) cells[i] * CELL + extras[i % extras.length]);
    }
    // A last stripe that is allocated, and nothing of it sent.
    lengths.add((long) s * BLOCK + 600);
    Random random = new Random(SEED + s);
    for (int i = 0; i < SAMPLES; i++) {
      lengths.add(random.nextLong(2L * s * BLOCK + 3L * s * CELL));
    }
    return lengths;
  }
}
