package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;

/**
 * The racks of a cluster as they were a round ago: whoever looks for a better place need not ask
 * every node for its rack. Any thread may ask.
 */
public record KnownRacks(List<String> names) {

  static KnownRacks of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(KnownRacks.class);
  }

  /** Puts what was seen in the place of what was known. */
  public static void put(BlockManager blocks, Collection<String> names) {
    OkapiParts.of(blocks).put(new KnownRacks(List.copyOf(names)));
  }
}
