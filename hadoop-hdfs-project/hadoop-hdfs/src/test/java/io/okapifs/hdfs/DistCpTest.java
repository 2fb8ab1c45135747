package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.tools.DistCp;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** distcp between layouts: a copy takes the width of the directory it lands in. */
class DistCpTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final byte[] BYTES = BlockFileCluster.bytes(5L * BLOCK + CELL + 9, 1);

  @TempDir static java.nio.file.Path temporary;

  private static BlockFileCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new BlockFileCluster(6);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

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
