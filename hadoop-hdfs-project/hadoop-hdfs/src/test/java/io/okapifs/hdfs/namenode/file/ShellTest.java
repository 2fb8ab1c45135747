package io.okapifs.hdfs.namenode.file;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.FsckRun;
import io.okapifs.hdfs.testing.LiveFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.viewfs.ConfigUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the tools and interfaces that everybody knows say and do about files with a width. */
class ShellTest {

  private static final String POLICY = "RS-6-3-64k";
  private static final int WIDTH = 4;
  private static final String NAME = POLICY + "@" + WIDTH;
  private static final byte[] BYTES = BlockFileCluster.bytes(7L * BLOCK + CELL + 9, 1);

  @Cluster(dataNodes = 9)
  private static BlockFileCluster cluster;
  private static Path directory;
  private static Path file;

  private final PrintStream realOut = System.out;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @BeforeAll
  static void writeFile() throws Exception {
    directory = cluster.directory(POLICY, WIDTH);
    file = new Path(directory, "file");
    cluster.write(file, BYTES);
    cluster.checkBlocks(file, BYTES);
  }

  @BeforeEach
  void capture() {
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void release() {
    System.setOut(realOut);
  }

  @Test
  void lsShowsThePolicyWithItsWidthOfDirectoryAndFile() throws Exception {
    assertThat(columns(shell("-ls", "-e", directory.toString()).get(1), 4, 5))
        .containsExactly(NAME, "" + BYTES.length);
    assertThat(columns(shell("-ls", "-e", "-d", directory.toString()).get(0), 4))
        .containsExactly(NAME);
  }

  @Test
  void countAndDuShowTheSpaceOnDisk() throws Exception {
    Path counted = new Path(directory, "counted");
    cluster.fs().mkdirs(counted);
    long before = bytesOnDisk();
    cluster.write(new Path(counted, "a"), BYTES);
    cluster.checkBlocks(new Path(counted, "a"), BYTES);
    long space = bytesOnDisk() - before;
    cluster.fs().setQuota(counted, 7, 3 * space);

    assertThat(columns(shell("-du", counted.toString()).get(0), 0, 1, 2))
        .containsExactly("" + BYTES.length, "" + space, counted + "/a");
    assertThat(columns(shell("-count", "-e", counted.toString()).get(0), 0, 1, 2, 3))
        .containsExactly("1", "1", "" + BYTES.length, "EC:" + NAME);
    assertThat(columns(shell("-count", "-q", counted.toString()).get(0), 0, 1, 2, 3))
        .containsExactly("7", "5", "" + 3 * space, "" + 2 * space);
    assertThat(columns(shell("-count", "-e", counted + "/a").get(0), 3))
        .containsExactly("EC:" + NAME);
    cluster.fs().delete(counted, true);
  }

  @Test
  void statShowsLengthBlockSizeAndKind() throws Exception {
    assertThat(shell("-stat", "%b %o %r %F", file.toString()))
        .containsExactly(BYTES.length + " " + BLOCK + " 1 regular file");
  }

  @Test
  void dfShowsWhatTheDataNodesUse() throws Exception {
    // What earlier tests have deleted goes in its own time.
    BlockFileCluster.await("df says what the DataNodes say", () -> {
      cluster.mini().triggerHeartbeats();
      long[] use = use();
      return columns(shell("-df", "/").get(1), 1, 2).equals(List.of("" + use[0], "" + use[1]));
    });
    assertThat(use()[1]).isGreaterThan(bytesOnDisk());
  }

  /** Capacity and bytes used, of all DataNodes. */
  private static long[] use() throws IOException {
    long[] use = new long[2];
    for (DataNode node : cluster.mini().getDataNodes()) {
      use[0] += node.getFSDataset().getCapacity();
      use[1] += node.getFSDataset().getDfsUsed();
    }
    return use;
  }

  @Test
  void fsckShowsEveryStripeAndParityGroupWithItsBlocksAndNodes() throws Exception {
    String report = fsck(file.toString(), "-files", "-blocks", "-locations", "-racks");
    assertThat(report).contains("policy=" + NAME, ", 2 block(s):  OK", "HEALTHY");
    checkLines(report, cluster.dataStripes(file), WIDTH);
    checkLines(report, cluster.parityGroups(file, 2), 3);
    assertThat(report).containsPattern("Total size:\\s+" + BYTES.length + " B");
  }

  private static void checkLines(String report, List<LocatedStripedBlock> groups, int width) {
    assertThat(groups).hasSize(2);
    for (LocatedStripedBlock group : groups) {
      String line = lineWith(report, group.getBlock().getBlockName() + "_");
      assertThat(line).contains("len=" + group.getBlockSize() + " ", "Live_repl=" + width);
      for (int i = 0; i < width; i++) {
        assertThat(line).contains(
            "blk_" + (group.getBlock().getBlockId() + i) + ":/default-rack/"
                + BlockFileCluster.nodesByIndex(group, width)[i].getXferAddr());
      }
    }
  }

  @Test
  void fsckCountsLostParityAsLowRedundancyOfAHealthyFile() throws Exception {
    Path damaged = new Path(directory, "damaged");
    cluster.write(damaged, BYTES);
    cluster.checkBlocks(damaged, BYTES);
    BlockFileCluster.failRepairs();
    try {
      Replica lost = cluster.member(damaged, 1, 8);
      cluster.fs().getClient().getNamenode().reportBadBlocks(
          new LocatedBlock[] {new LocatedBlock(lost.block(), new DatanodeInfo[] {lost.node()})});
      BlockFileCluster.await(
          "lost", () -> cluster.parityGroups(damaged, 2).get(1).getLocations().length == 2);
      String report = fsck(damaged.toString(), "-files", "-blocks");
      assertThat(report).contains("HEALTHY", "Target Replicas is 3 but found 2 live replica(s)");
      assertThat(lineWith(report, "Under-erasure-coded block groups:")).contains("\t1 (");
    } finally {
      BlockFileCluster.allowRepairs();
      cluster.fs().delete(damaged, false);
    }
  }

  @Test
  void fsckFindsTheFileOfADataBlockAndOfAParityBlock() throws Exception {
    for (int member : List.of(0, 7)) {
      Replica replica = cluster.member(file, 0, member);
      String report = fsck("-blockId", "blk_" + replica.block().getBlockId());
      assertThat(report)
          .contains("Block belongs to: " + file,
              "No. of live Replica: " + (member < 6 ? WIDTH : 3),
              "No. of Expected Replica: " + (member < 6 ? WIDTH : 3))
          .contains(replica.node().getHostName() + "/default-rack is HEALTHY");
    }
  }

  @Test
  void copiesTakeTheWidthOfTheirDirectory() throws Exception {
    Path narrow = cluster.directory(POLICY, 2);
    Path copy = new Path(narrow, "copy");
    shell("-Ddfs.blocksize=" + BLOCK, "-cp", "-p", file.toString(), copy.toString());
    assertThat(cluster.layout(copy).stripeWidth()).isEqualTo(2);
    cluster.checkBlocks(copy, BYTES);
    assertThat(cluster.fs().getFileStatus(copy).getModificationTime())
        .isEqualTo(cluster.fs().getFileStatus(file).getModificationTime());
  }

  @Test
  void aFileMayAskForItsOwnWidth() throws Exception {
    Path own = new Path("/own-width");
    try (FSDataOutputStream stream =
        cluster.fs().createFile(own).ecPolicyName(POLICY + "@5").blockSize(BLOCK).build()) {
      stream.write(BYTES);
    }
    assertThat(cluster.layout(own).stripeWidth()).isEqualTo(5);
    cluster.checkBlocks(own, BYTES);
    assertThat(columns(shell("-ls", "-e", own.toString()).get(0), 4))
        .containsExactly(POLICY + "@5");
  }

  @Test
  void fileContextAndViewFsKeepTheWidth() throws Exception {
    Configuration conf = new Configuration(cluster.fs().getConf());
    ConfigUtil.addLink(conf, "view", "/mount", cluster.fs().makeQualified(directory).toUri());
    Path byContext = new Path(directory, "by-context");
    FileContext context = FileContext.getFileContext(cluster.fs().getUri(), conf);
    try (FSDataOutputStream stream =
        context.create(
            byContext, EnumSet.of(CreateFlag.CREATE), Options.CreateOpts.blockSize(BLOCK))) {
      stream.write(BYTES);
    }
    try (FileSystem view = FileSystem.newInstance(new Path("viewfs://view/").toUri(), conf);
        FSDataOutputStream stream =
            view.create(new Path("/mount/by-view"), true, 4096, (short) 1, BLOCK)) {
      stream.write(BYTES);
    }
    for (Path made : List.of(byContext, new Path(directory, "by-view"))) {
      assertThat(cluster.layout(made).stripeWidth()).isEqualTo(WIDTH);
      cluster.checkBlocks(made, BYTES);
    }
  }

  private List<String> shell(String... arguments) throws Exception {
    out.reset();
    assertThat(ToolRunner.run(new FsShell(cluster.fs().getConf()), arguments)).isZero();
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static List<String> columns(String line, int... wanted) {
    String[] columns = line.trim().split("\\s+");
    return java.util.Arrays.stream(wanted).mapToObj(i -> columns[i]).toList();
  }

  private static String fsck(String... arguments) throws Exception {
    FsckRun.Outcome outcome = FsckRun.run(cluster, arguments);
    assertThat(outcome.exitCode()).isZero();
    return outcome.report();
  }

  private static String lineWith(String report, String word) {
    return report.lines().filter(line -> line.contains(word)).findFirst().orElseThrow();
  }

  /** Lengths of all block files of all DataNodes. */
  private static long bytesOnDisk() throws IOException {
    java.nio.file.Path data = java.nio.file.Path.of(cluster.mini().getDataDirectory());
    return LiveFolder.files(data).stream()
        .filter(path -> path.getFileName().toString().matches("blk_-?\\d+"))
        .mapToLong(path -> path.toFile().length())
        .sum();
  }
}
