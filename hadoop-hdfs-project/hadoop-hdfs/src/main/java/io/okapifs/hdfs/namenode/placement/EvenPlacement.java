package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * Deals the data blocks of narrow files evenly over nodes. A stripe that is narrower than its
 * groups takes few nodes, by chance some of them more often than others, and the busiest disk
 * decides how long readers wait. So the places of the last blocks of each directory are remembered,
 * and nodes that got more of them than others are avoided as long as that costs nothing else.
 *
 * <p>What is remembered is bounded, and begins anew with each start. Any thread may call it.
 */
public final class EvenPlacement {

  /** Whether blocks are dealt so. */
  public static final String KEY = "dfs.namenode.ec.placement.even.enabled";

  public static final boolean DEFAULT = true;

  /** Directories that were written to last. */
  private static final int DIRECTORIES = 1000;

  /** Blocks of each. */
  private static final int BLOCKS = 128;

  /** How many blocks more than the fewest a node may have: each is tried before the next one. */
  private static final int[] MORE = {1, 2, 4};

  private final boolean isOn;

  /** The last blocks of one directory on a node. */
  private record Load(DatanodeStorageInfo place, int blocks) {

    Load and(Load more) {
      return new Load(more.place, blocks + more.blocks);
    }
  }

  /** The last blocks of one directory. */
  private static final class Recent {
    private final Deque<DatanodeDescriptor> nodes = new ArrayDeque<>();
    private final Map<DatanodeDescriptor, Load> loads = new LinkedHashMap<>();

    void add(DatanodeStorageInfo place) {
      if (nodes.size() == BLOCKS) {
        loads.computeIfPresent(
            nodes.remove(),
            (node, load) -> load.blocks == 1 ? null : new Load(load.place, load.blocks - 1));
      }
      nodes.add(place.getDatanodeDescriptor());
      loads.merge(place.getDatanodeDescriptor(), new Load(place, 1), Load::and);
    }

    /** A place on each node that has at least so many. */
    List<DatanodeStorageInfo> onNodesWith(int blocks) {
      return loads.values().stream()
          .filter(load -> load.blocks >= blocks)
          .map(Load::place)
          .toList();
    }

    int fewest(int nodesInService) {
      return loads.size() < nodesInService
          ? 0
          : loads.values().stream().mapToInt(Load::blocks).min().orElse(0);
    }
  }

  private final Map<Long, Recent> recent =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Entry<Long, Recent> eldest) {
          return size() > DIRECTORIES;
        }
      };

  EvenPlacement(boolean isOn) {
    this.isOn = isOn;
  }

  /** What the configuration says. */
  public static EvenPlacement of(Configuration conf) {
    return new EvenPlacement(conf.getBoolean(KEY, DEFAULT));
  }

  public static EvenPlacement of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(EvenPlacement.class);
  }

  /** Notes the places of new data blocks of a narrow file. */
  public synchronized void note(long directory, DatanodeStorageInfo[] targets) {
    if (!isOn) {
      return;
    }
    Recent last = recent.computeIfAbsent(directory, id -> new Recent());
    Arrays.stream(targets).forEach(last::add);
  }

  /**
   * The places that a new block of a directory avoids: at first all nodes that got more than the
   * fewest, at last those alone that got many more.
   *
   * @param nodes that blocks can be put on: those that got none count as well
   */
  public synchronized List<List<DatanodeStorageInfo>> avoided(long directory, int nodes) {
    Recent last = recent.get(directory);
    if (last == null) {
      return List.of();
    }
    int fewest = last.fewest(nodes);
    return Arrays.stream(MORE).mapToObj(more -> last.onNodesWith(fewest + more)).toList();
  }
}
