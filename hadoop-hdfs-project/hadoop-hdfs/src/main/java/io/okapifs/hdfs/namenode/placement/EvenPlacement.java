package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * Deals the data blocks of narrow files evenly over nodes. A stripe that is narrower than its
 * groups takes few nodes, by chance some of them more often than others, and the busiest disk
 * decides how long readers wait. So the places of the last blocks of each directory are remembered.
 * Nodes that got most of them are avoided as long as that costs nothing else, and of the nodes of a
 * group those that got the fewest take the data.
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

  /**
   * Nodes that a group avoids. HDFS looks at all that it must not take for each node that it
   * chooses: more cost the NameNode more than they bring.
   */
  private static final int AVOIDED = 4;

  /** The same where places of a whole group are chosen: of those the emptiest take the data. */
  private static final int AVOIDED_OF_A_GROUP = 2;

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

    /** A place with what its node has. */
    Load on(DatanodeStorageInfo place) {
      Load load = loads.get(place.getDatanodeDescriptor());
      return new Load(place, load == null ? 0 : load.blocks);
    }

    /** Places on the nodes that have more than the fewest, those with the most first. */
    List<DatanodeStorageInfo> above(int fewest, int most) {
      List<Load> byBlocks =
          new ArrayList<>(loads.values().stream().filter(load -> load.blocks > fewest).toList());
      // Else those that got theirs first would always be avoided.
      Collections.shuffle(byBlocks, ThreadLocalRandom.current());
      byBlocks.sort(Comparator.comparingInt(Load::blocks).reversed());
      return byBlocks.stream().limit(most).map(Load::place).toList();
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
   * The places that a new group of a directory avoids: those on the nodes that got most of its last
   * blocks. A node more than the group needs is left.
   *
   * @param nodes that blocks can be put on: those that got none count as well
   * @param members of the group
   * @param together whether places are chosen for all of them
   */
  synchronized List<DatanodeStorageInfo> crowded(
      long directory, int nodes, int members, boolean together) {
    Recent last = recent.get(directory);
    int most = Math.min(together ? AVOIDED_OF_A_GROUP : AVOIDED, nodes - members - 1);
    return last == null || most < 1 ? List.of() : last.above(last.fewest(nodes), most);
  }

  /** The same places, those on nodes that got the fewest of a directory's last blocks first. */
  synchronized List<DatanodeStorageInfo> fewestFirst(
      long directory, List<DatanodeStorageInfo> places) {
    Recent last = recent.get(directory);
    return last == null
        ? places
        : places.stream().map(last::on)
            .sorted(Comparator.comparingInt(Load::blocks)).map(Load::place).toList();
  }
}
