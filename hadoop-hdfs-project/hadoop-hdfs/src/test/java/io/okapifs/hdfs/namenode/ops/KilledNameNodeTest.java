package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;

import io.okapifs.hdfs.testing.BlockFileCluster;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.junit.jupiter.api.Test;

/** The process of a NameNode is killed under a writer, which goes on with the next one. */
class KilledNameNodeTest extends KilledNameNodeCases {

  @Test
  void writersGoOnAndClosedFilesAreThereBehindKillsAtSeededPoints() throws Exception {
    Random random = new Random(SEED);
    Map<Path, byte[]> written = new LinkedHashMap<>();
    for (int stripeWidth : STRIPE_WIDTHS) {
      int length = (6 + random.nextInt(4)) * BLOCK + random.nextInt(CELL);
      byte[] bytes = BlockFileCluster.bytes(length, stripeWidth);
      int at = random.nextInt(length);
      Path file =
          new Path(directory(stripeWidth), "seed-" + SEED + "-killed-at-" + at + "-of-" + length);
      try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK)) {
        out.write(bytes, 0, at);
        kill();
        if (at < stripeWidth * BLOCK) {
          awaitRoom();
        }
        out.write(bytes, at, length - at);
      }
      written.put(file, bytes);
    }
    // All but the last were closed before the last kill.
    check(written);
  }

  /**
   * A NameNode that has no block to wait for leaves safe mode as soon as nodes have registered, and
   * refuses blocks, as HDFS does, until they have told what room they have.
   */
  private void awaitRoom() throws Exception {
    BlockFileCluster.await("DataNodes with room",
        () -> Stream.of(fs.getDataNodeStats(DatanodeReportType.LIVE))
            .filter(node -> node.getRemaining() > 0)
            .count() == NODES);
  }
}
