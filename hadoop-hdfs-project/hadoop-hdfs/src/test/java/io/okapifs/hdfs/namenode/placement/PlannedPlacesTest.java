package io.okapifs.hdfs.namenode.placement;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NodesOfTest;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.junit.jupiter.api.Test;

/** The first stripe of a narrow file's group has places chosen for the whole group. */
class PlannedPlacesTest {

  private static final int K = 3;
  private static final int R = 2;
  private static final long FILE = 16_400;

  @Cluster(dataNodes = 8, racks = {"/a", "/b", "/c", "/d"})
  private static BlockFileCluster cluster;

  private final AtomicLong nanos = new AtomicLong();
  private final PlannedPlaces plans = new PlannedPlaces(nanos::get);
  private final List<DatanodeStorageInfo> places =
      NodesOfTest.onRacks(List.of(5)).nodes().stream().map(PaperFile::storage).toList();

  @Test
  void placesAreThoseOfTheGroupAsLongAsTheyAreNew() {
    plans.put(FILE, 2, 1, places.subList(0, 4));
    assertThat(plans.of(FILE, 2, 1, 1)).containsExactly(places.get(0));
    assertThat(plans.of(FILE, 2, 3, 2)).isEqualTo(places.subList(2, 4));
    assertThat(plans.of(FILE, 2, 0, 1)).as("before").isEmpty();
    assertThat(plans.of(FILE, 2, 4, 2)).as("behind").isEmpty();
    assertThat(plans.of(FILE, 1, 1, 1)).as("another group").isEmpty();
    assertThat(plans.of(FILE + 1, 2, 1, 1)).as("another file").isEmpty();
    nanos.addAndGet(PlannedPlaces.VALID_NANOS - 1);
    assertThat(plans.of(FILE, 2, 1, 1)).isNotEmpty();
    nanos.incrementAndGet();
    assertThat(plans.of(FILE, 2, 1, 1)).as("old").isEmpty();
    plans.put(FILE, 3, 0, places);
    assertThat(plans.of(FILE, 3, 0, 5)).isEqualTo(places);
  }

  private static List<DatanodeStorageInfo> planned(Path file, int member, int count)
      throws IOException {
    long inodeId =
        ((HdfsFileStatus) cluster.fs().getFileStatus(file)).getFileId();
    return PlannedPlaces.of(cluster.mini().getNamesystem()).of(inodeId, 0, member, count);
  }

  /** Data blocks and parity of the first group. */
  private static List<String> members(Path file) throws Exception {
    List<LocatedStripedBlock> blocks = new ArrayList<>(cluster.dataStripes(file).subList(0, K));
    blocks.addAll(cluster.awaitParityGroups(file, 1, R));
    List<String> members = new ArrayList<>();
    for (LocatedStripedBlock block : blocks) {
      int width = block.getLocations().length;
      Stream.of(BlockFileCluster.nodesByIndex(block, width))
          .map(DatanodeInfo::getXferAddr)
          .forEach(members::add);
    }
    return members;
  }

  private static List<String> nodes(List<DatanodeStorageInfo> of) {
    return of.stream().map(place -> place.getDatanodeDescriptor().getXferAddr()).toList();
  }

  @Test
  void theGroupLiesWhereItWasPlanned() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 1), "planned");
    List<String> first;
    byte[] bytes = BlockFileCluster.bytes((long) K * BLOCK, 1);
    try (FSDataOutputStream out = cluster.create(file)) {
      out.write(bytes, 0, BLOCK / 2);
      first = nodes(planned(file, 0, K + R));
      assertThat(first).hasSize(K + R).doesNotHaveDuplicates();
      out.write(bytes, BLOCK / 2, bytes.length - BLOCK / 2);
    }
    assertThat(members(file)).isEqualTo(first);
    cluster.checkBlocks(file, bytes);
  }

  @Test
  void aPlannedNodeThatIsDeadIsNotUsed() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 1), "dies");
    byte[] bytes = BlockFileCluster.bytes((long) K * BLOCK, 2);
    DatanodeStorageInfo last;
    try (FSDataOutputStream out = cluster.create(file)) {
      out.write(bytes, 0, BLOCK / 2);
      last = planned(file, K - 1, 1).get(0);
      cluster.kill(last.getDatanodeDescriptor());
      out.write(bytes, BLOCK / 2, bytes.length - BLOCK / 2);
    }
    String dead = last.getDatanodeDescriptor().getXferAddr();
    assertThat(members(file)).hasSize(K + R).doesNotHaveDuplicates().doesNotContain(dead);
    cluster.checkBlocks(file, bytes);
    cluster.restartStopped();
  }
}
