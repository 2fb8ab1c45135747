package io.okapifs.hdfs.datanode.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.Test;

/** A repair reads helpers in threads of theirs while it sends what it rebuilt. */
class HelperStreamTest {

  private static final int BYTES = 8 << 20;

  @Cluster(dataNodes = 1)
  private static BlockFileCluster cluster;

  /** Else healthy replicas look corrupt, and targets get wrong checksums. */
  @Test
  void whatIsSentIsChecksummedWhileTheStreamIsRead() throws Exception {
    Path file = new Path("/whole");
    byte[] bytes = BlockFileCluster.bytes(BYTES, 1);
    try (FSDataOutputStream out =
        cluster.fs().create(file, true, 4096, (short) 1, BYTES)) {
      out.write(bytes);
    }
    LocatedBlock located =
        cluster.fs().getClient().getLocatedBlocks(file.toString(), 0).get(0);
    ExtendedBlock block = located.getBlock();
    RepairContext context = RepairContext.of(cluster.mini().getDataNodes().get(0), 0);
    AtomicBoolean ends = new AtomicBoolean();
    ByteBuffer window = ByteBuffer.allocate(BYTES);
    try (HelperStream stream =
        new HelperStream(context, block, located.getLocations()[0], 0, BYTES)) {
      Thread sender = new Thread(() -> checksumUntil(ends, stream.checksum()));
      sender.start();
      try {
        stream.readFully(window);
      } finally {
        ends.set(true);
        sender.join();
      }
    }
    assertThat(window.array()).isEqualTo(bytes);
  }

  private static void checksumUntil(AtomicBoolean ends, DataChecksum checksum) {
    ByteBuffer data = ByteBuffer.allocateDirect(checksum.getBytesPerChecksum());
    ByteBuffer sums = ByteBuffer.allocateDirect(checksum.getChecksumSize());
    while (!ends.get()) {
      checksum.calculateChunkedSums(data.clear(), sums.clear());
    }
  }
}
