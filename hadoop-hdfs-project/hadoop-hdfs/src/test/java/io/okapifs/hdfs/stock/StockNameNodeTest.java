package io.okapifs.hdfs.stock;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ChildJvm;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An unmodified NameNode on a name directory of ours. */
class StockNameNodeTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path temporary;

  @Test
  void anImageWithAStripeWidthIsRefusedAndLeftAsItIs() throws Exception {
    try (BlockFileCluster cluster = new BlockFileCluster(5)) {
      writeDecoupledFile(cluster);
      cluster.saveNamespace();
      checkRefused(nameDirectory(cluster));
    }
  }

  @Test
  void aJournalWithAStripeWidthIsRefusedAndLeftAsItIs() throws Exception {
    try (BlockFileCluster cluster = new BlockFileCluster(5)) {
      writeDecoupledFile(cluster);
      checkRefused(nameDirectory(cluster));
    }
  }

  /** An open file has no block yet. */
  @Test
  void aJournalThatOnlyCreatesAFileWithAStripeWidthIsRefused() throws Exception {
    try (BlockFileCluster cluster = new BlockFileCluster(5)) {
      cluster.create(new org.apache.hadoop.fs.Path(cluster.directory("RS-3-2-64k", 2), "open"));
      checkRefused(nameDirectory(cluster));
    }
  }

  private static void writeDecoupledFile(BlockFileCluster cluster) throws Exception {
    cluster.write(
        new org.apache.hadoop.fs.Path(cluster.directory("RS-3-2-64k", 2), "file"),
        BlockFileCluster.bytes(3L * BLOCK, 1));
  }

  private void checkRefused(Path directory) throws Exception {
    Map<String, String> before = files(directory);
    assertThat(before).hasSizeGreaterThan(4);
    int port = freePort();
    try (ChildJvm stock =
        ChildJvm.stock(temporary.resolve("log"), NameNode.class.getName(),
            options(directory, port))) {
      assertThat(stock.awaitExit(LIMIT)).isNotZero();
      assertThat(stock.log()).contains("Failed to start namenode");
    }
    assertThat(files(directory)).isEqualTo(before);
  }

  @Test
  void withoutAnyStripeWidthImagesAreStockToTheByte() throws Exception {
    Path ours;
    try (BlockFileCluster cluster = new BlockFileCluster(5)) {
      writeStockFiles(cluster);
      ours = nameDirectory(cluster);
    }
    checkStockToTheByte(ours);
  }

  /** The way back leaves nothing of ours in an image that is saved behind it. */
  @Test
  void whereFilesHaveHdfsOwnLayoutAgainImagesAreStockToTheByte() throws Exception {
    Path ours;
    try (BlockFileCluster cluster = new BlockFileCluster(5)) {
      var directory = cluster.directory("RS-3-2-64k", 3);
      var file = new org.apache.hadoop.fs.Path(directory, "b");
      cluster.write(file, BlockFileCluster.bytes(5L * BLOCK + 3, 2));
      Transitions transitions = new Transitions(cluster, "none", () -> {});
      transitions.couple(file, "RS-3-2-64k");
      transitions.awaitDone(file);
      cluster.fs().setErasureCodingPolicy(directory, "RS-3-2-64k");
      assertThat(cluster.fs().rename(directory, new org.apache.hadoop.fs.Path("/coupled")))
          .isTrue();
      cluster.saveNamespace();
      ours = nameDirectory(cluster);
    }
    checkStockToTheByte(ours);
  }

  private void checkStockToTheByte(Path ours) throws Exception {
    Path theirs = temporary.resolve("theirs");
    FileUtils.copyDirectory(ours.toFile(), theirs.toFile());
    byte[] byStock = imageOf(theirs, true);
    byte[] byUs = imageOf(ours, false);
    assertThat(byUs).isEqualTo(byStock).hasSizeGreaterThan(500);
  }

  private static void writeStockFiles(BlockFileCluster cluster) throws Exception {
    DistributedFileSystem fs = cluster.fs();
    var coupled = new org.apache.hadoop.fs.Path("/coupled");
    fs.mkdirs(coupled);
    fs.setErasureCodingPolicy(coupled, "RS-3-2-64k");
    fs.allowSnapshot(coupled);
    cluster.write(new org.apache.hadoop.fs.Path(coupled, "a"), BlockFileCluster.bytes(BLOCK, 1));
    fs.createSnapshot(coupled, "s");
    fs.delete(new org.apache.hadoop.fs.Path(coupled, "a"), false);
    cluster.write(
        new org.apache.hadoop.fs.Path(coupled, "b"), BlockFileCluster.bytes(5L * BLOCK + 3, 2));
    cluster.write(
        new org.apache.hadoop.fs.Path("/replicated"), BlockFileCluster.bytes(BLOCK + 1, 3));
    cluster.create(new org.apache.hadoop.fs.Path(coupled, "open")).write(1);
  }

  /** The image that a NameNode saves after it has loaded a name directory. */
  private byte[] imageOf(Path directory, boolean stock) throws Exception {
    int port = freePort();
    Path log = temporary.resolve("log-" + stock);
    String main = NameNode.class.getName();
    try (ChildJvm nameNode =
            stock
                ? ChildJvm.stock(log, main, options(directory, port))
                : ChildJvm.woven(log, main, options(directory, port));
        DistributedFileSystem fs = connect(nameNode, port)) {
      assertThat(fs.getFileStatus(new org.apache.hadoop.fs.Path("/coupled/b")).getLen())
          .isEqualTo(5L * BLOCK + 3);
      if (stock) {
        checkKnowsNoTransitions(fs);
      }
      fs.setSafeMode(SafeModeAction.SAFEMODE_ENTER);
      assertThat(fs.saveNamespace(0, 0)).isTrue();
    }
    try (Stream<Path> files = Files.list(directory.resolve("current"))) {
      Path newest =
          files.filter(file -> file.getFileName().toString().matches("fsimage_\\d+"))
              .sorted().reduce((first, second) -> second).orElseThrow();
      return Files.readAllBytes(newest);
    }
  }

  private static void checkKnowsNoTransitions(DistributedFileSystem fs) {
    try (TransitionClient transitions = new TransitionClient(fs)) {
      assertThatThrownBy(() -> transitions.list(new org.apache.hadoop.fs.Path("/")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("does not know transitions")
          .hasMessageContaining(fs.getUri().toString());
    }
  }

  private static DistributedFileSystem connect(ChildJvm nameNode, int port) throws Exception {
    Configuration conf = new Configuration();
    conf.setInt("ipc.client.connect.max.retries", 0);
    DistributedFileSystem fs =
        (DistributedFileSystem)
            FileSystem.newInstance(URI.create("hdfs://127.0.0.1:" + port), conf);
    BlockFileCluster.await("the NameNode answers", () -> {
      assertThat(nameNode.isAlive()).as("runs; log: %s", nameNode.log()).isTrue();
      try {
        return fs.exists(new org.apache.hadoop.fs.Path("/"));
      } catch (IOException notYet) {
        return false;
      }
    });
    return fs;
  }

  /** A copy of the name directory of a NameNode that was stopped, not killed. */
  private Path nameDirectory(BlockFileCluster cluster) throws IOException {
    URI uri = cluster.mini().getNameDirs(0).iterator().next();
    // In this order: DataNodes would look for their NameNode for minutes.
    cluster.mini().shutdownDataNodes();
    cluster.mini().shutdownNameNode(0);
    Path copy = temporary.resolve("name");
    FileUtils.copyDirectory(Path.of(uri).toFile(), copy.toFile());
    return copy;
  }

  private static Map<String, String> files(Path directory) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(directory.resolve("current"))) {
      for (Path file : (Iterable<Path>) all::iterator) {
        files.put(
            file.getFileName().toString(), DigestUtils.sha256Hex(Files.readAllBytes(file)));
      }
    }
    return files;
  }

  private static String[] options(Path directory, int port) {
    return new String[] {
      "-Dfs.defaultFS=hdfs://127.0.0.1:" + port,
      "-Ddfs.namenode.name.dir=" + directory.toUri(),
      "-Ddfs.namenode.http-address=127.0.0.1:0",
    };
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
