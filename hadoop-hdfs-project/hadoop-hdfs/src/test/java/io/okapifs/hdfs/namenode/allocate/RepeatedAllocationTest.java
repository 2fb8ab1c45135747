package io.okapifs.hdfs.namenode.allocate;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.Test;

/** A data stripe is asked for again behind a NameNode that knows it, but not its places. */
class RepeatedAllocationTest {

  private static final int FILES = 12;

  @Cluster(dataNodes = 9)
  private static BlockFileCluster cluster;

  /** Stripes of two blocks and groups of three: block 2 belongs to the group of the first two. */
  @Test
  void theStripeGetsPlacesApartFromTheMembersBeforeIt() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 2);
    Map<Path, LocatedBlock> allocated = new HashMap<>();
    for (int i = 0; i < FILES; i++) {
      Path file = new Path(directory, "file-" + i);
      FSDataOutputStream out = cluster.create(file);
      out.write(new byte[2 * BLOCK]);
      // Ends the first stripe, so that its replicas are final.
      out.flush();
      allocated.put(file, allocateSecondStripe(file));
    }
    cluster.restartNameNode();
    for (Map.Entry<Path, LocatedBlock> first : allocated.entrySet()) {
      Path file = first.getKey();
      BlockFileCluster.await(
          "reports of " + file, () -> cluster.dataStripes(file).get(0).getLocations().length == 2);
      List<DatanodeInfo> members = List.of(cluster.dataStripes(file).get(0).getLocations());
      LocatedBlock again = allocateSecondStripe(file);
      assertThat(again.getBlock()).isEqualTo(first.getValue().getBlock());
      DatanodeInfo third = BlockFileCluster.nodesByIndex((LocatedStripedBlock) again, 2)[0];
      assertThat(members).as("nodes of blocks 0 and 1 of %s", file).doesNotContain(third);
    }
    assertThat(allocated).hasSize(FILES);
  }

  private static LocatedBlock allocateSecondStripe(Path file) throws IOException {
    DFSClient client = cluster.fs().getClient();
    ExtendedBlock previous = new ExtendedBlock(cluster.dataStripes(file).get(0).getBlock());
    previous.setNumBytes(2L * BLOCK);
    return client.getNamenode().addBlock(
        file.toString(), client.getClientName(), previous, null,
        client.getFileInfo(file.toString()).getFileId(), null, EnumSet.noneOf(AddBlockFlag.class));
  }
}
