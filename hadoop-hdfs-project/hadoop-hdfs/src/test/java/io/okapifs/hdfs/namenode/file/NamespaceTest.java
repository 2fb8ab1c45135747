package io.okapifs.hdfs.namenode.file;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInotifyEventInputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.junit.jupiter.api.Test;

/** Policy, stripe width and block lists survive whatever happens to a NameNode. */
class NamespaceTest {

  @Cluster(dataNodes = 6)
  private static BlockFileCluster cluster;

  @Test
  void fileIsTheSameAfterRestartFromEditsAndFromImage() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 2), "file");
    byte[] bytes = BlockFileCluster.bytes(5L * BLOCK + CELL + 7, 1);
    cluster.write(file, bytes);
    checkFile(file, bytes, 2);

    cluster.restartNameNode();
    checkFile(file, bytes, 2);

    cluster.saveNamespace();
    cluster.restartNameNode();
    checkFile(file, bytes, 2);
  }

  @Test
  void openFileIsContinuedAfterRestartsFromEditsAndFromImage() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "open");
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 5, 2);
    FSDataOutputStream out = cluster.create(file);
    out.write(bytes, 0, 4 * BLOCK + CELL);
    cluster.restartNameNode();
    out.write(bytes, 4 * BLOCK + CELL, BLOCK);
    List<String> inMemory = describe(file);
    assertThat(inMemory).anyMatch(entry -> entry.contains("parity open"));
    cluster.saveNamespace();
    cluster.restartNameNode();
    assertThat(describe(file)).isEqualTo(inMemory);
    out.write(bytes, 5 * BLOCK + CELL, bytes.length - 5 * BLOCK - CELL);
    out.close();
    checkFile(file, bytes, 3);
    cluster.restartNameNode();
    checkFile(file, bytes, 3);
  }

  @Test
  void eventOfANewFileTellsItsBlockSizeWithoutTheWidth() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 2), "watched");
    DFSInotifyEventInputStream events = cluster.fs().getInotifyEventStream();
    cluster.write(file, BlockFileCluster.bytes(BLOCK, 5));
    EventBatch batch = events.poll(60, TimeUnit.SECONDS);
    assertThat(batch).isNotNull();
    assertThat(batch.getEvents()[0]).isInstanceOf(Event.CreateEvent.class);
    Event.CreateEvent created = (Event.CreateEvent) batch.getEvents()[0];
    assertThat(created.getPath()).isEqualTo(file.toString());
    assertThat(created.getDefaultBlockSize()).isEqualTo(BLOCK);
    assertThat(created.isErasureCoded()).contains(true);
  }

  @Test
  void renamedFileKeepsItsLayoutAndDeletedFileLeavesNoBlock() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 5);
    byte[] bytes = BlockFileCluster.bytes(9L * BLOCK + 1, 3);
    Path file = new Path(directory, "renamed");
    long before = totalBlocks();
    cluster.write(new Path(directory, "file"), bytes);
    cluster.fs().rename(new Path(directory, "file"), file, Options.Rename.OVERWRITE);
    checkFile(file, bytes, 5);
    cluster.restartNameNode();
    checkFile(file, bytes, 5);
    assertThat(totalBlocks()).isGreaterThan(before);

    cluster.fs().delete(file, false);
    BlockFileCluster.await("blocks of the deleted file gone", () -> totalBlocks() == before);
    cluster.restartNameNode();
    assertThat(totalBlocks()).isEqualTo(before);
  }

  @Test
  void overwrittenFileLeavesNoBlockOfTheOldOne() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 1), "overwritten");
    byte[] bytes = BlockFileCluster.bytes(BLOCK, 4);
    cluster.write(file, bytes);
    long one = totalBlocks();
    cluster.write(file, bytes);
    BlockFileCluster.await("old blocks gone", () -> totalBlocks() == one);
    checkFile(file, bytes, 1);
  }

  @Test
  void spaceIsThatOfDataAndParityBeforeAndAfterRestart() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 4);
    cluster.fs().setQuota(directory, Long.MAX_VALUE - 1, 1L << 40);
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 2 * CELL, 5);
    cluster.write(new Path(directory, "file"), bytes);
    // Groups: blocks 0..2 full and block 3 empty, in one stripe of 4: cells go round four blocks.
    long firstGroupParity = 3L * CELL + CELL;
    long secondGroupParity = 3L * CELL;
    long expected = bytes.length + 2 * (firstGroupParity + secondGroupParity);
    assertThat(cluster.fs().getContentSummary(directory).getSpaceConsumed()).isEqualTo(expected);
    assertThat(cluster.fs().getQuotaUsage(directory).getSpaceConsumed()).isEqualTo(expected);
    cluster.restartNameNode();
    assertThat(cluster.fs().getQuotaUsage(directory).getSpaceConsumed()).isEqualTo(expected);
    cluster.fs().delete(new Path(directory, "file"), false);
    assertThat(cluster.fs().getQuotaUsage(directory).getSpaceConsumed()).isZero();
  }

  @Test
  void appendConcatAndTruncateAreRefusedAndChangeNothing() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 6);
    Path file = new Path(directory, "refused");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 6);
    cluster.write(file, bytes);
    cluster.write(new Path(directory, "other"), bytes);
    assertThatThrownBy(() -> cluster.fs().append(file))
        .hasMessageContaining("Cannot append to a file with a stripe width of its own")
        .hasMessageContaining(file.toString());
    assertThatThrownBy(
            () -> cluster.fs().append(
                file, EnumSet.of(CreateFlag.APPEND,
                    CreateFlag.NEW_BLOCK), 4096, null))
        .hasMessageContaining("Cannot append to a file with a stripe width of its own");
    assertThatThrownBy(
            () -> cluster.fs().concat(file, new Path[] {new Path(directory, "other")}))
        .hasMessageContaining("Cannot concatenate");
    assertThatThrownBy(() -> cluster.fs().truncate(file, CELL)).isInstanceOf(IOException.class);
    checkFile(file, bytes, 6);
    cluster.restartNameNode();
    checkFile(file, bytes, 6);
  }

  @Test
  void schedulersSeeTheNodeOfEveryBlockWhereStripesAreOneWide() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 1), "scheduled");
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 1, 8);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    BlockLocation[] locations = cluster.fs().getFileBlockLocations(file, 0, bytes.length);
    assertThat(locations).hasSize(4);
    for (int x = 0; x < locations.length; x++) {
      assertThat(locations[x].getOffset()).isEqualTo((long) x * BLOCK);
      assertThat(locations[x].getLength()).isEqualTo(x < 3 ? BLOCK : 1);
      assertThat(locations[x].getNames())
          .containsExactly(cluster.member(file, x / 3, x % 3).node().getXferAddr());
    }
  }

  @Test
  void filesWithoutStripeWidthTakeTheStockPath() throws Exception {
    Path directory = new Path("/coupled");
    cluster.fs().mkdirs(directory);
    cluster.fs().setErasureCodingPolicy(directory, "RS-3-2-64k");
    Path file = new Path(directory, "file");
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK + 9, 7);
    cluster.write(file, bytes);
    HdfsFileStatus status = cluster.fs().getClient().getFileInfo(file.toString());
    assertThat(status.getErasureCodingPolicy().getName()).isEqualTo("RS-3-2-64k");
    assertThat(DFSTestUtil.getAllBlocks(cluster.fs(), file))
        .allMatch(block -> (block.getBlock().getBlockId() >>> 57 & 0x3F) == 0);
    cluster.restartNameNode();
    assertThat(cluster.read(file)).isEqualTo(bytes);
  }

  private static List<String> describe(Path file) throws Exception {
    return BlockFileCluster.describe(cluster.mini().getNamesystem(), file);
  }

  private static void checkFile(Path file, byte[] bytes, int stripeWidth) throws Exception {
    HdfsFileStatus status = cluster.fs().getClient().getFileInfo(file.toString());
    assertThat(StripeView.of(status.getErasureCodingPolicy()).stripeWidth())
        .isEqualTo(stripeWidth);
    assertThat(status.getBlockSize()).isEqualTo(BLOCK);
    assertThat(cluster.read(file)).isEqualTo(bytes);
    cluster.checkBlocks(file, bytes);
  }

  private static long totalBlocks() {
    BlockManager blocks = cluster.mini().getNamesystem().getBlockManager();
    return blocks.getTotalBlocks();
  }
}
