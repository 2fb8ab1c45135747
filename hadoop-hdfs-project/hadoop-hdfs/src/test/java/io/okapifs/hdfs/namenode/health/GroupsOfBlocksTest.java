package io.okapifs.hdfs.namenode.health;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.GroupsOfBlocks;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the NameNode takes for the groups of a block group: too many would end its monitors. */
class GroupsOfBlocksTest {

  private static final long STRAY = Long.MIN_VALUE + (1L << 40);

  @Cluster(dataNodes = 6)
  private static BlockFileCluster cluster;

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 0 1", "3, 1", "5, 1 2 3"})
  void aDataStripeHasTheGroupsOfItsBlocksAndAStrayOneNone(int s, String second) throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", s), "closed");
    cluster.write(file, BlockFileCluster.bytes((2L * s - 1) * BLOCK + CELL, s));
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    BlockInfo[] blocks = BlockFileCluster.blocks(namesystem, file);
    BlockInfo stripe = blocks[blocks.length - 1];
    assertThat(GroupsOfBlocks.of(namesystem, stripe)).isEqualTo(groups(second));
    assertThat(GroupsOfBlocks.of(namesystem, blocks[0])).containsExactly(0L);
    for (long id : new long[] {GroupIds.dataStripe(STRAY, s), GroupIds.parityGroup(STRAY, 2)}) {
      BlockInfo stray = GroupsOfBlocks.stray(stripe, id, CELL);
      assertThat(GroupsOfBlocks.of(namesystem, stray)).as("stray %d", id).isEmpty();
    }
  }

  /** Its blocks will belong to the group that the stripe before it began. */
  @ParameterizedTest
  @CsvSource({"1, 0", "2, 0", "4, 1"})
  void anOpenStripeWithoutBytesBelongsToTheGroupThatGoesOnInIt(int s, String second)
      throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", s), "open");
    FSDataOutputStream out = cluster.create(file);
    out.write(BlockFileCluster.bytes((long) s * BLOCK + CELL, s));
    BlockFileCluster.await("second stripe", () -> cluster.dataStripes(file).size() == 2);
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    BlockInfo[] blocks = BlockFileCluster.blocks(namesystem, file);
    assertThat(blocks[blocks.length - 1].getNumBytes()).isZero();
    assertThat(GroupsOfBlocks.of(namesystem, blocks[blocks.length - 1]))
        .isEqualTo(groups(second));
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
  }

  private static List<Long> groups(String text) {
    return List.of(text.split(" ")).stream().map(Long::valueOf).toList();
  }
}
