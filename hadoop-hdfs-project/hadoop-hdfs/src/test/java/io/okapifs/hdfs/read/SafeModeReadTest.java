package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.web.WebHdfsFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files with a stripe of which no block is left are read wherever the stripe can be decoded. */
class SafeModeReadTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final byte[] BYTES = BlockFileCluster.bytes(6L * BLOCK + CELL + 5, 1);

  @Cluster(dataNodes = 9, failRepairs = true)
  private static BlockFileCluster cluster;
  private static int files;

  @AfterEach
  void leaveSafeMode() throws IOException {
    cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
  }

  private static Path write(int stripeWidth) throws Exception {
    Path file = new Path(cluster.directory(POLICY, stripeWidth), "file" + files++);
    cluster.write(file, BYTES);
    cluster.awaitParityGroups(file, 3, 2);
    return file;
  }

  private static void lose(Path file, int... members) throws Exception {
    for (int member : members) {
      Replica replica = cluster.member(file, 0, member);
      cluster.invalidate(replica);
      BlockFileCluster.await(
          "the loss of " + replica, () -> cluster.memberIfAny(file, 0, member).node() == null);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aStripeThatCanBeDecodedIsReadInSafeMode(int stripeWidth) throws Exception {
    Path file = write(stripeWidth);
    lose(file, stripeWidth == 1 ? new int[] {1} : new int[] {0, 1});
    cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    assertThat(cluster.read(file)).isEqualTo(BYTES);
  }

  @Test
  void aStripeThatCannotBeDecodedIsRefusedInSafeModeAsInHdfs() throws Exception {
    Path file = write(1);
    lose(file, 1, 2, 3);
    cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    assertThatThrownBy(() -> cluster.read(file))
        .hasMessageContaining("Name node is in safe mode")
        .hasMessageContaining("Zero blocklocations for " + file);
  }

  @Test
  void parityOfWhichNothingIsLeftIsListedInSafeMode() throws Exception {
    Path file = write(2);
    lose(file, 3, 4);
    cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    assertThat(cluster.parityGroups(file, 3)).hasSize(3)
        .first().satisfies(group -> assertThat(group.getLocations()).isEmpty());
  }

  /** A part of a stripe is there: what is missing may not be reported yet. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aStripeOfWhichTooLittleIsKnownIsRefusedAndNotTakenForLost(int stripeWidth)
      throws Exception {
    Path file = write(stripeWidth);
    List<DatanodeInfo> away = new ArrayList<>();
    for (int member : new int[] {0, 1, 4}) {
      away.add(cluster.member(file, 0, member).node());
    }
    for (DatanodeInfo node : away) {
      cluster.kill(node);
    }
    cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    assertThatThrownBy(() -> cluster.read(file))
        .hasMessageContaining("Name node is in safe mode")
        .hasMessageContaining("Zero blocklocations for " + file);
    cluster.restartStopped();
    BlockFileCluster.await("the blocks", () -> isRead(file));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void soIsABlockGroupOfHdfsUnlessThatIsSwitchedOff(boolean corrected) throws Exception {
    Path file = new Path(cluster.coupledDirectory(POLICY), "coupled-" + corrected);
    cluster.write(file, BYTES);
    cluster.awaitCoupled(file);
    DatanodeInfo[] nodes = BlockFileCluster.nodesByIndex(cluster.dataStripes(file).get(0), 5);
    Configuration conf = cluster.mini().getConfiguration(0);
    conf.setBoolean(UpstreamFix.HDFS_17800.key(), corrected);
    try {
      for (int index : new int[] {0, 1, 4}) {
        cluster.kill(nodes[index]);
      }
      cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_ENTER);
      assertThatThrownBy(() -> cluster.read(file))
          .hasMessageContaining(corrected ? "Name node is in safe mode" : "missing blocks");
    } finally {
      conf.unset(UpstreamFix.HDFS_17800.key());
      cluster.restartStopped();
    }
    BlockFileCluster.await("the blocks", () -> isRead(file));
  }

  private static boolean isRead(Path file) {
    try {
      return Arrays.equals(cluster.read(file), BYTES);
    } catch (IOException notYet) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStripeThatCanBeDecodedIsReadByWebHdfs(boolean safeMode) throws Exception {
    Path file = write(1);
    lose(file, 0, 2);
    if (safeMode) {
      cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    }
    String server =
        "webhdfs://" + cluster.mini().getNameNode().getHttpAddress().getHostName() + ":"
            + cluster.mini().getNameNode().getHttpAddress().getPort();
    try (FileSystem http =
        FileSystem.newInstance(new Path(server).toUri(), cluster.fs().getConf())) {
      assertThat(http).isInstanceOf(WebHdfsFileSystem.class);
      try (FSDataInputStream in = http.open(file)) {
        assertThat(in.readAllBytes()).isEqualTo(BYTES);
        in.seek(2L * BLOCK + 1);
        assertThat(in.readNBytes(3)).containsExactly(BYTES[2 * BLOCK + 1], BYTES[2 * BLOCK + 2],
            BYTES[2 * BLOCK + 3]);
      }
    }
  }
}
