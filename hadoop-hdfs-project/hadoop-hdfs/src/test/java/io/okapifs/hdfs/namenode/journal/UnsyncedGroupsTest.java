package io.okapifs.hdfs.namenode.journal;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.repair.BackFillTest;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterEnd;
import io.okapifs.hdfs.testing.NameNodePair;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.HeldJournal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a NameNode that dies has not written down is never taken for something else. */
class UnsyncedGroupsTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final int ROUNDS = 3;

  /** Stamps that a NameNode may have given out without a record of them. */
  private static final long LOST_STAMPS = 1 << 19;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noNodeIsAskedForParityBeforeItsRecordIsDurable(boolean async) throws Exception {
    try (BlockFileCluster cluster =
        new BlockFileCluster(
            9,
            conf -> conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_EDITS_ASYNC_LOGGING, async))) {
      Path file = new Path(cluster.directory(POLICY, 3), "file");
      byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 21);
      FSNamesystem namesystem = cluster.mini().getNamesystem();
      try (HeldJournal held = writeWithoutParity(cluster, file, bytes)) {
        cluster.awaitRounds(ROUNDS);
        assertThat(BackFillTest.unprotectedGroups()).isOne();
        assertThat(namesystem.getPendingReconstructionBlocks()).isZero();
      }
      BlockFileCluster.await("protected", () -> BackFillTest.unprotectedGroups() == 0);
      cluster.checkBlocks(file, bytes);
    }
  }

  /** Holds the journal before the group is made final; it needs an encoding from then on. */
  private static HeldJournal writeWithoutParity(
      BlockFileCluster cluster, Path file, byte[] bytes) throws Exception {
    HeldJournal held;
    try (FSDataOutputStream out = cluster.create(file)) {
      out.write(bytes, 0, 3 * CELL);
      out.flush();
      BlockFileCluster.await("parity", () -> !cluster.parityGroups(file, 1).isEmpty());
      for (DatanodeInfo node : cluster.parityGroups(file, 1).get(0).getLocations()) {
        cluster.kill(node);
      }
      held = new HeldJournal(cluster.mini().getNamesystem());
      out.write(bytes, 3 * CELL, bytes.length - 3 * CELL);
    }
    return held;
  }

  @Test
  void aNameNodeThatTakesOverGivesOutStampsThatTheOneBeforeNeverDid() throws Exception {
    Configuration conf = new HdfsConfiguration();
    MiniDFSCluster pair = NameNodePair.start(conf, 5);
    try (DistributedFileSystem fs = NameNodePair.client(pair, conf)) {
      fs.enableErasureCodingPolicy("RS-3-2-1024k");
      fs.mkdirs(new Path("/d"));
      fs.setErasureCodingPolicy(new Path("/d"), "RS-3-2-1024k@3");
      write(fs, new Path("/d/before"));
      long before = stamp(pair, 0);
      int active = NameNodePair.change(pair, 0, true);
      write(fs, new Path("/d/after"));
      long first = BlockFileCluster.blocks(pair.getNamesystem(active), new Path("/d/after"))[0]
          .getGenerationStamp();
      assertThat(first).isGreaterThan(before + LOST_STAMPS);
      NameNodePair.assertStandbyFollows(pair, active, true, "stamps");
    } finally {
      ClusterEnd.of(pair);
    }
  }

  private static void write(DistributedFileSystem fs, Path file) throws Exception {
    try (FSDataOutputStream out = fs.create(file)) {
      out.write(file.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
  }

  private static long stamp(MiniDFSCluster pair, int which) {
    return pair.getNamesystem(which).getBlockManager().getBlockIdManager().getGenerationStamp();
  }
}
