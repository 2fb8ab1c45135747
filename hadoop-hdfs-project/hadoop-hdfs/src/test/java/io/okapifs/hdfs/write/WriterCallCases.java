package io.okapifs.hdfs.write;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterEnd;
import io.okapifs.hdfs.testing.KeptPorts;
import io.okapifs.hdfs.testing.RpcFaults;
import java.io.IOException;
import java.util.ArrayList;
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
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** Writers in a cluster of two NameNodes, whose calls and streams a test disturbs. */
public abstract class WriterCallCases {

  static final Set<String> WRITER_CALLS =
      Set.of("create", "addBlock", "updateBlockForPipeline", "updatePipeline", "complete");
  private static final int K = 3;
  private static final int R = 2;

  private static MiniDFSCluster cluster;
  static DistributedFileSystem fs;
  private static int active;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    conf.setInt(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 0);
    conf.setInt(HdfsClientConfigKeys.Failover.SLEEPTIME_BASE_KEY, 10);
    conf.setInt(HdfsClientConfigKeys.Failover.SLEEPTIME_MAX_KEY, 100);
    cluster = KeptPorts.pair(conf, 8).build();
    cluster.waitActive();
    active = 0;
    cluster.transitionToActive(active);
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

  /** Every second call, or all with -Dio.okapifs.exhaustive=true. */
  static void failOverAtEachCall(int s, boolean before) throws Exception {
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

  /**
   * Writes through a failover behind updatePipeline, whose answer is lost. The next NameNode knows
   * replicas with the old stamp, and hears nothing more until the writer has asked for another stripe.
   */
  static void reportBehindTheCommit(int s) throws Exception {
    Path file = new Path(directory(s), "reported-late");
    byte[] bytes = bytes(s);
    boolean[] isSilent = {false};
    boolean[] isOver = {false};
    int[] asked = {0};
    RpcFaults.set(new RpcFaults.Fault() {
      @Override
      public void before(String method, Object[] arguments) throws Exception {
        if (method.equals("updatePipeline") && !isSilent[0]) {
          HATestUtil.waitForStandbyToCatchUp(
              cluster.getNameNode(active), cluster.getNameNode(1 - active));
          BlockFileCluster.await("open replicas", () -> openReplicas(1 - active, file) == s);
          cluster.getDataNodes().forEach(DataNodeTestUtils::pauseIBR);
          isSilent[0] = true;
        } else if (method.equals("addBlock") && isSilent[0] && ++asked[0] == 2) {
          cluster.getDataNodes().forEach(DataNodeTestUtils::resumeIBR);
        }
      }

      @Override
      public void after(String method, Object[] arguments) throws Exception {
        if (method.equals("updatePipeline") && !isOver[0]) {
          isOver[0] = true;
          failOver();
          throw new IOException("the test loses the answer of " + method);
        }
      }
    });
    breakStreams(1, 0);
    try {
      write(file, bytes);
    } finally {
      RpcFaults.set(null);
      cluster.getDataNodes().forEach(DataNodeTestUtils::resumeIBR);
    }
    assertThat(asked[0]).as("calls for another stripe").isGreaterThan(1);
    int known =
        fs.getClient().getLocatedBlocks(file.toString(), 0, 1).get(0).getLocations().length;
    assertThat(known).as("places of the first stripe").isEqualTo(s - 1);
    check(file, bytes);
  }

  /** Of the first stripe, as a NameNode knows them. */
  private static int openReplicas(int nameNode, Path file) throws IOException {
    return cluster.getNamesystem(nameNode).getFSDirectory().getINode(file.toString()).asFile()
        .getBlocks()[0].getUnderConstructionFeature().getNumExpectedLocations();
  }

  static Path directory(int s) throws IOException {
    Path directory = new Path("/width-" + s);
    fs.mkdirs(directory);
    fs.setErasureCodingPolicy(directory, "RS-3-2-64k@" + s);
    return directory;
  }

  /** More than two stripes and two groups. */
  static byte[] bytes(int s) {
    int stripes = Math.max(2, (2 * K + s - 1) / s);
    return BlockFileCluster.bytes((long) stripes * s * BLOCK + CELL / 2, s);
  }

  private static void failOver() throws Exception {
    cluster.transitionToStandby(active);
    active = 1 - active;
    cluster.transitionToActive(active);
  }

  /** The stream of a data block and of a parity block, once each, so that stamps are renewed. */
  static void breakOneDataAndOneParityStream() {
    breakStreams(1, 1);
  }

  /**
   * Breaks the streams of the first so many blocks of a stripe, and of the first so many parities
   * of a group, once each.
   */
  static void breakStreams(int data, int parities) {
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

  static void write(Path file, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK)) {
      out.write(bytes);
    }
  }

  static byte[] read(Path file) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      return in.readAllBytes();
    }
  }

  /** The content, what both NameNodes know of the file, and all its parity in the end. */
  static void check(Path file, byte[] bytes) throws Exception {
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
