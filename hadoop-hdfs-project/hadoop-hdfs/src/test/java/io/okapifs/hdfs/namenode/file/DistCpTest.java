package io.okapifs.hdfs.namenode.file;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.tools.DistCp;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** distcp between layouts: a copy takes the width of the directory it lands in. */
class DistCpTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final byte[] BYTES = BlockFileCluster.bytes(5L * BLOCK + CELL + 9, 1);

  @TempDir static java.nio.file.Path temporary;

  @Cluster(dataNodes = 6)
  private static BlockFileCluster cluster;

  @Test
  void copiesBetweenWidthsAreWholeAndAreNotCopiedAgain() throws Exception {
    Path source = new Path(cluster.directory(POLICY, 4), "tree");
    Path target = cluster.directory(POLICY, 2);
    cluster.write(new Path(source, "sub/file"), BYTES);
    cluster.write(new Path(source, "empty"), new byte[0]);
    cluster.fs().setTimes(new Path(source, "sub/file"), 12345, 67890);

    assertThat(distCp("-prbugpct", "-update", source, target)).isZero();

    Path copy = new Path(target, "sub/file");
    assertThat(cluster.layout(copy).stripeWidth()).isEqualTo(2);
    cluster.checkBlocks(copy, BYTES);
    FileStatus first = cluster.fs().getFileStatus(copy);
    assertThat(first.getModificationTime()).isEqualTo(12345);
    assertThat(first.getBlockSize()).isEqualTo(BLOCK);
    long before = fileId(copy);
    assertThat(distCp("-pb", "-update", source, target)).isZero();
    assertThat(fileId(copy)).isEqualTo(before);
  }

  @Test
  void copiesFromAndToFilesWithoutAWidthCompareBySpanningChecksums() throws Exception {
    Path plain = new Path("/plain");
    cluster.write(new Path(plain, "file"), BYTES);
    Path wide = cluster.directory(POLICY, 5);
    assertThat(distCp("-pb", "-update", plain, wide)).isZero();
    assertThat(cluster.layout(new Path(wide, "file")).stripeWidth()).isEqualTo(5);
    cluster.checkBlocks(new Path(wide, "file"), BYTES);

    Path back = new Path("/back");
    assertThat(distCp("-pb", "-update", wide, back)).isZero();
    assertThat(cluster.fs().getFileStatus(new Path(back, "file")).isErasureCoded()).isFalse();
    assertThat(cluster.read(new Path(back, "file"))).isEqualTo(BYTES);
  }

  /** What is equal is not copied again: so the checksums of both layouts were compared. */
  @Test
  void everyLayoutIsCopiedToEveryOtherAndComparesEqualAlsoWhereBlocksAreLost() throws Exception {
    Path coupled = new Path("/coupled");
    cluster.fs().mkdirs(coupled);
    cluster.fs().setErasureCodingPolicy(coupled, POLICY);
    List<Path> layouts =
        List.of(
            new Path("/replicated"), cluster.directory(POLICY, 1), coupled,
            cluster.directory(POLICY, 6));
    cluster.write(new Path(layouts.get(0), "matrix/file"), BYTES);
    for (int i = 1; i < layouts.size(); i++) {
      assertThat(distCp("-pb", "-update", tree(layouts, i - 1), tree(layouts, i))).isZero();
    }
    BlockFileCluster.failRepairs();
    try {
      for (int i : new int[] {1, 3}) {
        Path file = new Path(tree(layouts, i), "file");
        cluster.checkBlocks(file, BYTES);
        cluster.delete(cluster.member(file, 0, 1));
        cluster.delete(cluster.member(file, 1, 0));
      }
      for (Path source : layouts) {
        for (Path target : layouts) {
          Path copy = new Path(target, "matrix/file");
          long before = fileId(copy);
          if (source != target) {
            assertThat(
                    distCp("-pb", "-update", new Path(source, "matrix"), copy.getParent()))
                .isZero();
          }
          assertThat(fileId(copy)).as("%s to %s", source, target).isEqualTo(before);
          assertThat(cluster.read(copy)).isEqualTo(BYTES);
        }
      }
    } finally {
      BlockFileCluster.allowRepairs();
    }
  }

  private static Path tree(List<Path> layouts, int index) {
    return new Path(layouts.get(index), "matrix");
  }

  @Test
  void aCopyWithOtherBytesIsCopiedAgain() throws Exception {
    Path source = new Path(cluster.directory(POLICY, 3), "tree");
    Path target = new Path("/other-bytes");
    byte[] other = BYTES.clone();
    other[other.length / 2] ^= 1;
    cluster.write(new Path(target, "file"), other);
    cluster.write(new Path(source, "file"), BYTES);
    assertThat(distCp("-pb", "-update", source, target)).isZero();
    assertThat(cluster.read(new Path(target, "file"))).isEqualTo(BYTES);
  }

  private static long fileId(Path file) throws Exception {
    return cluster.fs().getClient().getFileInfo(file.toString()).getFileId();
  }

  /** Files of different layouts have comparable checksums in the composite mode alone. */
  private static int distCp(String first, String second, Path source, Path target)
      throws Exception {
    Configuration conf = new Configuration(cluster.fs().getConf());
    conf.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
    // The file system that the JVM keeps has the mode of the cluster.
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    conf.set("mapreduce.framework.name", "local");
    conf.set("hadoop.tmp.dir", temporary.toString());
    conf.set("mapreduce.cluster.local.dir", temporary.toString());
    conf.set("mapreduce.jobtracker.staging.root.dir", "/staging");
    List<String> arguments = new ArrayList<>(List.of(first, second));
    for (Path path : List.of(source, target)) {
      arguments.add(cluster.fs().makeQualified(path).toString());
    }
    return ToolRunner.run(conf, new DistCp(conf, null), arguments.toArray(String[]::new));
  }
}
