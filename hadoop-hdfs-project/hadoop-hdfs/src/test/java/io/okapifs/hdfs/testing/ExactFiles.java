package io.okapifs.hdfs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.tools.EcRun;
import java.util.Collection;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;

/** Files of many lengths under one policy, each block file of which is compared with the oracle. */
public final class ExactFiles {

  private static final boolean EXHAUSTIVE = Boolean.getBoolean("io.okapifs.exhaustive");

  private ExactFiles() {}

  /** k, where groups are stripes, and another stripe width of the seed's; all where wanted. */
  public static Set<Integer> widths(String code, int k, long seed) {
    Set<Integer> widths = new TreeSet<>(Set.of(k));
    int other = 1 + new Random(seed + code.hashCode()).nextInt(15);
    widths.add(other == k ? 16 : other);
    for (int s = 1; EXHAUSTIVE && s <= 16; s++) {
      widths.add(s);
    }
    return widths;
  }

  /** Writes the files, compares block files and content, and asks the tools; removes them all. */
  public static void check(BlockFileCluster cluster, Path directory, Collection<Long> lengths)
      throws Exception {
    for (long length : lengths) {
      Path file = new Path(directory, "length-" + length);
      byte[] bytes = BlockFileCluster.bytes(length, length);
      cluster.write(file, bytes);
      cluster.checkBlocks(file, bytes);
      assertThat(cluster.read(file)).as("content of %s", file).isEqualTo(bytes);
    }
    assertThat(EcRun.run(cluster.fs().getConf(), "-verify", "-path", directory.toString()))
        .satisfies(outcome -> assertThat(outcome.exitCode()).as("%s", outcome).isZero());
    assertThat(FsckRun.run(cluster, directory.toString(), "-files", "-blocks"))
        .satisfies(outcome -> assertThat(outcome.exitCode()).as("%s", outcome).isZero())
        .satisfies(outcome -> assertThat(outcome.report()).contains("is HEALTHY"));
    cluster.fs().delete(directory, true);
  }
}
