package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;

/**
 * DataNodes that exist on paper alone, each with one storage, and HDFS's placement policies over
 * them. No decision is taken here. Used by one thread.
 */
public final class PaperNodesWindow {

  /** Of each node. */
  static final int LOAD = 10;

  private static final int NODES_PER_SUBNET = 200;

  private final Configuration conf;
  private final DFSNetworkTopology topology;
  private final Host2NodesMap hosts = new Host2NodesMap();
  private final List<DatanodeDescriptor> nodes = new ArrayList<>();

  /**
   * @param conf says which placement policies there are
   */
  public PaperNodesWindow(Configuration conf) {
    this.conf = conf;
    this.topology = DFSNetworkTopology.getInstance(conf);
  }

  /**
   * One more node, of usual load.
   *
   * @param room bytes that are free, half of all
   */
  public DatanodeDescriptor add(String rack, long room) {
    int number = nodes.size() + 1;
    String address =
        "10." + number / NODES_PER_SUBNET / NODES_PER_SUBNET + "."
            + number / NODES_PER_SUBNET % NODES_PER_SUBNET + "." + number % NODES_PER_SUBNET;
    DatanodeDescriptor node =
        new DatanodeDescriptor(
            new DatanodeID(address, "host-" + number, "node-" + number, 1, 2, 3, 4), rack);
    DatanodeStorage storage = new DatanodeStorage("storage-" + number);
    StorageReport report = new StorageReport(storage, false, 2 * room, room, room, 0, 0);
    node.injectStorage(new DatanodeStorageInfo(node, storage));
    node.updateHeartbeat(new StorageReport[] {report}, 0, 0, LOAD, 0, null);
    node.setAlive(true);
    topology.add(node);
    hosts.add(node);
    nodes.add(node);
    return node;
  }

  public List<DatanodeDescriptor> nodes() {
    return nodes;
  }

  public DFSNetworkTopology topology() {
    return topology;
  }

  /** That of block groups, by the configuration. */
  public BlockPlacementPolicy policyOfGroups() {
    return new BlockPlacementPolicies(conf, new Stats(), topology, hosts)
        .getPolicy(BlockType.STRIPED);
  }

  /** Of a cluster whose average load is that of every node. */
  private final class Stats implements FSClusterStats {
    @Override
    public int getTotalLoad() {
      return LOAD * nodes.size();
    }

    @Override
    public boolean isAvoidingStaleDataNodesForWrite() {
      return true;
    }

    @Override
    public int getNumDatanodesInService() {
      return nodes.size();
    }

    @Override
    public double getInServiceXceiverAverage() {
      return LOAD;
    }

    @Override
    public Map<StorageType, StorageTypeStats> getStorageTypeStats() {
      return new EnumMap<>(StorageType.class);
    }
  }
}
