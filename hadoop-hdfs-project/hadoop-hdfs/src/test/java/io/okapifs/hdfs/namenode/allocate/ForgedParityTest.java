package io.okapifs.hdfs.namenode.allocate;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.ParityRequests;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.testing.Seed;
import java.util.EnumSet;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.junit.jupiter.api.Test;

/**
 * A writer asks for parity of a length that its data does not demand. Its file is closed all the
 * same, and the next NameNode starts.
 */
class ForgedParityTest {

  private static final String CODE = "LESS2-4-2";
  private static final int WIDTH = 8;
  private static final int CHUNK = 512;
  private static final int FILES = 6;

  @Test
  void theGroupIsEncodedAgainAndTheNextNameNodeStarts() throws Exception {
    Random random = new Random(Seed.get());
    try (BlockFileCluster cluster = new BlockFileCluster(9)) {
      Path directory = cluster.directory(cluster.addPolicy(CODE), WIDTH);
      byte[] bytes = BlockFileCluster.bytes((long) WIDTH * BLOCK - 7, 21);
      for (int i = 0; i < FILES; i++) {
        int chunks = 1 + random.nextInt(BLOCK / 2 / CHUNK - 1);
        write(cluster, new Path(directory, "file" + i), bytes, 2L * CHUNK * chunks);
      }
      cluster.restartNameNode();
      for (int i = 0; i < FILES; i++) {
        Path file = new Path(directory, "file" + i);
        cluster.awaitParityGroups(file, 2, 2);
        HealthChecks.awaitWhole(cluster, file, bytes);
      }
    }
  }

  private static void write(
      BlockFileCluster cluster, Path file, byte[] bytes, long parityLength) throws Exception {
    try (FSDataOutputStream out = cluster.create(file)) {
      out.write(bytes, 0, CELL);
      out.flush();
      BlockFileCluster.await("a stripe", () -> !cluster.dataStripes(file).isEmpty());
      cluster.fs().getClient().getNamenode().addBlock(
          file.toString(), cluster.fs().getClient().getClientName(), null, null,
          ((DFSOutputStream) out.getWrappedStream()).getFileId(),
          new String[] {new ParityRequests.Allocation(0, parityLength).toMarker()},
          EnumSet.noneOf(AddBlockFlag.class));
      assertThat(cluster.parityGroups(file, 9)).hasSize(1);
      out.write(bytes, CELL, bytes.length - CELL);
    }
  }
}
