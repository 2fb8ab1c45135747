package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.tools.EcRun;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.client.impl.BlockReaderFactory;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What users see on their consoles while files are read around nodes and replicas. */
class ReadLogTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final int K = 3;
  private static final int R = 2;
  private static final int LENGTH = 12 * BLOCK;
  private static final List<Logger> LOGS =
      List.of(DFSClient.LOG, LoggerFactory.getLogger(BlockReaderFactory.class));

  @Cluster(dataNodes = 9, failRepairs = true)
  private static BlockFileCluster cluster;
  private static int files;

  @AfterEach
  void restart() throws Exception {
    cluster.restartStopped();
  }

  private static Path write() throws Exception {
    Path path = new Path(cluster.directory(POLICY, K), "file" + files++);
    cluster.write(path, BlockFileCluster.bytes(LENGTH, LENGTH));
    cluster.awaitParityGroups(path, LENGTH / (K * BLOCK), R);
    return path;
  }

  /** What is logged at INFO and above meanwhile, line by line, stacks included. */
  private static List<String> logged(Callable<?> action) throws Exception {
    List<LogCapturer> captured = LOGS.stream().map(LogCapturer::captureLogs).toList();
    try {
      action.call();
    } finally {
      captured.forEach(LogCapturer::stopCapturing);
    }
    List<String> lines = new ArrayList<>();
    captured.forEach(log -> lines.addAll(log.getOutput().lines().toList()));
    return lines;
  }

  private static List<String> loggedByReading(Path path) throws Exception {
    try (DFSInputStream in = open(path)) {
      return loggedByReading(in);
    }
  }

  private static List<String> loggedByReading(DFSInputStream in) throws Exception {
    return logged(() -> {
      assertThat(in.readAllBytes()).isEqualTo(BlockFileCluster.bytes(LENGTH, LENGTH));
      byte[] all = new byte[LENGTH];
      in.readFully(0, all);
      assertThat(all).isEqualTo(BlockFileCluster.bytes(LENGTH, LENGTH));
      return null;
    });
  }

  private static DFSInputStream open(Path path) throws IOException {
    return cluster.fs().getClient().open(path.toString());
  }

  private static DatanodeInfo nodeOf(Path path, int member) throws IOException {
    return cluster.member(path, 0, member).node();
  }

  @Test
  void aDeadNodeIsNamedOnceForEachStream() throws Exception {
    Path path = write();
    DatanodeInfo first = nodeOf(path, 0);
    DatanodeInfo second = nodeOf(path, 2);
    cluster.stop(first);
    cluster.stop(second);
    for (int stream = 0; stream < 2; stream++) {
      assertThat(loggedByReading(path)).hasSize(2)
          .allSatisfy(line -> assertThat(line).contains(path.toString(), "Connection refused"))
          .anySatisfy(line -> assertThat(line).contains(first.getXferAddr()))
          .anySatisfy(line -> assertThat(line).contains(second.getXferAddr()));
    }
  }

  /** As one does that is about to die: it takes connections, and hangs up. */
  @Test
  void aNodeThatHangsUpIsNamedOnce() throws Exception {
    Path path = write();
    DatanodeInfo node = nodeOf(path, 1);
    cluster.stop(node);
    try (ServerSocket socket =
        new ServerSocket(node.getXferPort(), 50, InetAddress.getByName(node.getIpAddr()))) {
      Thread hangingUp = new Thread(() -> hangUp(socket));
      hangingUp.start();
      assertThat(loggedByReading(path)).singleElement().asString()
          .contains(path.toString(), node.getXferAddr());
      socket.close();
      hangingUp.join();
    }
  }

  private static void hangUp(ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        socket.accept().close();
      } catch (IOException e) {
        assertThat(socket.isClosed()).isTrue();
      }
    }
  }

  @Test
  void aNodeWithoutItsReplicasIsNamedOnce() throws Exception {
    Path path = write();
    Replica lost = cluster.member(path, 0, 0);
    cluster.delete(lost);
    assertThat(loggedByReading(path)).singleElement().asString()
        .contains(path.toString(), lost.node().getXferAddr(), "data block 0");
  }

  /** The NameNode has forgotten the replica when it is asked again: the node is named all the same. */
  @Test
  void aNodeThatHasDeletedItsReplicaMeanwhileIsNamedOnce() throws Exception {
    Path path = write();
    Replica lost = cluster.member(path, 0, 0);
    try (DFSInputStream in = open(path)) {
      cluster.invalidate(lost);
      BlockFileCluster.await("the block to be forgotten",
          () -> cluster.memberIfAny(path, 0, 0).node() == null);
      assertThat(loggedByReading(in)).singleElement().asString()
          .contains(path.toString(), lost.node().getXferAddr(), "data block 0");
    }
  }

  /** With 12 blocks on 9 nodes, one that has two of them at least. */
  private static DatanodeInfo busiestNode(Path path) throws IOException {
    Map<DatanodeInfo, Integer> counts = new HashMap<>();
    for (int block = 0; block < LENGTH / BLOCK; block++) {
      counts.merge(cluster.member(path, block / K, block % K).node(), 1, Integer::sum);
    }
    return Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
  }

  @Test
  void corruptBlocksOfOneNodeAreNamedOneByOne() throws Exception {
    Path path = write();
    DatanodeInfo node = busiestNode(path);
    int corrupt = 0;
    for (int block = 0; block < LENGTH / BLOCK; block++) {
      Replica replica = cluster.member(path, block / K, block % K);
      if (replica.node().equals(node)) {
        cluster.corrupt(replica);
        corrupt++;
      }
    }
    assertThat(corrupt).isGreaterThan(1);
    List<String> logged = loggedByReading(path);
    assertThat(logged).noneMatch(line -> line.startsWith("\tat "));
    assertThat(logged.stream().filter(line -> line.contains(" is read around ")))
        .hasSize(corrupt)
        .allSatisfy(line -> assertThat(line).contains(node.getXferAddr(), "corrupt"));
  }

  @Test
  void blocksThatNoNodeIsKnownToHaveAreToldOfOnce() throws Exception {
    Path path = write();
    cluster.kill(nodeOf(path, 0));
    assertThat(loggedByReading(path)).singleElement().asString()
        .contains(path.toString(), "no node is known to have it");
  }

  @Test
  void aChecksumNamesADeadNodeOnce() throws Exception {
    Path path = write();
    DatanodeInfo node = nodeOf(path, 1);
    cluster.stop(node);
    assertThat(logged(() -> cluster.fs().getFileChecksum(path)))
        .noneMatch(line -> line.startsWith("\tat "))
        .filteredOn(line -> line.contains(node.getXferAddr()))
        .as("one of the checksum, one of the stream that reads the block").hasSize(2);
  }

  @Test
  void verificationLogsNothingOfADeadNode() throws Exception {
    Path path = write();
    cluster.stop(nodeOf(path, 1));
    assertThat(logged(() ->
        EcRun.run(cluster.fs().getConf(), "-verify", "-path", path.toString()))).isEmpty();
  }

  /** Hadoop's native coder warns where it is missing, which is no news for a stream of ours. */
  @Test
  void streamsAskForNoCoderOfHadoopsThatMayBeMissing() throws Exception {
    Path path = write();
    Configuration conf = new Configuration(cluster.fs().getConf());
    conf.set("io.erasurecode.codec.rs.rawcoders", "none");
    try (FileSystem fs = FileSystem.newInstance(conf)) {
      try (var in = fs.open(path)) {
        assertThat(in.readAllBytes()).hasSize(LENGTH);
      }
    }
  }

  /** Who is interrupted breaks its own connections. */
  @Test
  void anInterruptedReadBlamesNoNode() throws Exception {
    Path path = write();
    assertThat(logged(() -> {
      try (DFSInputStream in = open(path)) {
        in.readFully(0, new byte[1]);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> in.readFully(0, new byte[LENGTH]))
            .isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
      }
      return null;
    })).noneMatch(line -> line.contains(" is read around "));
  }

  @Test
  void aHealthyReadLogsNothing() throws Exception {
    assertThat(loggedByReading(write())).isEmpty();
  }
}
