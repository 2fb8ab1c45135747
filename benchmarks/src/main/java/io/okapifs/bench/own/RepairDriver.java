package io.okapifs.bench.own;

import io.okapifs.bench.driver.ChildLoop;
import io.okapifs.hdfs.layout.ParityRequests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.erasurecode.RepairCount;
import org.apache.hadoop.hdfs.server.datanode.erasurecode.RepairStatistics;
import org.apache.hadoop.hdfs.tools.ECAdmin;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.ToolRunner;

/**
 * A cluster with one file of one full group, members of which are lost and repaired by DataNodes;
 * what they read for it is what they count themselves.
 */
public final class RepairDriver {

  private static final int STRIPE_WIDTH_MAX = 16;
  private static final long NANOS_MAX = 120L * 1_000_000_000;
  private static final long POLL_MILLIS = 10;
  private static final Path FOLDER = new Path("/group");
  private static final Path FILE = new Path(FOLDER, "file");

  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;
  private ErasureCodingPolicy policy;
  private int stripeWidth;
  private byte[] content;

  private record Replica(ExtendedBlock block, DatanodeInfo node) {}

  private RepairDriver() {}

  public static void main(String[] args) throws Exception {
    RepairDriver driver = new RepairDriver();
    ChildLoop.serve(driver::handle, () -> driver.cluster);
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "start" -> start(Integer.parseInt(words[1]));
      case "write" -> write(words);
      case "repair" ->
          repair(Stream.of(words[1].split(",")).mapToInt(Integer::parseInt).toArray());
      case "verify" -> verify();
      default -> throw new IllegalArgumentException("unknown command: " + words[0]);
    };
  }

  private Map<String, ?> start(int nodes) throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    // All nodes are one machine: which of them is loaded says nothing.
    conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY, false);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(nodes).storagesPerDatanode(1).build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
    return Map.of();
  }

  /** Codec, k, r, cell size, block size, seed of the content. */
  private Map<String, ?> write(String[] words) throws Exception {
    int k = Integer.parseInt(words[2]);
    long blockSize = Long.parseLong(words[5]);
    policy =
        new ErasureCodingPolicy(
            new ECSchema(words[1], k, Integer.parseInt(words[3])), Integer.parseInt(words[4]));
    stripeWidth = Math.min(k, STRIPE_WIDTH_MAX);
    fs.delete(FOLDER, true);
    fs.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
    fs.enableErasureCodingPolicy(policy.getName());
    fs.mkdirs(FOLDER);
    fs.setErasureCodingPolicy(FOLDER, policy.getName() + "@" + stripeWidth);
    content = new byte[Math.toIntExact(k * blockSize)];
    new Random(Long.parseLong(words[6])).nextBytes(content);
    try (FSDataOutputStream out = fs.create(FILE, true, 4096, (short) 1, blockSize)) {
      out.write(content);
    }
    await("every member of " + FILE + " reported",
        () -> Stream.of(members()).allMatch(member -> member != null));
    return Map.of("policy", policy.getName(), "stripeWidth", stripeWidth);
  }

  private Map<String, ?> repair(int[] lost) throws Exception {
    Map<RepairCount, Long> before = counts();
    Replica[] members = members();
    LocatedBlock[] reported = new LocatedBlock[lost.length];
    for (int i = 0; i < lost.length; i++) {
      Replica bad = members[lost[i]];
      reported[i] = new LocatedBlock(bad.block(), new DatanodeInfo[] {bad.node()});
    }
    fs.getClient().getNamenode().reportBadBlocks(reported);
    await("members rebuilt: " + Arrays.toString(lost), () -> areElsewhere(members, lost));
    // A DataNode counts a repair a moment after the targets have reported it.
    await("the repair counted", () -> !counts().equals(before));
    Map<String, Object> answer = new LinkedHashMap<>();
    counts().forEach((count, now) -> answer.put(count.name(), now - before.get(count)));
    return answer;
  }

  private boolean areElsewhere(Replica[] before, int[] lost) throws IOException {
    Replica[] now = members();
    return Arrays.stream(lost)
        .allMatch(
            member -> now[member] != null && !now[member].node().equals(before[member].node()));
  }

  /** The replica of every member of the group; null where none is known. */
  private Replica[] members() throws IOException {
    int k = policy.getNumDataUnits();
    int r = policy.getNumParityUnits();
    Replica[] members = new Replica[k + r];
    List<LocatedBlock> stripes =
        fs.getClient().getLocatedBlocks(FILE.toString(), 0, Long.MAX_VALUE).getLocatedBlocks();
    for (int stripe = 0; stripe < stripes.size(); stripe++) {
      put(members, stripe * stripeWidth, k, (LocatedStripedBlock) stripes.get(stripe));
    }
    long listing = ParityRequests.listingOffset(0);
    for (LocatedBlock parities :
        fs.getClient().getNamenode().getBlockLocations(FILE.toString(), listing, 1)
            .getLocatedBlocks()) {
      put(members, k, k + r, (LocatedStripedBlock) parities);
    }
    return members;
  }

  private static void put(Replica[] members, int first, int end, LocatedStripedBlock blocks) {
    byte[] indices = blocks.getBlockIndices();
    for (int i = 0; i < blocks.getLocations().length; i++) {
      if (first + indices[i] < end) {
        ExtendedBlock block = new ExtendedBlock(blocks.getBlock());
        block.setBlockId(block.getBlockId() + indices[i]);
        members[first + indices[i]] = new Replica(block, blocks.getLocations()[i]);
      }
    }
  }

  /** What all DataNodes have counted of this policy. */
  private Map<RepairCount, Long> counts() {
    Map<RepairCount, Long> sums = new EnumMap<>(RepairCount.class);
    for (RepairCount count : RepairCount.values()) {
      sums.put(count, 0L);
    }
    for (DataNode node : cluster.getDataNodes()) {
      MetricsSource source =
          DefaultMetricsSystem.instance()
              .getSource(RepairStatistics.sourceName(policy.getName(), node));
      if (source != null) {
        MetricsCollectorImpl collector = new MetricsCollectorImpl();
        source.getMetrics(collector, true);
        for (MetricsRecord record : collector.getRecords()) {
          add(record, sums);
        }
      }
    }
    return sums;
  }

  private static void add(MetricsRecord record, Map<RepairCount, Long> sums) {
    Map<String, Long> values = new LinkedHashMap<>();
    for (AbstractMetric metric : record.metrics()) {
      values.put(metric.name(), metric.value().longValue());
    }
    for (RepairCount count : RepairCount.values()) {
      sums.merge(count, values.getOrDefault(count.info().name(), 0L), Long::sum);
    }
  }

  /** Reads every byte, and has the parities computed again. */
  private Map<String, ?> verify() throws Exception {
    byte[] read = new byte[content.length];
    try (FSDataInputStream in = fs.open(FILE)) {
      in.readFully(0, read);
    }
    List<String> wrong = new ArrayList<>();
    if (!Arrays.equals(read, content)) {
      wrong.add("data");
    }
    Configuration conf = fs.getConf();
    String[] command = {"-verify", "-path", FILE.toString()};
    if (ToolRunner.run(conf, new ECAdmin(conf), command) != 0) {
      wrong.add("parities");
    }
    return Map.of("wrong", wrong);
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long begin = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - begin > NANOS_MAX) {
        throw new TimeoutException("did not come true: " + what);
      }
      Thread.sleep(POLL_MILLIS);
    }
  }
}
