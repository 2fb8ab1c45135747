package io.okapifs.bench.own;

import io.okapifs.bench.driver.ChildLoop;
import io.okapifs.bench.driver.Intervals;
import io.okapifs.hdfs.datanode.repair.RepairCount;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/**
 * A cluster with one file of one full group, members of which are lost and repaired by DataNodes;
 * what they read for it is what they count themselves.
 */
public final class RepairDriver {

  private static final Path FOLDER = new Path("/group");

  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;
  private GroupFile file;

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
      case "verify" -> Map.of("wrong", file.wrong());
      default -> throw new IllegalArgumentException("unknown command: " + words[0]);
    };
  }

  private Map<String, ?> start(int nodes) throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    Intervals.configure(conf);
    // All nodes are one machine: which of them is loaded says nothing.
    conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY, false);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(nodes).storagesPerDatanode(1).build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
    return Map.of();
  }

  /** Codec, k, r, cell size, block size, seed of the content. */
  private Map<String, ?> write(String[] words) throws Exception {
    ErasureCodingPolicy policy =
        GroupFile.newFolder(
            fs, FOLDER, words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]),
            Integer.parseInt(words[4]));
    file =
        GroupFile.write(
            fs, policy, new Path(FOLDER, "file"), Long.parseLong(words[5]),
            Long.parseLong(words[6]));
    return Map.of("policy", policy.getName(), "stripeWidth", file.stripeWidth());
  }

  private Map<String, ?> repair(int[] lost) throws Exception {
    Map<RepairCount, Long> before = counts();
    file.repair(lost);
    // A DataNode counts a repair a moment after the targets have reported it.
    Polling.await("the repair counted", () -> !counts().equals(before));
    Map<String, Object> answer = new LinkedHashMap<>();
    counts().forEach((count, now) -> answer.put(count.name(), now - before.get(count)));
    return answer;
  }

  /** What all DataNodes have counted of this policy. */
  private Map<RepairCount, Long> counts() {
    return RepairCounts.of(cluster, file.policy().getName());
  }
}
