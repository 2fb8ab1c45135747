package io.okapifs.hdfs.write;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.StreamFaults;
import io.okapifs.hdfs.testing.StreamFaults.Member;
import io.okapifs.hdfs.testing.StreamFaults.Point;
import io.okapifs.hdfs.testing.WriterThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.StreamerSockets;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.Write.ByteArrayManager;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** What a writer waits for, and what it leaves behind in its own process. */
class WriterResourcesTest {

  private static final int FILES = 60;

  /** Less than are lost if every other file loses one. */
  private static final int BUFFERS = 25;

  @Cluster(
      dataNodes = 9,
      settings = {
        HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY + "=2000",
        // Its buffers are its own.
        HdfsClientConfigKeys.DFS_CLIENT_CONTEXT + "=writer-resources",
        ByteArrayManager.ENABLED_KEY + "=true",
        ByteArrayManager.COUNT_THRESHOLD_KEY + "=0",
        ByteArrayManager.COUNT_LIMIT_KEY + "=" + BUFFERS,
        StreamerSockets.SETTING
      })
  private static BlockFileCluster cluster;

  private StreamFaults faults;

  @BeforeEach
  void takeFaults() {
    faults = new StreamFaults(cluster);
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    faults.close();
    WriterThreads.awaitEnd();
    assertThat(cluster.fs().getClient().isFilesBeingWrittenEmpty()).isTrue();
  }

  /** HDFS lets a client wait for ever where its buffers are used up, whoever interrupts it. */
  @Test
  @Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
  void packetsOfLostStreamsGoBack() throws Exception {
    // The second stripe has streams in place of the lost ones.
    byte[] bytes = BlockFileCluster.bytes(3 * BLOCK + 5 * CELL / 2, 1);
    for (int i = 0; i < FILES; i++) {
      Path file = new Path(cluster.directory("RS-3-2-64k", 3), "buffers-" + i);
      boolean tooMany = i % 2 == 0;
      FSDataOutputStream out = cluster.create(file);
      faults.arm(file, tooMany ? broken(0, 1, 2) : broken(1));
      if (tooMany) {
        assertThatThrownBy(() -> writeAndClose(out, bytes)).isInstanceOf(IOException.class);
      } else {
        writeAndClose(out, bytes);
      }
    }
  }

  private static Map<Member, Point> broken(int... members) {
    Map<Member, Point> broken = new HashMap<>();
    for (int member : members) {
      broken.put(new Member(0, member), Point.FIRST_ROW);
    }
    return broken;
  }

  @Test
  void anAbortedWriterLeavesNothingBehind() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 2), "aborted");
    FSDataOutputStream out = cluster.create(file);
    out.write(BlockFileCluster.bytes(3 * BLOCK + CELL, 1));
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
    assertThatThrownBy(() -> out.write(new byte[CELL])).isInstanceOf(IOException.class)
        .hasMessageContaining("writing " + file + " failed before");
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    out.close();
    assertThat(cluster.fs().isFileClosed(file)).isFalse();
  }

  @Test
  @Timeout(120)
  void anInterruptedWriterFailsAndLeavesNothingBehind() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 2), "interrupted");
    FSDataOutputStream out = cluster.create(file);
    faults.arm(file, Map.of());
    faults.holdAcks(Set.of(new Member(0, 1)));
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread writer =
        new Thread(
            () -> {
              try {
                writeAndClose(out, BlockFileCluster.bytes(9 * BLOCK, 1));
              } catch (IOException e) {
                thrown.set(e);
              }
            });
    writer.start();
    BlockFileCluster.await("writer waits", () -> isWaitingForAcks(writer));
    writer.interrupt();
    writer.join(TimeUnit.SECONDS.toMillis(60));
    assertThat(writer.isAlive()).isFalse();
    assertThat(thrown.get()).isInstanceOf(IOException.class).hasMessageContaining("interrupted");
  }

  private static boolean isWaitingForAcks(Thread writer) {
    return List.of(writer.getStackTrace()).stream()
        .anyMatch(frame -> frame.getMethodName().equals("awaitAcked"));
  }

  /** A node that is slow within the usual timeouts costs time, and no block. */
  @Test
  @Timeout(120)
  void aSlowNodeIsWaitedFor() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "slow");
    byte[] bytes = BlockFileCluster.bytes(6 * BLOCK + 1, 1);
    FSDataOutputStream out = cluster.create(file);
    faults.arm(file, Map.of());
    faults.holdAcks(Set.of(new Member(0, 1), new Member(0, 3)));
    CompletableFuture<Void> written = writeInBackground(out, bytes);
    BlockFileCluster.await("all other nodes are done", () -> isFirstStripeOnDisk(file));
    assertThat(written).isNotDone();
    faults.releaseAcks();
    written.get(60, TimeUnit.SECONDS);
    faults.allowRepairs();
    cluster.checkBlocks(file, bytes);
  }

  private boolean isFirstStripeOnDisk(Path file) throws IOException {
    for (LocatedStripedBlock stripe : cluster.dataStripes(file)) {
      for (int i = 0; i < 3; i++) {
        if (faults.bytesOnDisk(stripe.getBlock().getBlockId() + i) < BLOCK) {
          return false;
        }
      }
      return true;
    }
    return false;
  }

  /** A node that holds its connection and never answers costs its block. */
  @Test
  @Timeout(120)
  void aHungNodeIsGivenUpAfterTheSocketTimeout() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "hung");
    byte[] bytes = BlockFileCluster.bytes(6 * BLOCK + 1, 1);
    FSDataOutputStream out = cluster.create(file);
    faults.arm(file, Map.of());
    faults.holdAcks(Set.of(new Member(0, 1), new Member(0, 3)));
    writeInBackground(out, bytes).get(60, TimeUnit.SECONDS);
    assertThat(cluster.read(file)).isEqualTo(bytes);
    assertThat(cluster.memberIfAny(file, 0, 1).node()).isNull();
    faults.releaseAcks();
    faults.allowRepairs();
    cluster.awaitParityGroups(file, 3, 2);
  }

  /** Whatever is thrown where a connection is made, it costs that stream and no more. */
  @Test
  @Timeout(120)
  void anUnexpectedFailureOfAConnectionCostsItsBlock() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "unexpected");
    byte[] bytes = BlockFileCluster.bytes(6 * BLOCK + 1, 1);
    FSDataOutputStream out = cluster.create(file);
    AtomicInteger connections = new AtomicInteger();
    StreamerSockets.refuse(block -> {
      if (connections.getAndIncrement() == 1) {
        throw new IllegalStateException("the test breaks the socket of " + block);
      }
      return false;
    });
    writeInBackground(out, bytes).get(60, TimeUnit.SECONDS);
    assertThat(connections).hasValueGreaterThan(1);
    assertThat(cluster.read(file)).isEqualTo(bytes);
    faults.allowRepairs();
    cluster.awaitParityGroups(file, 3, 2);
  }

  private static CompletableFuture<Void> writeInBackground(FSDataOutputStream out, byte[] bytes) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            writeAndClose(out, bytes);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static void writeAndClose(FSDataOutputStream out, byte[] bytes) throws IOException {
    try (out) {
      out.write(bytes);
    }
  }

  /** One loss in each stripe of a group that spans them. */
  @Test
  void lossesOfAGroupAddUpAcrossItsStripes() throws Exception {
    faults.allowRepairs();
    byte[] bytes = BlockFileCluster.bytes(8 * BLOCK + 7, 1);
    Path fine = new Path(cluster.directory("RS-6-3-64k", 2), "three-of-nine");
    FSDataOutputStream out = cluster.create(fine);
    faults.arm(
        fine,
        Map.of(
            new Member(0, 0), Point.FIRST_ROW, new Member(0, 3), Point.LAST_ROW,
            new Member(0, 4), Point.END));
    writeAndClose(out, bytes);
    assertThat(faults.broken()).hasSize(3);
    assertThat(cluster.read(fine)).isEqualTo(bytes);

    Path lost = new Path(cluster.directory("RS-6-3-64k", 2), "four-of-nine");
    FSDataOutputStream second = cluster.create(lost);
    faults.arm(
        lost,
        Map.of(
            new Member(0, 0), Point.FIRST_ROW, new Member(0, 3), Point.LAST_ROW,
            new Member(0, 4), Point.END, new Member(0, 7), Point.MIDDLE));
    assertThatThrownBy(() -> writeAndClose(second, bytes)).isInstanceOf(IOException.class)
        .hasMessageContaining("parity group 0 of " + lost + " lost more members")
        .hasMessageContaining("lostMembers=4, survivable=3");
    assertThat(cluster.fs().isFileClosed(lost)).isFalse();
  }

  @Test
  void twoGroupsLoseAllThatEachSurvives() throws Exception {
    faults.allowRepairs();
    for (int s : new int[] {2, 4}) {
      byte[] bytes = BlockFileCluster.bytes(12 * BLOCK + 7, s);
      Path file = new Path(cluster.directory("RS-6-3-64k", s), "six-of-eighteen");
      FSDataOutputStream out = cluster.create(file);
      faults.arm(
          file,
          Map.of(
              new Member(0, 1), Point.FIRST_ROW, new Member(0, 4), Point.MIDDLE,
              new Member(0, 8), Point.LAST_ROW, new Member(1, 0), Point.END,
              new Member(1, 5), Point.MIDDLE, new Member(1, 6), Point.CONNECT));
      writeAndClose(out, bytes);
      assertThat(faults.broken()).as("broken of %s", file).hasSize(6);
      assertThat(cluster.read(file)).isEqualTo(bytes);
      cluster.awaitParityGroups(file, 3, 3);
    }
  }
}
