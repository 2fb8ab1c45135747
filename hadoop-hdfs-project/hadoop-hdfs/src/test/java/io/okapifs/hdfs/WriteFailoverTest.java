package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.layout.ParityRequests;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.ipc.RetriableException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writers whose calls to the NameNode are answered late, twice, never, or by another NameNode. */
class WriteFailoverTest {

  private static final Set<String> WRITER_CALLS =
      Set.of("create", "addBlock", "updateBlockForPipeline", "updatePipeline", "complete");
  private static final int K = 3;
  private static final int R = 2;

  private static MiniDFSCluster cluster;
  private static DistributedFileSystem fs;
  private static int active;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 0);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    conf.setInt(HdfsClientConfigKeys.Failover.SLEEPTIME_BASE_KEY, 10);
    conf.setInt(HdfsClientConfigKeys.Failover.SLEEPTIME_MAX_KEY, 100);
    cluster = KeptPorts.pair(conf, 8).build();
    cluster.waitActive();
    cluster.transitionToActive(0);
    String logicalName = HATestUtil.getLogicalHostname(cluster);
    HATestUtil.setFailoverConfigurations(cluster, conf);
    conf.setClass(
        HdfsClientConfigKeys.Failover.PROXY_PROVIDER_KEY_PREFIX + "." + logicalName,
        RpcFaults.class, Object.class);
    fs = (DistributedFileSystem) new Path("hdfs://" + logicalName).getFileSystem(conf);
    ErasureCodingPolicy policy = new ErasureCodingPolicy(new ECSchema("rs", K, R), CELL);
    fs.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
    fs.enableErasureCodingPolicy(policy.getName());
  }

  @AfterAll
  static void stop() throws IOException {
    fs.close();
    ClusterEnd.ofLiving(cluster);
  }

  @AfterEach
  void noFaults() {
    RpcFaults.set(null);
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void everyAnswerIsLostOnceAndTheFileIsRight(int s) throws Exception {
    Path file = new Path(directory(s), "lost-answers");
    byte[] bytes = bytes(s);
    Set<String> lost = ConcurrentHashMap.newKeySet();
    boolean[] retry = {false};
    RpcFaults.set(new AfterEachCall() {
      @Override
      public void after(String method, Object[] arguments) throws IOException {
        if (WRITER_CALLS.contains(method)) {
          retry[0] = !retry[0];
          if (retry[0]) {
            lost.add(method);
            throw new RetriableException("the test loses the answer of " + method);
          }
        }
      }
    });
    breakOneDataAndOneParityStream();
    write(file, bytes);
    RpcFaults.set(null);
    assertThat(lost).isEqualTo(WRITER_CALLS);
    check(file, bytes);
  }

  /** The call never reaches the NameNode that was active, as if that had not journaled it. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void aFailoverBeforeAnyCallLosesNothing(int s) throws Exception {
    failOverAtEachCall(s, true);
  }

  /** The next NameNode has read what was done, and the client does not know. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void aFailoverAfterAnyCallLosesNothing(int s) throws Exception {
    failOverAtEachCall(s, false);
  }

  /** Every second call, or all with -Dio.okapifs.exhaustive=true. */
  private static void failOverAtEachCall(int s, boolean before) throws Exception {
    byte[] bytes = bytes(s);
    Path directory = directory(s);
    String name = before ? "before-" : "after-";
    int calls = failOverAt(new Path(directory, name + "none"), bytes, -1, before);
    assertThat(calls).as("calls of a writer").isGreaterThan(5);
    boolean exhaustive = Boolean.getBoolean("io.okapifs.exhaustive");
    int first = exhaustive || (s == 2) == before ? 0 : 1;
    for (int call = first; call < calls; call += exhaustive ? 1 : 2) {
      failOverAt(new Path(directory, name + call), bytes, call, before);
    }
  }

  /** Writes, with a failover before or after a call is executed; the answer is lost then. */
  private static int failOverAt(Path file, byte[] bytes, int at, boolean before)
      throws Exception {
    int[] calls = {0};
    List<String> hit = new ArrayList<>();
    RpcFaults.set(new RpcFaults.Fault() {
      @Override
      public void before(String method, Object[] arguments) throws Exception {
        if (WRITER_CALLS.contains(method) && before && calls[0]++ == at) {
          hit.add(method);
          failOver();
        }
      }

      @Override
      public void after(String method, Object[] arguments) throws Exception {
        if (WRITER_CALLS.contains(method) && !before && calls[0]++ == at) {
          hit.add(method);
          failOver();
          throw new IOException("the test loses the answer of " + method);
        }
      }
    });
    breakOneDataAndOneParityStream();
    try {
      write(file, bytes);
    } catch (IOException e) {
      throw new AssertionError("failover at " + hit + ", call " + at + ", before=" + before, e);
    } finally {
      RpcFaults.set(null);
    }
    check(file, bytes);
    return calls[0];
  }

  /** A writer in which memory runs out has cells in its blocks that are not in its parities. */
  @Test
  void anErrorInTheMiddleNeverEndsInAClosedFile() throws Exception {
    Path file = new Path(directory(3), "error");
    byte[] bytes = bytes(3);
    failAfterParityIsAllocated();
    FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK);
    assertThatThrownBy(() -> out.write(bytes)).isInstanceOf(IOException.class)
        .hasRootCauseMessage("the test runs out of memory");
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    assertThat(fs.isFileClosed(file)).isFalse();
    assertThat(fs.getClient().isFilesBeingWrittenEmpty()).isTrue();
    BlockFileCluster.await("closed by lease recovery", () -> fs.recoverLease(file));
    int length = Math.toIntExact(fs.getFileStatus(file).getLen());
    assertThat(length).isLessThanOrEqualTo(bytes.length);
    check(file, Arrays.copyOf(bytes, length));
  }

  /** HDFS's calls leave the interrupt pending, and a pending one ends every wait for a thread. */
  @Test
  void anInterruptInACallEndsTheWriterAndAllItsThreads() throws Exception {
    Path file = new Path(directory(3), "interrupted");
    breakStreams(1, 0);
    RpcFaults.set(new AfterEachCall() {
      @Override
      public void after(String method, Object[] arguments) throws IOException {
        if (method.equals("updateBlockForPipeline")) {
          RpcFaults.set(null);
          Thread.currentThread().interrupt();
          throw new InterruptedIOException("the test interrupts " + method);
        }
      }
    });
    FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK);
    assertThatThrownBy(() -> out.write(bytes(3))).isInstanceOf(InterruptedIOException.class)
        .hasMessageContaining("the test interrupts updateBlockForPipeline")
        .hasNoSuppressedExceptions();
    assertThat(Thread.interrupted()).as("the caller's interrupt is still pending").isTrue();
    WriterThreads.awaitEnd();
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    assertThat(fs.getClient().isFilesBeingWrittenEmpty()).isTrue();
    assertThat(fs.delete(file, false)).isTrue();
  }

  /** The parity of what is shorter than a row is written by close. */
  @Test
  void anErrorInCloseNeverEndsInAClosedFile() throws Exception {
    Path file = new Path(directory(3), "error-in-close");
    FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK);
    out.write(new byte[CELL + 1]);
    failAfterParityIsAllocated();
    assertThatThrownBy(out::close).isInstanceOf(IOException.class)
        .hasRootCauseMessage("the test runs out of memory");
    out.close();
    assertThat(fs.isFileClosed(file)).isFalse();
    assertThat(fs.getClient().isFilesBeingWrittenEmpty()).isTrue();
    assertThat(fs.delete(file, false)).isTrue();
  }

  private static void failAfterParityIsAllocated() {
    RpcFaults.set(new AfterEachCall() {
      @Override
      public void after(String method, Object[] arguments) {
        if (isParityAllocation(method, arguments)) {
          RpcFaults.set(null);
          throw new OutOfMemoryError("the test runs out of memory");
        }
      }
    });
  }

  private static boolean isParityAllocation(String method, Object[] arguments) {
    return method.equals("addBlock") && arguments[5] != null;
  }

  /** One parity without a node, behind two lost blocks of data, is one loss too many. */
  @Test
  void aParityGroupThatCannotBeOpenedEndsTheWriterAndAllItsThreads() throws Exception {
    Path file = new Path(directory(2), "parity-on-one-node");
    breakStreams(2, 0);
    RpcFaults.set(new AfterEachCall() {
      @Override
      public void after(String method, Object[] arguments) {}

      @Override
      public Object answer(String method, Object[] arguments, Object answer) {
        return isParityAllocation(method, arguments)
            ? onOneNode((LocatedStripedBlock) answer)
            : answer;
      }
    });
    FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK);
    assertThatThrownBy(() -> out.write(bytes(2))).isInstanceOf(IOException.class)
        .hasMessageContaining("parity group 0 of " + file + " lost more members")
        .hasMessageContaining("parity 1 on no node");
    WriterThreads.awaitEnd();
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    assertThat(fs.getClient().isFilesBeingWrittenEmpty()).isTrue();
    assertThat(fs.delete(file, false)).isTrue();
  }

  private static LocatedStripedBlock onOneNode(LocatedStripedBlock group) {
    return new LocatedStripedBlock(
        group.getBlock(), Arrays.copyOf(group.getLocations(), 1),
        Arrays.copyOf(group.getStorageIDs(), 1), Arrays.copyOf(group.getStorageTypes(), 1),
        Arrays.copyOf(group.getBlockIndices(), 1), group.getStartOffset(), group.isCorrupt(),
        null);
  }

  private abstract static class AfterEachCall implements RpcFaults.Fault {
    @Override
    public void before(String method, Object[] arguments) {}
  }

  private static Path directory(int s) throws IOException {
    Path directory = new Path("/width-" + s);
    fs.mkdirs(directory);
    fs.setErasureCodingPolicy(directory, "RS-3-2-64k@" + s);
    return directory;
  }

  /** More than two stripes and two groups. */
  private static byte[] bytes(int s) {
    int stripes = Math.max(2, (2 * K + s - 1) / s);
    return BlockFileCluster.bytes((long) stripes * s * BLOCK + CELL / 2, s);
  }

  private static void failOver() throws Exception {
    cluster.transitionToStandby(active);
    active = 1 - active;
    cluster.transitionToActive(active);
  }

  /** The stream of a data block and of a parity block, once each, so that stamps are renewed. */
  private static void breakOneDataAndOneParityStream() {
    breakStreams(1, 1);
  }

  /**
   * Breaks the streams of the first so many blocks of a stripe, and of the first so many parities
   * of a group, once each.
   */
  private static void breakStreams(int data, int parities) {
    Pattern responder = Pattern.compile("PacketResponder: .*:blk_(-?\\d+)_.*");
    Set<Long> broken = ConcurrentHashMap.newKeySet();
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public void delaySendingAckToUpstream(String upstream) throws IOException {
        Matcher thread = responder.matcher(Thread.currentThread().getName());
        long block = thread.matches() ? Long.parseLong(thread.group(1)) : 0;
        boolean isParity = GroupIds.isParityGroup(block);
        long index = block & 15;
        if (GroupIds.isDecoupled(block) && index < (isParity ? parities : data)
            && broken.add(isParity ? 16 + index : index)) {
          throw new IOException("the test breaks the stream of block " + block);
        }
      }
    });
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK)) {
      out.write(bytes);
    }
  }

  private static byte[] read(Path file) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      return in.readAllBytes();
    }
  }

  /** The content, what both NameNodes know of the file, and all its parity in the end. */
  private static void check(Path file, byte[] bytes) throws Exception {
    assertThat(fs.getFileStatus(file).getLen()).isEqualTo(bytes.length);
    assertThat(read(file)).as("content of %s", file).isEqualTo(bytes);
    HATestUtil.waitForStandbyToCatchUp(
        cluster.getNameNode(active), cluster.getNameNode(1 - active));
    List<String> described = BlockFileCluster.describe(cluster.getNamesystem(active), file);
    assertThat(BlockFileCluster.describe(cluster.getNamesystem(1 - active), file))
        .isEqualTo(described);
    assertThat(described).noneMatch(entry -> entry.contains("parity open"));
    int groups = (int) described.stream().filter(entry -> entry.contains("parity")).count();
    int[] polls = {0};
    BlockFileCluster.await("all parity of " + file, () -> {
      // As in HDFS, a NameNode that took over trusts a node once it has reported all that it has.
      if (polls[0]++ % 40 == 0) {
        cluster.triggerBlockReports();
      }
      List<LocatedBlock> listed =
          fs.getClient().getNamenode()
              .getBlockLocations(file.toString(), ParityRequests.listingOffset(0), groups)
              .getLocatedBlocks();
      return listed.stream().allMatch(group -> group.getLocations().length == R);
    });
  }
}
