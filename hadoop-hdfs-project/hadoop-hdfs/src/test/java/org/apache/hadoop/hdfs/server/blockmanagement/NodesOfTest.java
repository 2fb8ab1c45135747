package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.util.Time;

/** DataNodes that exist in a network topology only, and HDFS's placement policies over them. */
public final class NodesOfTest {

  public static final long BLOCK = 1 << 20;
  private static final int LOAD = PaperNodesWindow.LOAD;
  private static final long ROOM = 1000 * BLOCK;
  private static final long STALE_MILLIS = 3_600_000;

  private final Configuration conf = new Configuration(false);
  private final PaperNodesWindow paper = new PaperNodesWindow(conf);

  NodesOfTest() {
    conf.setBoolean(DFSConfigKeys.DFS_DATANODE_PEER_STATS_ENABLED_KEY, true);
    conf.setBoolean(
        DFSConfigKeys.DFS_NAMENODE_BLOCKPLACEMENTPOLICY_EXCLUDE_SLOW_NODES_ENABLED_KEY, true);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY, STALE_MILLIS);
  }

  /** Nodes on racks of the given sizes. */
  public static NodesOfTest onRacks(Collection<Integer> sizes) {
    NodesOfTest nodes = new NodesOfTest();
    int rack = 0;
    for (int size : sizes) {
      for (int i = 0; i < size; i++) {
        nodes.add("/rack-" + rack);
      }
      rack++;
    }
    return nodes;
  }

  public DatanodeDescriptor add(String rack) {
    return paper.add(rack, ROOM);
  }

  private static void setLoad(DatanodeDescriptor node, int load, long room) {
    node.getStorageInfos()[0].setUtilizationForTesting(2 * ROOM, 2 * ROOM - room, room, 0);
    node.updateHeartbeat(
        BlockManagerTestUtil.getStorageReportsForDatanode(node), 0, 0, load, 0, null);
  }

  public List<DatanodeDescriptor> nodes() {
    return paper.nodes();
  }

  public DFSNetworkTopology topology() {
    return paper.topology();
  }

  /** What can happen to a node that still has room and may be written to. */
  public enum Nuisance {
    STALE {
      @Override
      public void befall(DatanodeDescriptor node) {
        node.setLastUpdateMonotonic(Time.monotonicNow() - 2 * STALE_MILLIS);
      }
    },
    SLOW {
      @Override
      public void befall(DatanodeDescriptor node) {
        DatanodeManager.getSlowNodesUuidSet().add(node.getDatanodeUuid());
      }
    },
    LOADED {
      @Override
      public void befall(DatanodeDescriptor node) {
        setLoad(node, 100 * LOAD, ROOM);
      }
    };

    public abstract void befall(DatanodeDescriptor node);
  }

  /** What makes a node useless for new blocks. */
  public enum Obstacle {
    DECOMMISSIONING {
      @Override
      public void befall(DatanodeDescriptor node, Set<Node> excluded) {
        node.startDecommission();
      }
    },
    DECOMMISSIONED {
      @Override
      public void befall(DatanodeDescriptor node, Set<Node> excluded) {
        node.setDecommissioned();
      }
    },
    FULL {
      @Override
      public void befall(DatanodeDescriptor node, Set<Node> excluded) {
        setLoad(node, LOAD, BLOCK / 2);
      }
    },
    EXCLUDED {
      @Override
      public void befall(DatanodeDescriptor node, Set<Node> excluded) {
        excluded.add(node);
      }
    };

    public abstract void befall(DatanodeDescriptor node, Set<Node> excluded);
  }

  public BlockPlacementPolicy policy(Class<? extends BlockPlacementPolicy> type) {
    conf.setClass(
        DFSConfigKeys.DFS_BLOCK_PLACEMENT_EC_CLASSNAME_KEY, type, BlockPlacementPolicy.class);
    return paper.policyOfGroups();
  }
}
