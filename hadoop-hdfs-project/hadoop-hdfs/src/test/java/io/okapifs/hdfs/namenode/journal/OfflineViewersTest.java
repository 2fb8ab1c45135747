package io.okapifs.hdfs.namenode.journal;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.NamespaceRecord;
import java.io.File;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSInotifyEventInputStream;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.apache.hadoop.hdfs.server.namenode.FSImageUtil;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.FileSummary.Section;
import org.apache.hadoop.hdfs.server.namenode.NamespaceReplay;
import org.apache.hadoop.hdfs.tools.offlineImageViewer.OfflineImageViewerPB;
import org.apache.hadoop.hdfs.tools.offlineImageViewer.WebImageViewer;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HDFS's offline viewers and its event stream tell the true lengths; images load in parallel. */
class OfflineViewersTest {

  private static final String DIRECTORY = "/RS-3-2-64k-at-2";
  private static final long LENGTH = 7L * BLOCK + 5;
  private static final int FILES = 12;
  private static final int[] WIDTHS = {1, 2, 16};

  @TempDir static java.nio.file.Path temporary;

  private static NamespaceRecord recorded;
  private static File image;
  private static final List<Long> CLOSED_SIZES = new ArrayList<>();

  @BeforeAll
  static void write() throws Exception {
    try (BlockFileCluster cluster = new BlockFileCluster(16)) {
      Path directory = cluster.directory("RS-3-2-64k", 2);
      cluster.write(new Path(directory, "long"), BlockFileCluster.bytes(LENGTH, 1));
      for (int i = 0; i < FILES; i++) {
        cluster.write(new Path(directory, "file" + i), BlockFileCluster.bytes(100L * i, i));
      }
      for (int width : WIDTHS) {
        Path wide = cluster.directory("RS-3-2-64k", width);
        cluster.write(new Path(wide, "true"), BlockFileCluster.bytes(LENGTH, width));
      }
      cluster.fs().allowSnapshot(directory);
      cluster.fs().createSnapshot(directory, "s");
      cluster.fs().delete(new Path(directory, "file1"), false);
      try (FSDataOutputStream out = cluster.create(new Path(directory, "open"))) {
        out.write(BlockFileCluster.bytes(LENGTH, 2));
        recorded = NamespaceRecord.of(cluster, temporary);
      }
      readEvents(cluster.fs().getInotifyEventStream(0));
    }
    image = save(recorded, "image");
  }

  private static void readEvents(DFSInotifyEventInputStream events) throws Exception {
    for (EventBatch batch = events.poll(); batch != null; batch = events.poll()) {
      for (Event event : batch.getEvents()) {
        if (event instanceof Event.CloseEvent closed) {
          CLOSED_SIZES.add(closed.getFileSize());
        }
      }
    }
  }

  private static File save(NamespaceRecord record, String name) throws Exception {
    File saved = temporary.resolve(name).toFile();
    try (NamespaceReplay replay = record.loadAll()) {
      replay.save(saved);
    }
    return saved;
  }

  private static List<String> view(String processor, String... more) throws Exception {
    File output = temporary.resolve(processor).toFile();
    List<String> arguments =
        new ArrayList<>(List.of("-i", image.getPath(), "-o", output.getPath(), "-p", processor));
    arguments.addAll(Arrays.asList(more));
    assertThat(OfflineImageViewerPB.run(arguments.toArray(String[]::new))).isZero();
    return Files.readAllLines(output.toPath());
  }

  @Test
  void eventsOfClosesTellTheLength() {
    assertThat(CLOSED_SIZES).contains(LENGTH, 100L, (FILES - 1) * 100L);
  }

  @Test
  void distributionTellsTheLongestLength() throws Exception {
    assertThat(view("FileDistribution")).contains("maxFileSize = " + LENGTH);
  }

  @Test
  void delimitedListTellsLengths() throws Exception {
    List<String[]> rows =
        view("Delimited").stream().map(line -> line.split("\t")).toList();
    int column = List.of(rows.get(0)).indexOf("FileSize");
    assertThat(column).isPositive();
    assertThat(rows).anyMatch(row -> row[0].equals(DIRECTORY + "/long")
        && row[column].equals("" + LENGTH));
  }

  private static String path(int width) {
    return "/RS-3-2-64k-at-" + width + "/true";
  }

  private static int stripes(int width) {
    return (int) ((LENGTH - 1) / ((long) width * BLOCK) + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16})
  void delimitedListTellsTrueBlockSizeAndStripes(int width) throws Exception {
    List<String[]> rows =
        view("Delimited").stream().map(line -> line.split("\t")).toList();
    List<String> names = List.of(rows.get(0));
    String[] row =
        rows.stream().filter(each -> each[0].equals(path(width))).findFirst().orElseThrow();
    assertThat(row[names.indexOf("PreferredBlockSize")]).isEqualTo("" + BLOCK);
    assertThat(row[names.indexOf("BlocksCount")]).isEqualTo("" + stripes(width));
    assertThat(row[names.indexOf("FileSize")]).isEqualTo("" + LENGTH);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16})
  void webViewerTellsTrueBlockSize(int width) throws Exception {
    try (WebImageViewer viewer =
        new WebImageViewer(NetUtils.createSocketAddr("localhost:0"))) {
      viewer.initServer(image.getPath());
      try (FileSystem fs = FileSystem.newInstance(
          URI.create("webhdfs://localhost:" + viewer.getPort()), new Configuration())) {
        Path file = new Path(path(width));
        assertThat(fs.getFileStatus(file).getBlockSize()).isEqualTo(BLOCK);
        assertThat(fs.listStatus(file.getParent()))
            .anySatisfy(
                status -> {
                  assertThat(status.getPath().getName()).isEqualTo("true");
                  assertThat(status.getBlockSize()).isEqualTo(BLOCK);
                  assertThat(status.getLen()).isEqualTo(LENGTH);
                });
      }
    }
  }

  @Test
  void distributionCountsStripesAlone() throws Exception {
    // The long one and the one that is open; those that are short, of which one is empty.
    int total = 2 * stripes(2) + FILES - 1;
    for (int width : WIDTHS) {
      total += stripes(width);
    }
    assertThat(view("FileDistribution")).contains("totalBlocks = " + total);
  }

  @Test
  void corruptionDetectorFindsNone() throws Exception {
    assertThat(view("DetectCorruption")).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void webViewerTellsLengths() throws Exception {
    try (WebImageViewer viewer =
        new WebImageViewer(NetUtils.createSocketAddr("localhost:0"))) {
      viewer.initServer(image.getPath());
      try (FileSystem fs = FileSystem.newInstance(
          URI.create("webhdfs://localhost:" + viewer.getPort()), new Configuration())) {
        assertThat(fs.getFileStatus(new Path(DIRECTORY, "long")).getLen()).isEqualTo(LENGTH);
      }
    }
  }

  @Test
  void imageThatWasSavedInPartsLoadsTheSameInParallel() throws Exception {
    Configuration conf = new Configuration(recorded.conf());
    conf.setBoolean(DFSConfigKeys.DFS_IMAGE_PARALLEL_LOAD_KEY, true);
    conf.setInt(DFSConfigKeys.DFS_IMAGE_PARALLEL_INODE_THRESHOLD_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_IMAGE_PARALLEL_TARGET_SECTIONS_KEY, 4);
    conf.setInt(DFSConfigKeys.DFS_IMAGE_PARALLEL_THREADS_KEY, 4);
    NamespaceRecord parallel = recorded.with(conf);
    File parts = save(parallel, "parts");
    try (RandomAccessFile file = new RandomAccessFile(parts, "r")) {
      assertThat(FSImageUtil.loadSummary(file).getSectionsList())
          .filteredOn(section -> section.getName().equals("INODE_SUB"))
          .hasSizeGreaterThan(1).allMatch(Section::isInitialized);
    }
    List<String> expected = digest(recorded, image);
    assertThat(digest(recorded, parts)).isEqualTo(expected);
    for (int i = 0; i < 10; i++) {
      assertThat(digest(parallel, parts)).isEqualTo(expected);
    }
    assertThat(digest(parallel, image)).isEqualTo(expected);
  }

  private static List<String> digest(NamespaceRecord record, File saved) throws Exception {
    try (NamespaceReplay replay = record.load(saved, recorded.lastTxId())) {
      return replay.digest();
    }
  }
}
