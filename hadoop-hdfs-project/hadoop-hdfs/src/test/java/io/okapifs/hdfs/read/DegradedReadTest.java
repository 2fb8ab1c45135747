package io.okapifs.hdfs.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ReadChecks;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads decoupled files whose blocks are deleted, corrupt or on stopped nodes. */
class DegradedReadTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final int CELL = BlockFileCluster.CELL;
  private static final int BLOCK = BlockFileCluster.BLOCK;
  private static final int K = 3;
  private static final int R = 2;
  private static final int N = K + R;
  private static final long SEED = 11;

  @Cluster(dataNodes = 9, failRepairs = true)
  private static BlockFileCluster cluster;
  private static int files;

  private static Path newPath(int stripeWidth) throws IOException {
    return new Path(cluster.directory(POLICY, stripeWidth), "file" + files++);
  }

  /** Writes a file and waits for the parities of all its groups. */
  private static byte[] write(Path path, int length) throws Exception {
    byte[] content = new byte[length];
    new Random(length).nextBytes(content);
    try (FSDataOutputStream out = cluster.create(path)) {
      out.write(content);
    }
    cluster.awaitParityGroups(path, cluster.layout(path).groupCount(length), R);
    return content;
  }

  private static DFSInputStream open(Path path) throws IOException {
    return cluster.fs().getClient().open(path.toString());
  }

  /** Members of a group that have a byte, parities included. */
  private static List<Integer> members(Path path, int group, int length) throws IOException {
    List<Integer> members = new ArrayList<>();
    int dataMembers = cluster.layout(path).dataMembers(group, length);
    for (int member = 0; member < N; member++) {
      if (member < dataMembers || member >= K) {
        members.add(member);
      }
    }
    return members;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8})
  void healthyReadsInEveryWayAreExact(int stripeWidth) throws Exception {
    Path path = newPath(stripeWidth);
    byte[] content = write(path, 9 * BLOCK + 3 * CELL + 17);
    try (DFSInputStream in = open(path)) {
      assertThat(in.getClass().getSimpleName()).isEqualTo("DecoupledInputStream");
      ReadChecks.assertAll(in, content, SEED);
      in.clearReadStatistics();
      ReadChecks.assertSequential(in, content, 70_000);
      assertThat(in.getReadStatistics().getTotalBytesRead()).isEqualTo(content.length);
    }
  }

  @Test
  void aHealthyReadOpensOnlyTheBlockWhoseCellIsAskedFor() throws Exception {
    Path path = newPath(3);
    byte[] content = write(path, 6 * BLOCK);
    for (int group = 0; group < 2; group++) {
      for (int member : members(path, group, content.length)) {
        if (group != 0 || member != 1) {
          cluster.delete(cluster.member(path, group, member));
        }
      }
    }
    try (DFSInputStream in = open(path)) {
      in.readFully(CELL + 100, new byte[1000]);
      assertThat(in.getReadStatistics().getTotalBytesRead()).isEqualTo(1000);
      ReadChecks.assertPositional(in, content, CELL, 2 * CELL);
      in.seek(4 * CELL);
      byte[] cell = new byte[CELL];
      assertThat(in.read(cell)).isEqualTo(CELL);
      assertThat(cell).isEqualTo(Arrays.copyOfRange(content, 4 * CELL, 5 * CELL));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void everyLossOfUpToTwoMembersIsSurvivedInFullAndTailGroups(int stripeWidth) throws Exception {
    for (int first = 0; first < N; first++) {
      for (int second = first; second < N; second++) {
        Path path = newPath(stripeWidth);
        byte[] content = write(path, 4 * BLOCK + CELL + 5);
        for (int group = 0; group < 2; group++) {
          List<Integer> members = members(path, group, content.length);
          List<BlockFileCluster.Replica> losses = new ArrayList<>();
          if (members.contains(first)) {
            losses.add(cluster.member(path, group, first));
          }
          if (second != first && members.contains(second)) {
            losses.add(cluster.member(path, group, second));
          }
          losses.forEach(cluster::delete);
        }
        try (DFSInputStream in = open(path)) {
          ReadChecks.assertSequential(in, content, 100_000);
          ReadChecks.assertPositional(in, content, 0, content.length);
        }
        cluster.fs().delete(path, false);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void everyWayOfReadingIsExactWithTwoLosses(int stripeWidth) throws Exception {
    Path path = newPath(stripeWidth);
    byte[] content = write(path, 5 * BLOCK + 1);
    cluster.delete(cluster.member(path, 0, 1));
    cluster.corrupt(cluster.member(path, 0, 2));
    cluster.corrupt(cluster.member(path, 1, 0));
    try (DFSInputStream in = open(path)) {
      ReadChecks.assertAll(in, content, SEED);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void tailGroupsOfEveryShapeAreDecoded(int stripeWidth) throws Exception {
    for (int length : new int[] {1, CELL, CELL + 7, 3 * CELL + 5, 5 * CELL - 1, 700_001}) {
      Path path = newPath(stripeWidth);
      byte[] content = write(path, length);
      cluster.delete(cluster.member(path, 0, 0));
      try (DFSInputStream in = open(path)) {
        ReadChecks.assertSequential(in, content, length);
        ReadChecks.assertPositional(in, content, length / 2, length);
      }
    }
  }

  @Test
  void corruptDataAndParityBlocksAreReportedToTheNameNode() throws Exception {
    Path path = newPath(3);
    byte[] content = write(path, 3 * BLOCK);
    BlockFileCluster.Replica data = cluster.member(path, 0, 0);
    BlockFileCluster.Replica parity = cluster.member(path, 0, 3);
    cluster.corrupt(data);
    cluster.corrupt(parity);
    try (DFSInputStream in = open(path)) {
      ReadChecks.assertSequential(in, content, content.length);
    }
    BlockFileCluster.await("corrupt replicas are not listed any more", () ->
        !data.node().equals(cluster.memberIfAny(path, 0, 0).node())
            && !parity.node().equals(cluster.memberIfAny(path, 0, 3).node()));
  }

  @Test
  void onePassOverADegradedFileFetchesEveryByteOnce() throws Exception {
    Path path = newPath(3);
    byte[] content = write(path, 3 * BLOCK);
    cluster.delete(cluster.member(path, 0, 1));
    try (DFSInputStream in = open(path)) {
      ReadChecks.assertSequential(in, content, 10_000);
      assertThat(in.getReadStatistics().getTotalBytesRead()).isEqualTo((long) K * BLOCK);
    }
  }

  @Test
  void threeLossesAreRefusedByNameAndWhatCanBeReadIsRead() throws Exception {
    Path path = newPath(3);
    byte[] content = write(path, 3 * BLOCK);
    cluster.delete(cluster.member(path, 0, 1));
    cluster.delete(cluster.member(path, 0, 3));
    cluster.delete(cluster.member(path, 0, 4));
    try (DFSInputStream in = open(path)) {
      ReadChecks.assertPositional(in, content, 0, CELL);
      assertThatThrownBy(() -> in.readFully(0, new byte[2 * CELL]))
          .isInstanceOf(BlockMissingException.class)
          .hasMessageContaining("path=" + path)
          .hasMessageContaining("group=0, code=RS-3-2, lostMembers=3")
          .hasMessageContaining("member 1 (data block 1): ")
          .hasMessageContaining("member 4 (parity 1 of group 0): ");
      ByteBuffer buffer = ByteBuffer.allocate(4 * CELL);
      assertThat(in.read(buffer)).isEqualTo(CELL);
      assertThat(in.getPos()).isEqualTo(CELL);
      assertThatThrownBy(() -> in.read(buffer)).isInstanceOf(BlockMissingException.class);
      assertThat(in.getPos()).isEqualTo(CELL);
    }
  }

  @Test
  void stoppedNodesAreReadAroundBeforeAndAfterTheNameNodeKnows() throws Exception {
    Path path = newPath(2);
    byte[] content = write(path, 7 * BLOCK + CELL);
    List<DataNodeProperties> stopped = new ArrayList<>();
    List<DatanodeInfo> nodes = new ArrayList<>();
    try (DFSInputStream opened = open(path)) {
      ReadChecks.assertPositional(opened, content, 0, 10);
      for (int member = 0; member < R; member++) {
        DatanodeInfo node = cluster.member(path, 0, member).node();
        nodes.add(node);
        stopped.add(cluster.mini().stopDataNode(node.getXferAddr()));
      }
      ReadChecks.assertAll(opened, content, SEED);
      for (DatanodeInfo node : nodes) {
        cluster.mini().setDataNodeDead(node);
      }
      assertThat(cluster.memberIfAny(path, 0, 0).node()).isNull();
      ReadChecks.assertAll(opened, content, SEED + 1);
      try (DFSInputStream late = open(path)) {
        ReadChecks.assertAll(late, content, SEED + 2);
      }
    } finally {
      for (DataNodeProperties node : stopped) {
        cluster.restart(node);
      }
      cluster.mini().waitActive();
    }
  }

  @Test
  void aFileThatIsBeingWrittenIsDecodedWhereItsParitiesAreFinal() throws Exception {
    Path path = newPath(2);
    byte[] content = new byte[7 * BLOCK];
    new Random(SEED).nextBytes(content);
    try (FSDataOutputStream out = cluster.create(path)) {
      out.write(content);
      // The fourth stripe is open, the groups of the first three are settled.
      BlockFileCluster.await("three stripes have all their blocks", () ->
          cluster.dataStripes(path).size() == 4
              && cluster.dataStripes(path).subList(0, 3).stream()
                  .allMatch(stripe -> stripe.getLocations().length == 2));
      cluster.delete(cluster.member(path, 0, 0));
      cluster.delete(cluster.member(path, 1, 2));
      try (DFSInputStream in = open(path)) {
        ReadChecks.assertPositional(in, content, 0, 6 * BLOCK);
      }
    }
  }

  @Test
  void anInterruptedReadBlamesNoBlock() throws Exception {
    Path path = newPath(3);
    byte[] content = write(path, 3 * BLOCK);
    try (DFSInputStream in = open(path)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> in.readFully(0, new byte[3 * CELL]))
          .isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
      cluster.delete(cluster.member(path, 0, 0));
      cluster.delete(cluster.member(path, 0, 1));
      in.clearReadStatistics();
      ReadChecks.assertSequential(in, content, 50_000);
      assertThat(in.getReadStatistics().getTotalBytesRead()).isEqualTo((long) K * BLOCK);
    }
  }
}
