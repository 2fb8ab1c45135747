package io.okapifs.bench.driver;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.util.LightWeightGSet;

/**
 * A NameNode that is filled through its own calls, what its two big maps weigh then, and how long
 * it looks at the redundancy of all blocks. The tables behind the maps are counted apart: their
 * size follows from the heap's, not from the files.
 */
public final class NamespaceDriver {

  /** So many more than a group has members. */
  private static final int MORE_NODES = 3;

  private MiniDFSCluster cluster;
  private int warmUps;
  private long usedBefore;

  private NamespaceDriver() {}

  public static void main(String[] args) throws Exception {
    NamespaceDriver driver = new NamespaceDriver();
    ChildLoop.serve(driver::handle, () -> driver.cluster);
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "fill" -> fill(words);
      case "weigh" -> weigh(Integer.parseInt(words[1]));
      case "scan" -> scan();
      default -> throw new IllegalArgumentException("unknown command: " + words[0]);
    };
  }

  /** Policy, number of files, file size, block size. */
  private Map<String, ?> fill(String[] words) throws Exception {
    int files = Integer.parseInt(words[2]);
    long fileSize = Long.parseLong(words[3]);
    cluster = start();
    ErasureCodingPolicy policy = policy(cluster.getNameNodeRpc(), words[1]);
    int nodes = policy.getNumDataUnits() + policy.getNumParityUnits() + MORE_NODES;
    NamespaceWriter writer =
        new NamespaceWriter(
            cluster.getNameNodeRpc(), new FakeDataNodes(cluster.getNameNodeRpc(), nodes), words[1],
            Long.parseLong(words[4]));
    // Class loading, pools and buffers are not what is weighed.
    warmUps = Math.min(files, 100);
    writer.write("/warm-up", warmUps, fileSize);
    usedBefore = usedHeap();
    writer.write("/files", files, fileSize);
    return Map.of("blockGroups", cluster.getNamesystem().getBlocksTotal());
  }

  /**
   * One of HDFS's own policies, or another one, which is added then.
   *
   * @param layout the policy's name, behind which a stripe width may stand
   */
  public static ErasureCodingPolicy policy(ClientProtocol namenode, String layout)
      throws IOException {
    String name = layout.replaceFirst("@.*", "");
    ErasureCodingPolicy known = SystemErasureCodingPolicies.getByName(name);
    if (known != null) {
      return known;
    }
    String[] parts = name.split("-");
    ErasureCodingPolicy policy =
        new ErasureCodingPolicy(
            new ECSchema(
                parts[0].toLowerCase(Locale.ROOT), Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2])),
            Integer.parseInt(parts[3].replace("k", "")) << 10);
    namenode.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
    return policy;
  }

  /**
   * Looks at the redundancy of every block once, as a NameNode does that becomes active. It rests
   * between portions, so its processor time is taken.
   */
  private Map<String, ?> scan() throws ReflectiveOperationException {
    BlockManager blocks = cluster.getNamesystem().getBlockManager();
    Method scan = BlockManager.class.getDeclaredMethod("processMisReplicatesAsync");
    scan.setAccessible(true);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    scan.invoke(blocks);
    long nanos = threads.getCurrentThreadCpuTime() - start;
    return Map.of(
        "nanos", nanos, "blockGroups", blocks.getTotalBlocks(), "queued",
        blocks.getLowRedundancyBlocksCount());
  }

  private Map<String, ?> weigh(int files) throws Exception {
    FSNamesystem namesystem = cluster.getNamesystem();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("files", files + warmUps);
    answer.put("usedHeapPerFile", (usedHeap() - usedBefore) / (double) files);
    answer.put("blockGroups", namesystem.getBlocksTotal());
    answer.put("blocksMap", weigh(blocksMap(namesystem), NamespaceDriver::isOfBlocks));
    answer.put(
        "inodeMap",
        weigh(namesystem.getFSDirectory().getINodeMap(), NamespaceDriver::isOfInodes));
    return answer;
  }

  private static MiniDFSCluster start() throws IOException {
    return start(new HdfsConfiguration());
  }

  /** A NameNode whose DataNodes exist in their calls alone. */
  public static MiniDFSCluster start(Configuration conf) throws IOException {
    configure(conf);
    MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf).numDataNodes(0).build();
    cluster.waitActive();
    return cluster;
  }

  /** What such a NameNode needs. */
  public static void configure(Configuration conf) {
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    conf.setBoolean(
        DFSConfigKeys.DFS_NAMENODE_DATANODE_REGISTRATION_IP_HOSTNAME_CHECK_KEY, false);
    conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY, false);
    // Nobody beats for the nodes after the first time.
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY, Integer.MAX_VALUE / 4);
  }

  private static Object blocksMap(FSNamesystem namesystem) throws ReflectiveOperationException {
    Field field = BlockManager.class.getDeclaredField("blocksMap");
    field.setAccessible(true);
    return field.get(namesystem.getBlockManager());
  }

  /** All block groups that a NameNode knows. */
  public static List<BlockInfo> blocks(FSNamesystem namesystem)
      throws ReflectiveOperationException {
    Object map = blocksMap(namesystem);
    Method iterable = map.getClass().getDeclaredMethod("getBlocks");
    iterable.setAccessible(true);
    List<BlockInfo> blocks = new ArrayList<>();
    for (Object block : (Iterable<?>) iterable.invoke(map)) {
      blocks.add((BlockInfo) block);
    }
    return blocks;
  }

  private static boolean isOfBlocks(Object object) {
    return object instanceof BlockInfo
        || object.getClass().isArray()
        || isMap(object)
        || object.getClass().getSimpleName().equals("BlocksMap")
        || object.getClass().getSimpleName().equals("BlockUnderConstructionFeature");
  }

  /** Lists of blocks belong to inodes, the blocks in them do not. */
  private static boolean isOfInodes(Object object) {
    return object instanceof INode
        || object instanceof INode.Feature && !(object instanceof BlockInfo)
        || object.getClass().isArray()
        || object instanceof ArrayList
        || isMap(object)
        || object.getClass().getSimpleName().equals("INodeMap");
  }

  private static boolean isMap(Object object) {
    return object instanceof LightWeightGSet;
  }

  private static Map<String, ?> weigh(Object root, Predicate<Object> belongs)
      throws IllegalAccessException {
    long table = 0;
    long objects = 0;
    Map<String, List<Long>> classes = new LinkedHashMap<>();
    for (Map.Entry<String, HeapWalk.Count> entry : HeapWalk.from(root, belongs).entrySet()) {
      HeapWalk.Count count = entry.getValue();
      if (entry.getKey().contains("LinkedElement[]")) {
        table += count.bytes;
      } else {
        objects += count.bytes;
        classes.put(entry.getKey(), List.of(count.objects, count.bytes));
      }
    }
    Map<String, Object> weight = new LinkedHashMap<>();
    weight.put("objectBytes", objects);
    weight.put("tableBytes", table);
    weight.put("classes", classes);
    return weight;
  }

  /** Bytes in use once garbage is collected. */
  public static long usedHeap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
