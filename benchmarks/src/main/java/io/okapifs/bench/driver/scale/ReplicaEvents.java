package io.okapifs.bench.driver.scale;

import io.okapifs.bench.driver.FakeNode;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;

/** Events that are about every replica. Used by one thread. */
final class ReplicaEvents {

  private final ScaleCluster cluster;

  ReplicaEvents(ScaleCluster cluster) {
    this.cluster = cluster;
  }

  /** Every node registers, which is not counted, and reports all it has; in safe mode. */
  Map<String, Object> firstReports() throws Exception {
    cluster.nodes().register(cluster.rpc());
    Map<String, Object> answer = report();
    long safe = NameNodeAdapter.getSafeModeSafeBlocks(cluster.mini().getNameNode());
    long total = cluster.namesystem().getBlocksTotal();
    if (safe != total) {
      throw new IOException("not all blocks are safe: safe=" + safe + ", blocks=" + total);
    }
    answer.put("safeBlocks", safe);
    return answer;
  }

  /** Every node reports what the NameNode knows that it has. */
  Map<String, Object> fullReports() throws Exception {
    return report();
  }

  private Map<String, Object> report() throws Exception {
    List<FakeNode> nodes = cluster.nodes().nodes();
    List<StorageBlockReport> reports = nodes.stream().map(FakeNode::fullReport).toList();
    Map<String, Object> answer =
        Measured.of(
            cluster.lock(),
            cluster.replicas(),
            () -> {
              for (int i = 0; i < reports.size(); i++) {
                nodes.get(i).send(reports.get(i));
              }
            });
    for (int i = 0; i < nodes.size(); i++) {
      int known = cluster.descriptor(i).numBlocks();
      if (known != nodes.get(i).replicas()) {
        throw new IOException(
            "not what the node reported: node=" + i + ", known=" + known + ", reported="
                + nodes.get(i).replicas());
      }
    }
    return answer;
  }

  /** The look at the redundancy of all blocks that a NameNode takes which becomes active. */
  Map<String, Object> scan() throws Exception {
    Method scan = BlockManager.class.getDeclaredMethod("processMisReplicatesAsync");
    scan.setAccessible(true);
    Map<String, Object> answer =
        Measured.of(cluster.lock(), cluster.replicas(), () -> scan.invoke(cluster.blocks()));
    checkLowRedundancy(cluster.blocks(), 0);
    return answer;
  }

  /** A pass over everything that rounds make portion by portion, all at once. */
  Map<String, Object> sweep(String name) throws Exception {
    Rounds.Step sweep = cluster.rounds().sweeps(cluster.namesystem()).get(name);
    if (sweep == null) {
      throw new IllegalArgumentException("this NameNode has no such sweep: sweep=" + name);
    }
    Map<String, Object> answer =
        Measured.of(cluster.lock(), cluster.replicas(), () -> sweep.run());
    checkLowRedundancy(cluster.blocks(), 0);
    return answer;
  }

  /** @throws IOException where the NameNode has other than so many block groups queued */
  static void checkLowRedundancy(BlockManager blocks, long groups) throws IOException {
    BlockManagerTestUtil.updateState(blocks);
    long queued = blocks.getLowRedundancyBlocksCount();
    if (queued != groups) {
      throw new IOException(
          "not the block groups that miss a member: queued=" + queued + ", expected=" + groups);
    }
  }
}
