package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.fix.UpstreamFix;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.ExcessReplicas;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bugs of HDFS 3.3.6 by which replicas of a block group are counted wrong. */
class KnownSurplusBugsTest extends KnownBugsCases {

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
  void postponedSurplusOfADamagedGroupIsNotForgotten(boolean decoupled) throws Exception {
    BlockFileCluster.failRepairs();
    UpstreamFix fix = UpstreamFix.POSTPONED_SURPLUS;
    assertThat(excess(decoupled, fix, false, ExcessReplicas::reportSurplusOfDamaged)).isZero();
    assertThat(excess(decoupled, fix, true, ExcessReplicas::reportSurplusOfDamaged)).isOne();
  }

  /** No number is known: the first look at all groups passes over surplus where it finds a loss. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void surplusThatTheFirstLookFindsInADamagedGroupIsNotForgotten(boolean decoupled)
      throws Exception {
    BlockFileCluster.failRepairs();
    UpstreamFix fix = UpstreamFix.POSTPONED_SURPLUS;
    assertThat(excess(decoupled, fix, false, ExcessReplicas::findSurplusOfDamaged)).isZero();
    assertThat(excess(decoupled, fix, true, ExcessReplicas::findSurplusOfDamaged)).isOne();
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

  private static Path inLayout(boolean decoupled) throws IOException {
    if (decoupled) {
      return cluster.directory(POLICY, 4);
    }
    cluster.fs().mkdirs(COUPLED);
    cluster.fs().setErasureCodingPolicy(COUPLED, POLICY);
    return COUPLED;
  }

  /** Makes surplus. */
  private interface Surplus {
    long make(FSNamesystem namesystem, BlockInfo group) throws IOException;
  }

  /**
   * Replicas in excess after something was done to the last stripe of a new file, which stays
   * right. The NameNode forgets all about it then.
   */
  private static long excess(
      boolean decoupled, UpstreamFix fix, boolean corrected, Surplus surplus) throws Exception {
    Path file = new Path(inLayout(decoupled), "surplus");
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
      long excess = surplus.make(namesystem, last);
      assertThat(cluster.read(file)).isEqualTo(bytes);
      return excess;
    } finally {
      switchFix(fix, true);
      cluster.fs().delete(file, false);
      cluster.restartNameNode();
    }
  }
}
