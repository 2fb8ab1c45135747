package io.okapifs.hdfs.namenode.fix;

import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.testing.BlockFileCluster;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.ExcessReplicas;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bugs of HDFS 3.3.6 by which replicas of a block group are counted wrong. */
class KnownExcessBugsTest extends KnownBugsCases {

  /** No number is known: upstream forgets the replica, and then does not find its mark. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aReplicaInExcessThatIsFoundCorruptIsInExcessNoMore(boolean decoupled) throws Exception {
    UpstreamFix fix = UpstreamFix.EXCESS_OF_CORRUPT;
    assertThat(excess(decoupled, fix, false, ExcessReplicas::reportExcessCorrupt)).isOne();
    assertThat(excess(decoupled, fix, true, ExcessReplicas::reportExcessCorrupt)).isZero();
  }

  /** No number is known: what is postponed is dropped where the group needs repair. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void postponedExcessOfADamagedGroupIsNotForgotten(boolean decoupled) throws Exception {
    BlockFileCluster.failRepairs();
    UpstreamFix fix = UpstreamFix.POSTPONED_EXCESS;
    assertThat(excess(decoupled, fix, false, ExcessReplicas::reportExcessOfDamaged)).isZero();
    assertThat(excess(decoupled, fix, true, ExcessReplicas::reportExcessOfDamaged)).isOne();
  }

  /** No number is known: the first look at all groups passes over excess where it finds a loss. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void excessThatTheFirstLookFindsInADamagedGroupIsNotForgotten(boolean decoupled)
      throws Exception {
    BlockFileCluster.failRepairs();
    UpstreamFix fix = UpstreamFix.POSTPONED_EXCESS;
    assertThat(excess(decoupled, fix, false, ExcessReplicas::findExcessOfDamaged)).isZero();
    assertThat(excess(decoupled, fix, true, ExcessReplicas::findExcessOfDamaged)).isOne();
  }

  /** No number is known: until its node tells of it, a repair counts beside its result. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRepairThatAFullReportToldOfFirstHidesNoOtherLoss(boolean decoupled) throws Exception {
    BlockFileCluster.failRepairs();
    UpstreamFix fix = UpstreamFix.EARLY_REPORT;
    assertThat(excess(decoupled, fix, false, ExcessReplicas::reportRepairedTwice)).isZero();
    assertThat(excess(decoupled, fix, true, ExcessReplicas::reportRepairedTwice)).isOne();
  }

  /** No number is known: HDFS knows one block of a group per node, and passes over a second. */
  @Test
  void aSecondBlockOfAGroupOnANodeIsDeletedIfItLivesElsewhere() throws Exception {
    Path file = new Path(inLayout(false), "second");
    byte[] bytes = BlockFileCluster.bytes(4L * K * CELL, 10);
    cluster.write(file, bytes);
    BlockInfo group = BlockFileCluster.blocks(cluster.mini().getNamesystem(), file)[0];
    BlockFileCluster.await("each block once", () -> {
      cluster.mini().triggerBlockReports();
      return ExcessReplicas.isStoredOnceEach(cluster.mini().getNamesystem(), group);
    });
    LocatedBlock own = blockOfGroup(file, 0);
    DataNode node = cluster.mini().getDataNodes().get(cluster.nodeNumber(own.getLocations()[0]));
    File copy = copyBeside(own, blockOfGroup(file, 1));
    switchFix(UpstreamFix.SECOND_MEMBER, false);
    try {
      DataNodeTestUtils.runDirectoryScanner(node);
      for (int i = 0; i < 3; i++) {
        cluster.mini().triggerBlockReports();
        cluster.mini().triggerHeartbeats();
      }
      assertThat(copy).exists();
    } finally {
      switchFix(UpstreamFix.SECOND_MEMBER, true);
    }
    BlockFileCluster.failRepairs();
    BlockFileCluster.await("the second block deleted", () -> {
      cluster.mini().triggerBlockReports();
      return !copy.exists();
    });
    DataNodeTestUtils.triggerDeletionReport(node);
    assertThat(blockOfGroup(file, 0).getLocations()).containsExactly(own.getLocations());
    assertThat(cluster.read(file)).isEqualTo(bytes);
  }

  /** One of the blocks of the first group of a file in HDFS's own layout. */
  private static LocatedBlock blockOfGroup(Path file, int index) throws IOException {
    LocatedStripedBlock group =
        (LocatedStripedBlock)
            cluster.fs().getClient().getLocatedBlocks(file.toString(), 0, 1).get(0);
    return StripedBlockUtil.parseStripedBlockGroup(group, CELL, K, N - K)[index];
  }

  /** Puts a replica beside another one on the latter's node, in its files alone. */
  private static File copyBeside(LocatedBlock place, LocatedBlock replica) throws IOException {
    int from = cluster.nodeNumber(replica.getLocations()[0]);
    int to = cluster.nodeNumber(place.getLocations()[0]);
    File folder = cluster.mini().getBlockFile(to, place.getBlock()).getParentFile();
    File block = cluster.mini().getBlockFile(from, replica.getBlock());
    File meta = cluster.mini().getBlockMetadataFile(from, replica.getBlock());
    File copy = new File(folder, block.getName());
    Files.copy(meta.toPath(), new File(folder, meta.getName()).toPath());
    Files.copy(block.toPath(), copy.toPath());
    return copy;
  }

  private static Path inLayout(boolean decoupled) throws IOException {
    if (decoupled) {
      return cluster.directory(POLICY, 4);
    }
    cluster.fs().mkdirs(COUPLED);
    cluster.fs().setErasureCodingPolicy(COUPLED, POLICY);
    return COUPLED;
  }

  /** Makes excess. */
  private interface Maker {
    long make(FSNamesystem namesystem, BlockInfo group) throws IOException;
  }

  /**
   * Replicas in excess after something was done to the last stripe of a new file, which stays
   * right. The NameNode forgets all about it then.
   */
  private static long excess(
      boolean decoupled, UpstreamFix fix, boolean corrected, Maker maker) throws Exception {
    Path file = new Path(inLayout(decoupled), "excess");
    byte[] bytes = BlockFileCluster.bytes(4L * K * CELL, 9);
    cluster.write(file, bytes);
    cluster.mini().triggerBlockReports();
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    BlockInfo[] groups = BlockFileCluster.blocks(namesystem, file);
    BlockInfo last = groups[groups.length - 1];
    BlockFileCluster.await(
        "each block of " + last + " once", () -> ExcessReplicas.isStoredOnceEach(namesystem, last));
    switchFix(fix, corrected);
    try {
      long excess = maker.make(namesystem, last);
      assertThat(cluster.read(file)).isEqualTo(bytes);
      return excess;
    } finally {
      switchFix(fix, true);
      cluster.fs().delete(file, false);
      cluster.restartNameNode();
    }
  }
}
