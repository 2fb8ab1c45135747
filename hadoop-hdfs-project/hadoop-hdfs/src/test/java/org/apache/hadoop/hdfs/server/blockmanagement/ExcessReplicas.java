package org.apache.hadoop.hdfs.server.blockmanagement;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which replicas a NameNode waits to see deleted; for messages. */
public final class ExcessReplicas {

  private ExcessReplicas() {}

  /** One line for each, with what the NameNode knows of its block. */
  public static List<String> describe(BlockManager blocks) {
    List<String> lines = new ArrayList<>();
    try {
      Map<?, ?> byNode = (Map<?, ?>) field(field(blocks, "excessRedundancyMap"), "map");
      byNode.forEach(
          (node, excess) -> {
            for (Object each : (Iterable<?>) excess) {
              BlockInfo block = (BlockInfo) each;
              List<String> storages = new ArrayList<>();
              block.getStorageInfos().forEachRemaining(at -> storages.add(at.toString()));
              lines.add(
                  "excess of " + block + " on " + node + ", stored="
                      + (blocks.getStoredBlock(block) == block) + ", complete="
                      + block.isComplete() + ", deleted=" + block.isDeleted() + ", storages="
                      + storages);
            }
          });
    } catch (ReflectiveOperationException e) {
      lines.add("excess: " + e);
    }
    return lines;
  }

  private static Object field(Object owner, String name) throws ReflectiveOperationException {
    Field field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
  }
}
