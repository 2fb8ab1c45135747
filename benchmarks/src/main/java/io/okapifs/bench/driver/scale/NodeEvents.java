package io.okapifs.bench.driver.scale;

import io.okapifs.bench.driver.FakeNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdminManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;

/**
 * Events that are about one node and the replicas that it has. After each the NameNode must know of
 * as many replicas, and have as many block groups queued, as the nodes' own lists say. Used by one
 * thread.
 */
final class NodeEvents {

  private static final long LONG_AGO = -TimeUnit.DAYS.toMillis(10_000);

  private final ScaleCluster cluster;

  /** Numbers of the nodes that are dead. */
  private final Set<Integer> dead = new TreeSet<>();

  NodeEvents(ScaleCluster cluster) {
    this.cluster = cluster;
  }

  /** The NameNode finds that a node has not called for too long. */
  Map<String, Object> death(int node) throws Exception {
    DatanodeDescriptor descriptor = cluster.descriptor(node);
    checkKnown(node, replicas(node));
    Map<String, Object> answer =
        measured(
            node,
            () -> {
              descriptor.setLastUpdateMonotonic(LONG_AGO);
              BlockManagerTestUtil.checkHeartbeat(cluster.blocks());
            });
    dead.add(node);
    checkKnown(node, 0);
    return checkQueued(answer, groupsOf(dead));
  }

  /** A dead node registers again and reports all it has. */
  Map<String, Object> comeback(int node) throws Exception {
    FakeNode back = cluster.nodes().nodes().get(node);
    StorageBlockReport report = back.fullReport();
    Map<String, Object> answer =
        measured(
            node,
            () -> {
              back.register(cluster.rpc());
              back.send(report);
            });
    dead.remove(node);
    checkKnown(node, replicas(node));
    return checkQueued(answer, groupsOf(dead));
  }

  /** What our next round has to do for the replicas that a node has lost or brought back. */
  Map<String, Object> round(int node) throws Exception {
    return measured(node, () -> cluster.rounds().lookAtChanges(cluster.namesystem()));
  }

  /** A node enters maintenance: from the request to the end of the monitor's first round. */
  Map<String, Object> maintenance(int node) throws Exception {
    long end = System.currentTimeMillis() + TimeUnit.DAYS.toMillis(1);
    Map<String, Object> answer =
        administer(node, (admin, descriptor) -> admin.startMaintenance(descriptor, end));
    checkState(node, "IN_MAINTENANCE");
    return checkQueued(answer, 0);
  }

  /** It leaves maintenance. */
  Map<String, Object> endOfMaintenance(int node) throws Exception {
    Map<String, Object> answer = administer(node, DatanodeAdminManager::stopMaintenance);
    checkState(node, "NORMAL");
    return checkQueued(answer, 0);
  }

  /** A node is to leave for good: all that it has is queued to be copied; nobody copies it here. */
  Map<String, Object> decommission(int node) throws Exception {
    Map<String, Object> answer = administer(node, DatanodeAdminManager::startDecommission);
    checkState(node, "DECOMMISSION_INPROGRESS");
    return checkQueued(answer, groupsOf(Set.of(node)));
  }

  /** It is to stay after all. What was queued for it leaves the queue behind that, not counted. */
  Map<String, Object> recommission(int node) throws Exception {
    Map<String, Object> answer = administer(node, DatanodeAdminManager::stopDecommission);
    checkState(node, "NORMAL");
    cluster.queueAnew();
    return checkQueued(answer, 0);
  }

  /** An order of an administrator. */
  @FunctionalInterface
  private interface Order {
    void give(DatanodeAdminManager admin, DatanodeDescriptor node);
  }

  private Map<String, Object> administer(int node, Order order) throws Exception {
    DatanodeDescriptor descriptor = cluster.descriptor(node);
    return measured(
        node,
        () -> {
          cluster.namesystem().writeLock();
          try {
            order.give(
                cluster.blocks().getDatanodeManager().getDatanodeAdminManager(), descriptor);
          } finally {
            cluster.namesystem().writeUnlock();
          }
          BlockManagerTestUtil.recheckDecommissionState(cluster.blocks().getDatanodeManager());
          cluster.rounds().watchNodes(cluster.namesystem());
        });
  }

  private Map<String, Object> measured(int node, Measured.Event event) throws Exception {
    if (replicas(node) == 0) {
      throw new IOException("the node has no replica, more files are needed: node=" + node);
    }
    return Measured.of(cluster.lock(), replicas(node), event);
  }

  private int replicas(int node) {
    return cluster.nodes().nodes().get(node).replicas();
  }

  private void checkKnown(int node, int replicas) throws IOException {
    int known = cluster.descriptor(node).numBlocks();
    if (known != replicas) {
      throw new IOException(
          "not the replicas of the node: node=" + node + ", known=" + known + ", expected="
              + replicas);
    }
  }

  private void checkState(int node, String wanted) throws IOException {
    String state = cluster.descriptor(node).getAdminState().name();
    if (!state.equals(wanted)) {
      throw new IOException(
          "not the state of the node: node=" + node + ", state=" + state + ", expected=" + wanted);
    }
  }

  private Map<String, Object> checkQueued(Map<String, Object> answer, long groups)
      throws IOException {
    ReplicaEvents.checkLowRedundancy(cluster.blocks(), groups);
    answer.put("lowRedundancy", groups);
    return answer;
  }

  /** How many block groups have a member on one of the nodes. */
  private long groupsOf(Set<Integer> numbers) {
    Set<Long> groups = new HashSet<>();
    for (int number : numbers) {
      FakeNode node = cluster.nodes().nodes().get(number);
      for (int i = 0; i < node.replicas(); i++) {
        groups.add(node.blockId(i) & ~HdfsServerConstants.BLOCK_GROUP_INDEX_MASK);
      }
    }
    return groups.size();
  }
}
