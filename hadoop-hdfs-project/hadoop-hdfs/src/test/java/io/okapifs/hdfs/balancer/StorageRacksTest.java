package io.okapifs.hdfs.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.junit.jupiter.api.Test;

class StorageRacksTest {

  private static DatanodeInfo info(String rack) {
    return new DatanodeInfo.DatanodeInfoBuilder()
        .setNodeID(new DatanodeID("127.0.0.1", "host", "uuid", 1, 2, 3, 4))
        .setNetworkLocation(rack)
        .build();
  }

  private static DatanodeStorageReport node(DatanodeInfo info, StorageReport... storages) {
    return new DatanodeStorageReport(info, storages);
  }

  private static StorageReport storage(StorageType type, long remaining) {
    return new StorageReport(
        new DatanodeStorage("s", DatanodeStorage.State.NORMAL, type), false, 100, 0, remaining, 0,
        0);
  }

  private static StorageRacks of(DatanodeStorageReport... nodes) {
    return StorageRacks.of(nodes);
  }

  @Test
  void nodesAreCountedByRackAndType() {
    StorageReport disk = storage(StorageType.DISK, 1);
    StorageReport archive = storage(StorageType.ARCHIVE, 1);
    StorageRacks racks =
        of(
            node(info("/a"), disk, archive, archive), node(info("/a"), archive),
            node(info("/b"), archive), node(info("/c"), disk));
    assertThat(racks.with(StorageType.ARCHIVE).nodes()).containsExactlyInAnyOrder(2L, 1L);
    assertThat(racks.with(StorageType.DISK).nodes()).containsExactlyInAnyOrder(1L, 1L);
    assertThat(racks.with(StorageType.SSD).nodes()).isEmpty();
  }

  @Test
  void fullStoragesDoNotCount() {
    StorageRacks racks =
        of(
            node(info("/a"), storage(StorageType.ARCHIVE, 0)),
            node(info("/b"), storage(StorageType.ARCHIVE, 1)));
    assertThat(racks.with(StorageType.ARCHIVE).count()).isEqualTo(1);
  }

  /** HDFS's mover moves nothing there. */
  @Test
  void nodesThatLeaveDoNotCount() {
    DatanodeInfo leaves = info("/a");
    leaves.startDecommission();
    DatanodeInfo inMaintenance = info("/b");
    inMaintenance.setInMaintenance();
    StorageRacks racks =
        of(
            Stream.of(leaves, inMaintenance, info("/c"))
                .map(info -> node(info, storage(StorageType.ARCHIVE, 1)))
                .toArray(DatanodeStorageReport[]::new));
    assertThat(racks.with(StorageType.ARCHIVE).count()).isEqualTo(1);
  }
}
