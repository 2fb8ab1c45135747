package io.okapifs.hdfs.balancer;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;

/**
 * On which racks DataNodes in service have room on which type of storage.
 *
 * @param nodes their numbers, by type and rack
 */
record StorageRacks(Map<StorageType, Map<String, Long>> nodes) {

  static StorageRacks of(DatanodeStorageReport[] live) {
    Map<StorageType, Map<String, Long>> nodes = new EnumMap<>(StorageType.class);
    for (DatanodeStorageReport node : live) {
      if (!node.getDatanodeInfo().isInService()) {
        continue;
      }
      String rack = node.getDatanodeInfo().getNetworkLocation();
      Arrays.stream(node.getStorageReports())
          .filter(storage -> storage.getRemaining() > 0)
          .map(storage -> storage.getStorage().getStorageType())
          .distinct()
          .forEach(
              type ->
                  nodes.computeIfAbsent(type, any -> new HashMap<>()).merge(rack, 1L, Long::sum));
    }
    return new StorageRacks(nodes);
  }

  Racks with(StorageType type) {
    return new Racks(List.copyOf(nodes.getOrDefault(type, Map.of()).values()));
  }
}
