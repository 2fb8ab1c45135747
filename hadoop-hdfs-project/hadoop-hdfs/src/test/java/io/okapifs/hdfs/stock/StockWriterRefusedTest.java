package io.okapifs.hdfs.stock;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ChildJvm;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ForeignClient;
import java.time.Duration;
import java.util.Arrays;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that does not let unmodified clients write files with a stripe width. */
class StockWriterRefusedTest {

  private static final String KEY = "dfs.namenode.ec.stripe-width.stock-writers.allowed";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir static java.nio.file.Path temporary;

  @Cluster(dataNodes = 5, settings = KEY + "=false")
  private static BlockFileCluster cluster;
  private static ChildJvm stock;
  private static ChildJvm woven;

  @BeforeAll
  static void startClients() throws Exception {
    String uri = cluster.fs().getUri().toString();
    String main = ForeignClient.class.getName();
    stock = ChildJvm.stock(temporary.resolve("stock.log"), main, uri);
    woven = ChildJvm.woven(temporary.resolve("woven.log"), main, uri);
  }

  @AfterAll
  static void stopClients() {
    stock.close();
    woven.close();
  }

  @Test
  void theRefusalNamesTheSettingAndChangesNothing() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 2);
    Path kept = new Path(directory, "kept");
    byte[] bytes = BlockFileCluster.bytes(3 * BLOCK, 1);
    cluster.write(kept, bytes);
    FileStatus[] before = cluster.fs().listStatus(directory);

    assertThat(stock.ask("write " + new Path(directory, "new") + " 2 " + BLOCK, LIMIT))
        .startsWith("IOException ").contains("writes no parity", KEY + "=false", "/new");
    assertThat(stock.ask("write " + kept + " 2 " + BLOCK, LIMIT)).startsWith("IOException ");

    assertThat(cluster.fs().listStatus(directory)).isEqualTo(before);
    assertThat(cluster.read(kept)).isEqualTo(bytes);
    cluster.checkBlocks(kept, bytes);
  }

  @Test
  void clientsOfOursAndFilesWithoutAStripeWidthAreNotConcerned() throws Exception {
    Path ours = new Path(cluster.directory("RS-3-2-64k", 3), "ours");
    assertThat(woven.ask("jars", LIMIT)).startsWith("ours");
    assertThat(woven.ask("write " + ours + " 3 " + 4 * BLOCK, LIMIT)).startsWith("written");
    cluster.checkBlocks(ours, BlockFileCluster.bytes(4 * BLOCK, 3));

    Path coupled = new Path("/coupled");
    cluster.fs().mkdirs(coupled);
    cluster.fs().setErasureCodingPolicy(coupled, "RS-3-2-64k");
    for (Path file : Arrays.asList(new Path(coupled, "file"), new Path("/replicated"))) {
      assertThat(stock.ask("write " + file + " 4 " + 2 * BLOCK, LIMIT)).startsWith("written");
      assertThat(cluster.read(file)).isEqualTo(BlockFileCluster.bytes(2 * BLOCK, 4));
    }
  }
}
