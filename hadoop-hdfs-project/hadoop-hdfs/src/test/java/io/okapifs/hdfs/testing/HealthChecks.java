package io.okapifs.hdfs.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.namenode.repair.BackFillTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ECBlockGroupStats;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.tools.ECAdmin;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** What an operator sees of a cluster in which nothing is lost. */
public final class HealthChecks {

  private HealthChecks() {}

  /** Waits until every block of a file has its one replica in its place, and compares them all. */
  public static void awaitWhole(BlockFileCluster cluster, Path path, byte[] bytes)
      throws Exception {
    FileLayout layout = cluster.layout(path);
    BlockFileCluster.await("one replica of every block of " + path, () ->
        isWhole(cluster, path, layout, bytes.length)
            && cluster.isSpread(path, layout, bytes.length));
    cluster.checkBlocks(path, bytes);
  }

  /** As {@link #awaitWhole}, where nobody knows yet which replicas are wrong. */
  public static void awaitRight(BlockFileCluster cluster, Path path, byte[] bytes)
      throws Exception {
    BlockFileCluster.await("the right bytes in every block of " + path, () -> {
      try {
        awaitWhole(cluster, path, bytes);
        return true;
      } catch (AssertionError | IOException e) {
        return false;
      }
    });
  }

  private static boolean isWhole(
      BlockFileCluster cluster, Path path, FileLayout layout, long length) throws IOException {
    long dataBlocks = layout.blockCount(length);
    boolean whole = true;
    int j = 0;
    for (LocatedStripedBlock stripe : cluster.dataStripes(path)) {
      long left = dataBlocks - (long) j++ * layout.stripeWidth();
      whole &= hasEach(stripe, (int) Math.min(left, layout.stripeWidth()));
    }
    for (LocatedStripedBlock group :
        cluster.parityGroups(path, (int) layout.groupCount(length))) {
      whole &= hasEach(group, layout.policy().r());
    }
    return whole;
  }

  private static boolean hasEach(LocatedStripedBlock group, int width) {
    byte[] indices = group.getBlockIndices().clone();
    Arrays.sort(indices);
    return indices.length == width
        && IntStream.range(0, width).allMatch(i -> indices[i] == i);
  }

  /** Counters are back at zero, and the file system check and the layout say so, too. */
  public static void assertHealthy(BlockFileCluster cluster, Path... paths) throws Exception {
    BlockFileCluster.await("counters at zero, now " + stats(cluster), () -> {
      ECBlockGroupStats stats = stats(cluster);
      return stats.getLowRedundancyBlockGroups() == 0
          && stats.getCorruptBlockGroups() == 0
          && stats.getMissingBlockGroups() == 0;
    });
    assertThat(BackFillTest.unprotectedGroups()).isZero();
    for (Path path : paths) {
      FsckRun.Outcome fsck = FsckRun.run(cluster, path.toString());
      assertThat(fsck.exitCode()).isZero();
      assertThat(fsck.report()).contains("is HEALTHY");
      assertThat(layout(cluster.fs().getConf(), path))
          .contains("survives").doesNotContain("missing", "unprotected");
    }
  }

  public static ECBlockGroupStats stats(BlockFileCluster cluster) throws IOException {
    return cluster.fs().getClient().getNamenode().getECBlockGroupStats();
  }

  private static String layout(Configuration conf, Path path) throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream real = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Tool tool = new ECAdmin(conf);
      assertThat(ToolRunner.run(conf, tool, new String[] {"-layout", "-path", path.toString()}))
          .isZero();
      return printed.toString(StandardCharsets.UTF_8);
    } finally {
      System.setOut(real);
    }
  }
}
