package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ReadChecks;
import io.okapifs.hdfs.testing.Transitions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.io.IOUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Streams that decode a file before, while and after it gets other parity. */
class ReaderAcrossTransitionTest {

  private static final int SECONDS_WITHOUT_DELETIONS = 3600;

  @Cluster(
      dataNodes = 12,
      settings = {
        DFSConfigKeys.DFS_NAMENODE_STARTUP_DELAY_BLOCK_DELETION_SEC_KEY
            + "=" + SECONDS_WITHOUT_DELETIONS,
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=5"
      })
  private static BlockFileCluster cluster;

  /** DataNodes keep old parity for as long as it may last: a reader can still have it. */
  @BeforeAll
  static void makeDirectory() throws Exception {
    cluster.directory("RS-6-3-64k", 3);
  }

  @AfterEach
  void allowRepairs() {
    BlockFileCluster.allowRepairs();
  }

  @Test
  void oldAndNewParityAreNeverDecodedTogether() throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "both");
    byte[] bytes = BlockFileCluster.bytes(9L * BLOCK + 7, 9);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    BlockFileCluster.failRepairs();
    cluster.delete(cluster.member(file, 0, 1));
    List<DFSInputStream> streams = new ArrayList<>();
    for (int toRead : new int[] {bytes.length, BLOCK, BLOCK + 1, 3 * BLOCK - 1, 0, bytes.length}) {
      DFSInputStream stream = cluster.fs().getClient().open(file.toString());
      assertRest(stream, Arrays.copyOf(bytes, toRead));
      streams.add(stream);
    }
    final Set<Replica> toLose = members(file, 0, 2, 4);
    final Replica oldParity = cluster.member(file, 0, 3);
    BlockFileCluster.allowRepairs();
    new Transitions(cluster, "none", () -> {}).run(file, "RS-6-3-64k");
    BlockFileCluster.failRepairs();
    // Nothing is deleted here, what moved away neither.
    toLose.addAll(members(file, 0, 2, 4));
    toLose.forEach(cluster::delete);
    assertThat(cluster.blocksOnDisk()).contains("blk_" + oldParity.block().getBlockId());
    for (DFSInputStream stream : streams) {
      assertRest(stream, bytes);
      ReadChecks.assertAll(stream, bytes, 5);
      stream.close();
    }
  }

  private static Set<Replica> members(Path file, int... members) throws IOException {
    Set<Replica> replicas = new HashSet<>();
    for (int member : members) {
      replicas.add(cluster.member(file, 0, member));
    }
    return replicas;
  }

  /** From where the stream is to the end of {@code bytes}. */
  private static void assertRest(DFSInputStream stream, byte[] bytes) throws IOException {
    int from = (int) stream.getPos();
    byte[] rest = new byte[bytes.length - from];
    IOUtils.readFully(stream, rest, 0, rest.length);
    assertThat(Arrays.mismatch(rest, Arrays.copyOfRange(bytes, from, bytes.length)))
        .as("first wrong byte behind %s", from)
        .isEqualTo(-1);
  }
}
