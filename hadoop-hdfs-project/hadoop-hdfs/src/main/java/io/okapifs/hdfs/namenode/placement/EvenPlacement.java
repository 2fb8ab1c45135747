package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import org.apache.hadoop.conf.Configuration;
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

  private final Map<Long, Deque<DatanodeStorageInfo>> recent =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Entry<Long, Deque<DatanodeStorageInfo>> eldest) {
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
    Deque<DatanodeStorageInfo> last =
        recent.computeIfAbsent(directory, id -> new ArrayDeque<>());
    for (DatanodeStorageInfo target : targets) {
      if (last.size() == BLOCKS) {
        last.remove();
      }
      last.add(target);
    }
  }

  /**
   * The places that a new block of a directory avoids: at first all nodes that got more than the
   * fewest, at last those alone that got many more.
   *
   * @param nodes that blocks can be put on: those that got none count as well
   */
  public synchronized List<List<DatanodeStorageInfo>> avoided(long directory, int nodes) {
    Deque<DatanodeStorageInfo> last = recent.get(directory);
    if (last == null) {
      return List.of();
    }
    Map<String, Integer> counts = new HashMap<>();
    last.forEach(storage -> counts.merge(node(storage), 1, Integer::sum));
    int fewest =
        counts.size() < nodes
            ? 0
            : counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
    List<List<DatanodeStorageInfo>> avoided = new ArrayList<>();
    for (int more : MORE) {
      Map<String, DatanodeStorageInfo> crowded = new LinkedHashMap<>();
      last.stream()
          .filter(storage -> counts.get(node(storage)) >= fewest + more)
          .forEach(storage -> crowded.putIfAbsent(node(storage), storage));
      avoided.add(List.copyOf(crowded.values()));
    }
    return avoided;
  }

  private static String node(DatanodeStorageInfo storage) {
    return storage.getDatanodeDescriptor().getDatanodeUuid();
  }
}
